import type { JSX } from 'preact';
import { sectionsOf } from '../../reasons.ts';
import type { ReportedRequirement } from '../../report.ts';
import type { Marks } from './changed.tsx';
import { verdictCounts, wordOf } from './marks.tsx';
import { Part } from './prose.tsx';
import { Mention, Requirement } from './requirement.tsx';

/** `3 fail, 12 pass`. */
const numbersOf = (rows: readonly ReportedRequirement[]): string =>
  verdictCounts(rows)
    .map(([verdict, count]) => `${count} ${wordOf(verdict)}`)
    .join(', ');

interface Rows {
  rows: readonly ReportedRequirement[];
  marks: Marks;
}

function Section({ heading, rows, marks }: Rows & { heading: string }): JSX.Element {
  const failing = rows.filter(({ verdict }) => verdict === 'fail');
  return (
    <details class="section group">
      <summary>
        <h3>{heading}</h3> <span class="count">{numbersOf(rows)}</span>
      </summary>
      {failing.length > 0 && (
        <ul class="mentions">
          {failing.map((row) => (
            <Mention row={row} change={marks.get(row.id)} />
          ))}
        </ul>
      )}
      {rows
        .filter(({ verdict }) => verdict !== 'fail')
        .map((row) => (
          <Requirement row={row} change={marks.get(row.id)} heading="h4" />
        ))}
    </details>
  );
}

/** Every requirement of the catalogue, by section of the interface. Those that fail are told above, and lead there. */
export function Interface({ rows, marks }: Rows): JSX.Element {
  return (
    <Part id="interface" title="The interface, section by section">
      {[...sectionsOf(rows)].map(([heading, own]) => (
        <Section heading={heading} rows={own} marks={marks} />
      ))}
    </Part>
  );
}
