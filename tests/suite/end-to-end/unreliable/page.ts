import type { Expected, Mode } from './mode.ts';

/** What the run against the honest target came to. */
export interface HonestResult {
  readonly code: number;
  readonly verdict: string;
  readonly verified: number;
  readonly inconclusive: number;
  readonly seconds: number;
  readonly peakMb: number;
  /** What is wrong with it; empty when it came to what is expected. */
  readonly objections: readonly string[];
}

/** What the run against the target with faults came to. */
export interface FaultResult {
  /** How many faults were looked for. */
  readonly judged: number;
  /** The ids that those break and that were not failed. */
  readonly missed: readonly string[];
}

/** What the runs through a mode came to, as far as they were made. */
export interface Row {
  readonly honest?: HonestResult;
  readonly faults?: FaultResult;
}

const HEAD = `# Reliability

<!-- Written by \`npm run reliability\` from runs, when all modes were run. -->

What the suite makes of a network, a gateway or a target that is unreliable. In each mode a proxy stands before the embedded target. What
happens to a request is decided by the seed of the proxy, the method, the path, the body, and how often the same was asked before.
Two runs are made through it: the whole suite against the target without faults, and the tests of some requirements against a target that
breaks each of them, in all areas of the interface. \`npm run reliability -- --mode=NAME\` runs one mode.

In every mode: no requirement fails of the honest target (but where what is sent breaks rules itself), no test ends in an error of the suite, no run exits 0 or is conformant where
something could not be judged, every run ends in time, and no process grows beyond a limit. The faults fail by their ids.

| expected | means |
|---|---|
| conformant | everything is verified, and the run exits 0 |
| not accused | nothing fails; what could not be observed is inconclusive, and then the run exits 1 |
| ends | what is sent breaks rules, and is failed for it; the run exits 1, in time |
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

/** What is wrong with the runs through a mode; empty when they came to what is expected. */
export const wrongWith = ({ honest, faults }: Row): readonly string[] => [
  ...(honest?.objections ?? []),
  ...(faults && faults.missed.length > 0 ? [`not failed: ${faults.missed.join(', ')}`] : []),
];

/** Whether both runs of a mode were made, or the one that there is where no fault is looked for. */
export const isWhole = ({ hidesAll }: Mode, row: Row | undefined): boolean =>
  row?.honest !== undefined && (hidesAll === true || row.faults !== undefined);

const faultCell = (faults: FaultResult | undefined): string =>
  faults ? `${faults.judged - faults.missed.length} of ${faults.judged}` : 'not looked for';

function rowOf(mode: Mode, row: Row): string {
  const { honest, faults } = row;
  if (!honest) return `${beginningOf(mode)} not run |`;
  const { code, verified, inconclusive, seconds, peakMb } = honest;
  const wrong = wrongWith(row);
  const cells = [
    ...[code, verified, inconclusive, seconds, `${peakMb} MiB`, faultCell(faults)],
    wrong.length === 0 ? 'yes' : `**no**: ${cell(wrong.join('; '))}`,
  ];
  return `${beginningOf(mode)} ${cells.join(' | ')} |`;
}

/** A row as it is printed while the command runs. */
export function printed({ name }: Mode, row: Row): string {
  const { honest, faults } = row;
  const wrong = wrongWith(row);
  const facts = honest
    ? `exit ${honest.code}, ${honest.verified} verified, ${honest.inconclusive} inconclusive, ${honest.seconds} s, ${honest.peakMb} MiB; `
    : '';
  return [
    `${name}: ${facts}faults ${faultCell(faults)}: ${wrong.length === 0 ? 'as expected' : 'NOT AS EXPECTED'}`,
    ...wrong.map((one) => `  ${one}`),
  ].join('\n');
}

/**
 * The page `docs/reliability.md`.
 *
 * @param rows - by name, one of each mode
 */
export function page(modes: readonly Mode[], rows: Readonly<Record<string, Row>>): string {
  return [
    HEAD,
    `| ${COLUMNS.join(' | ')} |`,
    `|${COLUMNS.map(() => '---|').join('')}`,
    ...modes.map((mode) => rowOf(mode, rows[mode.name] ?? {})),
    '',
  ].join('\n');
}
