import { testable } from '../schemas/requirements.ts';
import { visible } from '../schemas/visible-text.ts';
import type { TestOutcome } from './outcome.ts';

const ids = new Set(testable.map(({ id }) => id));

/**
 * What no row of the catalogue takes, though a test found it: without a sentence of its own, it would be lost in silence.
 *
 * @returns a sentence for each test that it happened to, for the objections of the run
 */
export const lostOutcomes = (outcomes: readonly TestOutcome[]): string[] =>
  outcomes.flatMap((outcome) => {
    const why = whyLost(outcome);
    const { file, line, title } = outcome;
    return why
      ? [`the suite itself failed: ${file}:${line} "${title}" ${why}, so that its outcome is lost. Report it`]
      : [];
  });

function whyLost({ requirement, evidence }: TestOutcome): string | undefined {
  if (requirement === '') return 'claims no requirement';
  const named = [
    requirement,
    evidence?.requirement ?? requirement,
    evidence?.blames ?? requirement,
    ...(evidence?.violations ?? []).map((violation) => violation.requirement),
  ];
  const unknown = named.find((id) => !ids.has(id));
  return unknown === undefined ? undefined : `names "${visible(unknown)}", which is not in the catalogue`;
}
