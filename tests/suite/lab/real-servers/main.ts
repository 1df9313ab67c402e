import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Report } from '../../../../reporters/report.ts';
import { install, judge, objectionsTo } from './judge.ts';
import { counted, failedIn, type Judged, page } from './page.ts';
import type { RealServer } from './servers.ts';
import { SERVERS } from './servers.ts';

/**
 * `npm run real-servers`: judges servers that nobody here wrote, or those that `--only=NAME` names. It exits 1 when a MUST fails
 * that is not expected to, or the other way round. Where one cannot be installed it says so, and goes on. It writes the page when all
 * were judged.
 */
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });

const PAGE = 'docs/real-servers.md';

async function judgeOne(
  server: RealServer,
  folder: string,
): Promise<{ report?: Report | undefined; objections: string[] }> {
  try {
    const run = await judge(server, folder);
    return { report: run.report, objections: objectionsTo(server, run) };
  } catch (error) {
    // One that does not start keeps nobody else from being judged.
    return { objections: [String(error)] };
  }
}

async function main(): Promise<void> {
  const { only } = values;
  const unknown = only?.find((name) => !SERVERS.some((server) => server.name === name));
  if (unknown !== undefined)
    throw new Error(`--only=${unknown}: it can be ${SERVERS.map(({ name }) => name).join(', ')}.`);
  const judged: Judged[] = [];
  for (const server of SERVERS.filter(({ name }) => only?.includes(name) ?? true)) {
    const installed = await install(server);
    if ('missing' in installed) {
      console.log(`${server.title}: not judged. ${installed.missing}`);
      continue;
    }
    const { report, objections } = await judgeOne(server, installed.folder);
    if (objections.length > 0) process.exitCode = 1;
    console.log(`${server.title}: ${objections.length === 0 ? 'as expected' : 'NOT AS EXPECTED'}`);
    if (report) {
      console.log(`  ${counted(report, 'MUST')}\n  ${counted(report, 'SHOULD')}`);
      for (const { id, level } of failedIn(report)) console.log(`  failed: ${id} (${level})`);
      judged.push({ server, report });
    }
    for (const objection of objections) console.log(`  wrong: ${objection}`);
  }
  const isWhole = judged.length === SERVERS.length;
  if (isWhole) writeFileSync(PAGE, page(judged));
  console.log(isWhole ? `written to ${PAGE}` : `${PAGE} is not written: not every server was judged.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
