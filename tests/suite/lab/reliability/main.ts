import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { runCommand } from '../../../../schemas/command-line.ts';
import { FAULTS, judgeHonest, missedThrough, objectionsTo } from './judge.ts';
import { MODES, type Mode, modeNamed } from './modes.ts';

/**
 * `npm run reliability`: runs against the embedded target through each mode, or through those that `--mode=NAME` names. It exits 1
 * when one does not come to what is expected, and writes the page when all were run.
 */
const { values } = parseArgs({ options: { mode: { type: 'string', multiple: true } } });

const PAGE = 'docs/reliability.md';

interface Row {
  readonly code: number;
  readonly verified: number;
  readonly inconclusive: number;
  readonly seconds: number;
  readonly peakMb: number;
  readonly faults: number;
  readonly missed: readonly string[];
  /** What is wrong; empty when all came to what is expected. */
  readonly wrong: readonly string[];
}

const HEAD = `# Reliability

<!-- Written by \`npm run reliability\` from runs, when all modes were run. -->

How the suite copes with an unreliable network, gateway or target. In each mode a proxy stands before the embedded target. The seed of the
proxy, the method, the path, the body, and the number of earlier requests like it decide what happens to a request. Each mode has two runs:
all tests against the target without faults, and the tests of some requirements, in all areas of the interface, against a target that breaks
each of them. \`npm run reliability -- --mode=NAME\` runs one mode.

In every mode these must hold:

- no requirement of the target without faults fails, and the faults fail by their ids;
- no test ends in an error of the suite;
- no run exits 0 or is conformant if something could not be judged;
- every run ends in time, and no process grows beyond a limit.

| expected | meaning |
|---|---|
| conformant | everything is verified, and the run exits 0 |
| a sentence | nothing fails. The run exits 1 and says this sentence once |

| mode | what happens | expected | exit | MUST verified | inconclusive | seconds | most memory of a process | faults failed by their ids | as expected |
|---|---|---|---|---|---|---|---|---|---|
`;

function pageRow({ name, does, part, ends }: Mode, row: Row): string {
  const { code, verified, inconclusive, seconds, peakMb, faults, missed, wrong } = row;
  const cells = [
    `\`${name}\``,
    part ? `${does} (${part.join(', ')})` : does,
    ends ? `"${ends.says}"` : 'conformant',
    ...[code, verified, inconclusive, seconds, `${peakMb} MiB`],
    faults === 0 ? 'not looked for' : `${faults - missed.length} of ${faults}`,
    wrong.length === 0 ? 'yes' : `**no**: ${wrong.join('; ')}`,
  ];
  return `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replace(/\s+/g, ' ')).join(' | ')} |`;
}

async function runThrough(mode: Mode): Promise<Row> {
  const run = await judgeHonest(mode);
  const { code, report, seconds, peakMb } = run;
  const { pass: verified = 0, inconclusive = 0 } = report?.summary.MUST ?? {};
  const faults = mode.ends ? 0 : FAULTS.length;
  const missed = mode.ends ? [] : await missedThrough(mode);
  const wrong = [
    ...objectionsTo(run, mode),
    ...(missed.length > 0 ? [`not failed: ${missed.join(', ')}`] : []),
  ];
  return { code, verified, inconclusive, seconds, peakMb, faults, missed, wrong };
}

async function main(): Promise<number> {
  const { mode: names } = values;
  const rows: string[] = [];
  let code = 0;
  for (const mode of names ? names.map(modeNamed) : MODES) {
    const row = await runThrough(mode);
    const isWrong = row.wrong.length > 0;
    if (isWrong) code = 1;
    rows.push(pageRow(mode, row));
    console.log(`${isWrong ? 'NOT AS EXPECTED' : 'as expected'}: ${rows.at(-1)}`);
  }
  if (!names) writeFileSync(PAGE, `${HEAD}${rows.join('\n')}\n`);
  console.log(names ? `${PAGE} is not written: not every mode was run` : `written to ${PAGE}`);
  return code;
}

await runCommand(main);
