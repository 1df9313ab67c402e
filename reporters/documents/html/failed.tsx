import type { JSX } from 'preact';
import type { ReportedRequirement } from '../../report.ts';
import type { Marks } from './changes.ts';
import type { Limits } from './clip.ts';
import { FailedTest } from './failure.tsx';
import { Part } from './prose.tsx';
import { Requirement } from './requirement.tsx';

/** How many failures are shown in full from the start: of more, a reader wants the list first. */
const OPEN = 10;

interface FailedProps {
  id: string;
  title: string;
  /** Requirements of one level that fail. */
  rows: readonly ReportedRequirement[];
  marks: Marks;
  limits: Limits;
  /** Said where nothing fails. */
  otherwise: string;
}

/** What fails, each requirement in full: here a reader mends one after the other. */
export function Failed({ id, title, rows, marks, limits, otherwise }: FailedProps): JSX.Element {
  if (rows.length === 0)
    return (
      <Part id={id} title={title}>
        <p>{otherwise}</p>
      </Part>
    );
  return (
    <Part id={id} title={`${title}: ${rows.length}`}>
      {rows.length > OPEN && (
        <p>
          <button type="button" class="open-all" hidden>
            Open all {rows.length}
          </button>
        </p>
      )}
      {rows.map((row) => (
        <Requirement row={row} change={marks.get(row.id)} heading="h3" isOpen={rows.length <= OPEN}>
          {row.tests
            .filter(({ failures }) => failures.length > 0)
            .map((test) => (
              <FailedTest id={row.id} test={test} limits={limits} />
            ))}
        </Requirement>
      ))}
    </Part>
  );
}
