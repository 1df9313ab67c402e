import type { Expected, Mode } from './mode.ts';

/** What the runs through a mode came to. */
export interface Row {
  readonly code: number;
  readonly verdict: string;
  readonly verified: number;
  readonly inconclusive: number;
  readonly seconds: number;
  readonly peakMb: number;
  /** How many faults were looked for through it. */
  readonly faults: number;
  /** The ids that those break and that were not failed. */
  readonly missed: readonly string[];
  /** What is wrong with it; empty when it came to what is expected. */
  readonly objections: readonly string[];
}

const HEAD = `# Reliability

<!-- Written by \`npm run reliability\` from runs, when all modes were run. -->

What the suite makes of a network, a gateway or a target that is unreliable. In each mode a proxy stands before the embedded target. What
happens to a request is decided by the seed of the proxy, the method, the path, the body, and how often the same was asked before.
Two runs are made through it: the whole suite against the target without faults, and the tests of some requirements against a target that
breaks each of them, in all areas of the interface. \`npm run reliability -- --mode=NAME\` runs one mode.

In every mode: no requirement fails of the honest target, no test ends in an error of the suite, no run exits 0 or is conformant where
something could not be judged, every run ends in time, and no process grows beyond a limit. The faults fail by their ids.

| expected | means |
|---|---|
| conformant | everything is verified, and the run exits 0 |
| not accused | nothing fails; what could not be observed is inconclusive, and then the run exits 1 |
| a sentence | nothing fails; the run exits 1 and says that sentence, once |
`;

const COLUMNS = [
  'mode',
  'what happens',
  'expected',
  'exit',
  'MUST verified',
  'inconclusive',
  'seconds',
  'most memory of a process',
  'faults failed by their ids',
  'as expected',
];

/** What is expected in words. */
export const inWords = (expected: Expected): string =>
  typeof expected === 'object' ? `"${expected.says}"` : expected;

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

/** The beginning of a mode's row: what was there before it was run. */
export const beginningOf = ({ name, does, part, expected }: Mode): string =>
  `| \`${name}\` | ${cell(does)}${part ? ` (${part.join(', ')})` : ''} | ${cell(inWords(expected))} |`;

function rowOf(mode: Mode, row: Row): string {
  const faults = mode.hidesAll ? 'not looked for' : `${row.faults - row.missed.length} of ${row.faults}`;
  const wrong = [
    ...row.objections,
    ...(row.missed.length > 0 ? [`not failed: ${row.missed.join(', ')}`] : []),
  ];
  const cells = [
    ...[row.code, row.verified, row.inconclusive, row.seconds, `${row.peakMb} MiB`, faults],
    wrong.length === 0 ? 'yes' : `**no**: ${cell(wrong.join('; '))}`,
  ];
  return `${beginningOf(mode)} ${cells.join(' | ')} |`;
}

/** Whether a mode came to what is expected. */
export const isAsExpected = ({ objections, missed }: Row): boolean =>
  objections.length === 0 && missed.length === 0;

/**
 * The page `docs/reliability.md`.
 *
 * @param rows - by name, one of each mode
 */
export function page(modes: readonly Mode[], rows: ReadonlyMap<string, Row>): string {
  const lines = modes.flatMap((mode) => {
    const row = rows.get(mode.name);
    return row ? rowOf(mode, row) : [];
  });
  return [HEAD, `| ${COLUMNS.join(' | ')} |`, `|${COLUMNS.map(() => '---|').join('')}`, ...lines, ''].join(
    '\n',
  );
}
