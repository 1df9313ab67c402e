import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FAULTS } from './faults.ts';
import { missedBy, objectionsTo } from './judge.ts';
import type { Mode } from './mode.ts';
import { MODES, modeNamed } from './modes.ts';
import { type FaultResult, type HonestResult, isWhole, page, printed, type Row, wrongWith } from './page.ts';
import { judgeBroken, judgeHonest } from './run.ts';

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

/** What earlier runs of the command came to. */
function recorded(): Record<string, Row> {
  try {
    return JSON.parse(readFileSync(RESULTS, 'utf8')) as Record<string, Row>;
  } catch {
    return {};
  }
}

async function judgeOne(mode: Mode): Promise<HonestResult> {
  const run = await judgeHonest(mode);
  const { code, report, seconds, peakMb } = run;
  const { pass: verified = 0, inconclusive = 0 } = report?.summary.MUST ?? {};
  const verdict = report?.verdict ?? 'none';
  return { code, verdict, verified, inconclusive, seconds, peakMb, objections: objectionsTo(run, mode) };
}

async function judgeFaults(mode: Mode): Promise<FaultResult> {
  const faults = FAULTS.filter(({ breaks }) => !mode.hides?.includes(breaks));
  const run = await judgeBroken(
    mode,
    faults.map(({ name }) => name),
  );
  const ids = faults.map(({ breaks }) => breaks);
  return { judged: ids.length, missed: missedBy(run, ids) };
}

async function main(): Promise<void> {
  const { mode: names, only } = values;
  if (only !== undefined && only !== 'honest' && only !== 'faults')
    throw new Error(`--only=${only}: it can be honest or faults.`);
  const modes = names ? names.map(modeNamed) : MODES;
  const rows = names || only ? recorded() : {};
  let wrong = 0;
  for (const mode of modes) {
    const made: Row = {
      ...(only === 'faults' ? {} : { honest: await judgeOne(mode) }),
      ...(only === 'honest' || mode.hidesAll ? {} : { faults: await judgeFaults(mode) }),
    };
    console.log(printed(mode, made));
    wrong += wrongWith(made).length;
    rows[mode.name] = { ...rows[mode.name], ...made };
    mkdirSync('test-results', { recursive: true });
    writeFileSync(RESULTS, `${JSON.stringify(rows, null, 2)}\n`);
  }
  const left = MODES.filter((mode) => !isWhole(mode, rows[mode.name]));
  if (left.length === 0) writeFileSync(PAGE, page(MODES, rows));
  console.log(
    left.length === 0
      ? `written to ${PAGE}`
      : `${PAGE} is not written: not run yet are ${left.map(({ name }) => name).join(', ')}`,
  );
  process.exitCode = wrong > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
