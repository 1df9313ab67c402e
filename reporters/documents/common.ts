import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../../schemas/documents.ts';
import { visible } from '../../schemas/visible-text.ts';
import type { Comparison } from '../comparison.ts';
import { mustFailed } from '../exit.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import type { Counts } from '../verdicts.ts';

/** How much documents show of one text of a failure: the suite cuts values far below it, curl lines may get longer. */
export const LONGEST_VALUE = 4_000;
export const LONGEST_SCRIPT = 20_000;

export interface ToldFailure {
  /** What was expected, what came and what to change: label and text. */
  readonly finding: readonly (readonly [label: string, text: string])[];
  readonly input: string;
  readonly curl: string;
  readonly replay: string;
  readonly test: string;
}

export const failuresOf = ({ tests }: ReportedRequirement): ToldFailure[] =>
  tests.flatMap((test) =>
    test.failures.map(({ expected, received, fix, input, curl, replay }) => ({
      finding: [
        ['expected', expected],
        ['received', received],
        ['fix', fix],
      ],
      input,
      curl,
      replay,
      test: `${test.file}:${test.line} ${test.title}`,
    })),
  );

/** Whether the requirement keeps the run from passing by itself. */
export const failsRun = ({ level, verdict, baseline }: ReportedRequirement): boolean =>
  level === 'MUST' && verdict === 'fail' && baseline !== 'known';

/** What keeps a run from passing, but for the requirements that fail: documents tell those one by one. */
export function objectionsBeside({ requirements, gate }: Report): string[] {
  const told = mustFailed(requirements.filter(failsRun).length);
  return gate.objections.filter((one) => one !== told);
}

/** A report, with the documents of the run that could not be written: they, too, keep it from passing. */
export const withProblems = (report: Report, problems: readonly string[]): Report => ({
  ...report,
  gate: { ...report.gate, objections: [...report.gate.objections, ...problems] },
});

export interface DocumentInput {
  readonly report: Report;
  /** With an earlier run, where CONFORMANCE_COMPARE_WITH names its report. */
  readonly comparison?: Comparison | undefined;
}

/** What became of a failure that the baseline lists. */
export const STATES = {
  known: 'known failure',
  beyond: 'not only what is known',
  expired: 'tolerated no longer',
  stale: 'known failure that passes now',
} as const;

/** What the baseline says of a requirement; nothing where it is not listed. */
export function tolerance({ baseline, baselineReason, baselineTicket }: ReportedRequirement): string {
  const why = [baselineReason, baselineTicket].filter(Boolean).join(', ');
  return baseline ? `${STATES[baseline]}: ${visible(why)}` : '';
}

export interface Share {
  readonly part: number;
  readonly of: number;
}

const judged = ({ pass, fail, inconclusive }: Counts): number => pass + fail + inconclusive;

export const passedOf = (counts: Counts): Share => ({ part: counts.pass, of: judged(counts) });

/** Of the catalogue, how much was judged. What a target declines was not. */
export const judgedOf = (counts: Counts): Share => ({
  part: judged(counts),
  of: Object.values(counts).reduce((sum, one) => sum + one, 0),
});

/** Of nothing, everything is missing. */
export const isWhole = ({ part, of }: Share): boolean => of > 0 && part === of;

/** A share in per cent, never rounded up: only all of it is 100 %. */
export const percent = ({ part, of }: Share): string =>
  of === 0 ? '–' : `${Math.floor((part / of) * 1000) / 10} %`;

export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Writes a whole document or nothing: first to a file beside it, which then takes its name. @throws Error that names it */
export function writeDocument(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    makeFolder(dirname(file));
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  } catch (error) {
    // Below a file there is nothing to remove.
    if (existsSync(unfinished)) rmSync(unfinished);
    throw new Error(`${file} cannot be written: ${(error as Error).message}`);
  }
}
