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

interface UnjudgedProps {
  id: string;
  title: string;
  about: string;
  rows: readonly ReportedRequirement[];
}

/** Requirements of one verdict, by the reasons for it. */
export function Unjudged({ id, title, about, rows }: UnjudgedProps): JSX.Element | null {
  if (rows.length === 0) return null;
  return (
    <Part id={id} title={`${title}: ${rows.length}`}>
      <p>{about}</p>
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
      <p>Nothing is known about these requirements. To test them:</p>
      {waysOut(rows).map(({ title, reasons }) => (
        <div class="way-out">
          <h3>{title}</h3>
          <Reasons reasons={reasons} />
        </div>
      ))}
    </Part>
  );
}
