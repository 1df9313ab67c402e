import { referencesOf } from '../../schemas/rules-page.ts';
import type { ReportedRequirement, ReportedTest } from '../report.ts';

/** How much documents show of one text of a failure: the suite cuts values far below it, a story may get longer. */
export const LONGEST_VALUE = 4_000;
export const LONGEST_STORY = 20_000;

/** One failure, and the test that met it. */
export interface ToldFailure {
  /** What was expected, what came and what to change: label and text. */
  readonly finding: readonly (readonly [label: string, text: string])[];
  /** The smallest input or the story; empty where there is none. */
  readonly input: string;
  readonly curl: string;
  readonly replay: string;
  /** File, line and title of the test. */
  readonly test: string;
}

/** Further requests of a story are set apart, for the console, by as many blanks as the label before the first one has. */
const SET_APART = /\n {11}(?=\d+\. )/g;

/** Every failure of a requirement, for documents. */
export const failuresOf = ({ tests }: ReportedRequirement): ToldFailure[] =>
  tests.flatMap((test) =>
    test.failures.map(({ expected, received, fix, input, curl, replay }) => ({
      finding: [
        ['expected', expected],
        ['received', received],
        ['fix', fix],
      ],
      input: input.replace(SET_APART, '\n'),
      curl,
      replay,
      test: placeOf(test),
    })),
  );

/** Where a test stands. */
const placeOf = ({ file, line, title }: ReportedTest): string => `${file}:${line} ${title}`;

/** Where the rule of a requirement can be read. */
export const rulesOf = (row: ReportedRequirement): string =>
  referencesOf(row)
    .map(({ address }) => address)
    .join(' ');

/** Whether the requirement keeps the run from passing by itself. */
export const failsRun = ({ level, verdict, baseline }: ReportedRequirement): boolean =>
  level === 'MUST' && verdict === 'fail' && baseline !== 'known';
