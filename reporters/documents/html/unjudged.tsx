import type { JSX } from 'preact';
import { byReason, mostFrequentFirst, type SharedReason, waysOut } from '../../reasons.ts';
import type { ReportedRequirement } from '../../report.ts';
import { Folded } from './code.tsx';
import { Part, Plain } from './prose.tsx';

/** How many ids of a reason are shown from the start. */
const SHOWN = 12;

/** `87 MUST, 3 SHOULD`. */
function levelsOf(rows: readonly ReportedRequirement[]): string {
  return (['MUST', 'SHOULD'] as const)
    .map((name) => [rows.filter(({ level }) => level === name).length, name] as const)
    .filter(([count]) => count > 0)
    .map(([count, name]) => `${count} ${name}`)
    .join(', ');
}

/** Links to requirements. */
export function Ids({ rows }: { rows: readonly ReportedRequirement[] }): JSX.Element {
  return (
    <ul class="ids">
      {rows.map(({ id }) => (
        <li data-of={id}>
          <a href={`#${id}`}>{id}</a>
        </li>
      ))}
    </ul>
  );
}

function ReasonItem({ reason, details, rows }: SharedReason): JSX.Element {
  return (
    <li class="group">
      <p>
        <strong>
          <Plain text={reason} />
        </strong>{' '}
        <span class="count">{levelsOf(rows)}</span>
      </p>
      {details && (
        <p class="details">
          The request: <Plain text={details} />
        </p>
      )}
      <Folded count={rows.length} shown={SHOWN}>
        <Ids rows={rows} />
      </Folded>
    </li>
  );
}

const Reasons = ({ reasons }: { reasons: readonly SharedReason[] }): JSX.Element => (
  <ul class="reasons">
    {reasons.map((one) => (
      <ReasonItem {...one} />
    ))}
  </ul>
);

/** What could not be observed, and why. */
export function Inconclusive({ rows }: { rows: readonly ReportedRequirement[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <Part id="inconclusive" title={`Inconclusive: ${rows.length}`}>
      <p>The target could not be observed. Remove the cause, and run again.</p>
      <Reasons reasons={mostFrequentFirst(byReason(rows))} />
    </Part>
  );
}

/** What was not tested, by what a reader can do about it. */
export function NotTested({ rows }: { rows: readonly ReportedRequirement[] }): JSX.Element {
  if (rows.length === 0)
    return (
      <Part id="not-tested" title="Not tested">
        <p>Nothing was left untested.</p>
      </Part>
    );
  return (
    <Part id="not-tested" title={`Not tested: ${rows.length}`}>
      <p>Of these nothing is known. This is what would change that:</p>
      {waysOut(rows).map(({ title, reasons }) => (
        <div class="way-out">
          <h3>{title}</h3>
          <Reasons reasons={reasons} />
        </div>
      ))}
    </Part>
  );
}

/** What the target says it does not offer. */
export function NotApplicable({ rows }: { rows: readonly ReportedRequirement[] }): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <Part id="not-applicable" title={`Not applicable: ${rows.length}`}>
      <p>What the settings say that the target does not offer. It was not judged.</p>
      <Reasons reasons={mostFrequentFirst(byReason(rows))} />
    </Part>
  );
}
