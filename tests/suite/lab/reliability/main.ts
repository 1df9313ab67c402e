import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FAULTS, judgeHonest, missedThrough, objectionsTo } from './judge.ts';
import type { Mode } from './mode.ts';
import { MODES, modeNamed } from './modes.ts';

/**
 * `npm run reliability`: runs against the embedded target through each mode, or through those that `--mode=NAME` names;
 * `--only=honest` and `--only=faults` make one of the two runs. It exits 1 when one does not come to what is expected, and
 * writes the page when all are made: those that are named add to what was made before.
 */
const { values } = parseArgs({
  options: { mode: { type: 'string', multiple: true }, only: { type: 'string' } },
});

const RESULTS = 'test-results/reliability.json';
const PAGE = 'docs/reliability.md';

/** What the runs through a mode came to, as far as they were made. */
interface Row {
  readonly honest?: {
    readonly code: number;
    readonly verified: number;
    readonly inconclusive: number;
    readonly seconds: number;
    readonly peakMb: number;
    /** What is wrong with it; empty when it came to what is expected. */
    readonly objections: readonly string[];
  };
  readonly faults?: { readonly judged: number; readonly missed: readonly string[] };
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

| mode | what happens | expected | exit | MUST verified | inconclusive | seconds | most memory of a process | faults failed by their ids | as expected |
|---|---|---|---|---|---|---|---|---|---|
`;

const rowOf = (cells: readonly (string | number)[]): string =>
  `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;

/** What is wrong with the runs through a mode; empty when they came to what is expected. */
const wrongWith = ({ honest, faults }: Row): readonly string[] => [
  ...(honest?.objections ?? []),
  ...(faults && faults.missed.length > 0 ? [`not failed: ${faults.missed.join(', ')}`] : []),
];

const faultCell = ({ faults }: Row): string =>
  faults ? `${faults.judged - faults.missed.length} of ${faults.judged}` : 'not looked for';

/** The row of a mode in the page. */
function pageRow({ name, does, part, expected = 'conformant' }: Mode, row: Row): string {
  const { code = '', verified = '', inconclusive = '', seconds = '', peakMb = '' } = row.honest ?? {};
  const wrong = wrongWith(row);
  return rowOf([
    `\`${name}\``,
    part ? `${does} (${part.join(', ')})` : does,
    typeof expected === 'object' ? `"${expected.says}"` : expected,
    ...[code, verified, inconclusive, seconds, `${peakMb} MiB`, faultCell(row)],
    wrong.length === 0 ? 'yes' : `**no**: ${wrong.join('; ')}`,
  ]);
}

/** What earlier runs of the command came to. */
function recorded(): Record<string, Row> {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, Row>;
  } catch {
    return {};
  }
}

async function honestThrough(mode: Mode): Promise<Pick<Row, 'honest'>> {
  const run = await judgeHonest(mode);
  const { code, report, seconds, peakMb } = run;
  const { pass: verified = 0, inconclusive = 0 } = report?.summary.MUST ?? {};
  return { honest: { code, verified, inconclusive, seconds, peakMb, objections: objectionsTo(run, mode) } };
}

async function faultsThrough(mode: Mode): Promise<Pick<Row, 'faults'>> {
  const faults = FAULTS.filter(({ breaks }) => !mode.hides?.includes(breaks));
  return { faults: { judged: faults.length, missed: await missedThrough(mode, faults) } };
}

async function main(): Promise<void> {
  const { mode: names, only } = values;
  if (only !== undefined && only !== 'honest' && only !== 'faults')
    throw new Error(`--only=${only}: it can be honest or faults.`);
  const rows = names || only ? recorded() : {};
  for (const mode of names ? names.map(modeNamed) : MODES) {
    const made: Row = {
      ...(only === 'faults' ? {} : await honestThrough(mode)),
      ...(only === 'honest' || mode.hidesAll ? {} : await faultsThrough(mode)),
    };
    const wrong = wrongWith(made);
    if (wrong.length > 0) process.exitCode = 1;
    console.log(`${wrong.length === 0 ? 'as expected' : 'NOT AS EXPECTED'}: ${pageRow(mode, made)}`);
    rows[mode.name] = { ...rows[mode.name], ...made };
    mkdirSync('test-results', { recursive: true });
    writeFileSync(RESULTS, `${JSON.stringify(rows, null, 2)}\n`);
  }
  const left = MODES.filter(({ name, hidesAll }) => !rows[name]?.honest || !(hidesAll || rows[name]?.faults));
  if (left.length === 0)
    writeFileSync(PAGE, `${HEAD}${MODES.map((mode) => pageRow(mode, rows[mode.name] ?? {})).join('\n')}\n`);
  console.log(
    left.length === 0
      ? `written to ${PAGE}`
      : `${PAGE} is not written: not run yet are ${left.map(({ name }) => name).join(', ')}`,
  );
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
