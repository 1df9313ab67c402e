import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { FAULTS } from './faults.ts';
import { missedBy, objectionsTo } from './judge.ts';
import type { Mode } from './mode.ts';
import { MODES, modeNamed } from './modes.ts';
import { isAsExpected, page, type Row } from './page.ts';
import { judgeBroken, judgeHonest } from './run.ts';

/**
 * `npm run reliability`: runs against the embedded target through each mode, or through those that `--mode=NAME` names. It
 * exits 1 when one does not come to what is expected, and writes the page when every mode was run.
 */
const { values } = parseArgs({ options: { mode: { type: 'string', multiple: true } } });

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

async function judge(mode: Mode): Promise<Row> {
  const honest = await judgeHonest(mode);
  const broken = mode.hidesAll
    ? undefined
    : await judgeBroken(
        mode,
        FAULTS.map(({ name }) => name),
      );
  const ids = FAULTS.map(({ breaks }) => breaks);
  return {
    code: honest.code,
    verdict: honest.report?.verdict ?? 'none',
    verified: honest.report?.summary.MUST.pass ?? 0,
    inconclusive: honest.report?.summary.MUST.inconclusive ?? 0,
    seconds: honest.seconds,
    peakMb: honest.peakMb,
    faults: broken ? ids.length : 0,
    missed: broken ? missedBy(broken, ids) : [],
    objections: objectionsTo(honest, mode),
  };
}

function print(mode: Mode, row: Row): void {
  const { code, verified, inconclusive, seconds, peakMb, faults, missed, objections } = row;
  console.log(
    `${mode.name}: exit ${code}, ${verified} verified, ${inconclusive} inconclusive, ${seconds} s, ${peakMb} MiB, ` +
      `${faults - missed.length} of ${faults} faults failed: ${isAsExpected(row) ? 'as expected' : 'NOT AS EXPECTED'}`,
  );
  for (const objection of objections) console.log(`  ${objection}`);
  if (missed.length > 0) console.log(`  not failed: ${missed.join(', ')}`);
}

async function main(): Promise<void> {
  const modes = values.mode ? values.mode.map(modeNamed) : MODES;
  const rows = values.mode ? recorded() : {};
  let wrong = 0;
  for (const mode of modes) {
    const row = await judge(mode);
    print(mode, row);
    if (!isAsExpected(row)) wrong += 1;
    rows[mode.name] = row;
    mkdirSync('test-results', { recursive: true });
    writeFileSync(RESULTS, `${JSON.stringify(rows, null, 2)}\n`);
  }
  const left = MODES.filter(({ name }) => !rows[name]);
  if (left.length === 0) writeFileSync(PAGE, page(MODES, new Map(Object.entries(rows))));
  console.log(
    left.length === 0 ? `written to ${PAGE}` : `${PAGE} is not written: ${left.length} modes were not run`,
  );
  process.exitCode = wrong > 0 ? 1 : 0;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
