import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Report, ReportedRequirement } from '../../../../reporters/report.ts';
import { runCommand } from '../../../../schemas/command-line.ts';
import { findRequirement } from '../../../../schemas/requirements.ts';
import { withVerdict } from '../../support/report-queries.ts';
import { judge, objectionsTo } from './judge.ts';
import { install } from './serve.ts';
import { type RealServer, SERVERS } from './servers.ts';

/**
 * `npm run real-servers`: judges servers that nobody here wrote, or those that `--only=NAME` names. It exits 1 when a MUST fails
 * that is not expected to, or the other way round. Where one cannot be installed it says so, and goes on. It writes the page when all
 * were judged.
 */
const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } });

const PAGE = 'docs/real-servers.md';

interface Judged {
  readonly server: RealServer;
  readonly report: Report;
}

const HEAD = `# Real servers

<!-- Written by \`npm run real-servers\` from runs, when all servers were judged. -->

Servers that others wrote, installed from npm and PyPI. Each is judged by a run of the suite with \`TARGET_OFFERS\`. A proxy before the server
adds HTTPS and the paths of the interface, and passes its answers on, byte by byte. Users and groups were created through the server's own
SCIM API. \`tests/suite/lab/real-servers/servers.ts\` lists the MUST requirements that fail. The command exits 1 when another one fails, or one
of these no longer fails.
`;

/** Bodies of answers may be pages. */
const LONGEST = 300;

const inline = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

/** How many requirements of a level passed, and so on, in words. */
function counted({ summary }: Report, level: 'MUST' | 'SHOULD'): string {
  const { pass = 0, fail = 0, inconclusive = 0, 'not-tested': untested = 0 } = summary[level];
  return `${level}: ${pass} passed, ${fail} failed, ${inconclusive} inconclusive, ${untested} not tested`;
}

const failedIn = (report: Report): ReportedRequirement[] =>
  withVerdict(report, 'fail').sort((a, b) => a.level.localeCompare(b.level));

function rowOf({ id, level, statement, tests }: ReportedRequirement): string {
  const { quote } = findRequirement(id);
  const [failure] = tests.flatMap(({ failures }) => failures);
  const cells = [
    `\`${id}\``,
    level,
    inline(quote === undefined ? statement : `${statement} “${quote}”`),
    inline(cut(`expected ${failure?.expected}, received ${failure?.received}`)),
    `\`${inline(failure?.curl ?? '')}\``,
  ];
  return `| ${cells.join(' | ')} |`;
}

function partOf({ server: { title, packages, set }, report }: Judged): string {
  const failed = failedIn(report);
  const table = [
    '| failed | level | the rule, and the sentence behind it | what came | the request |',
    '|---|---|---|---|---|',
    ...failed.map(rowOf),
    '',
  ];
  return [
    `## ${title}`,
    '',
    `From ${packages.from}: ${packages.names.map((name) => `\`${name}\``).join(', ')}. ${set}`,
    '',
    `${counted(report, 'MUST')}. ${counted(report, 'SHOULD')}.`,
    '',
    ...(failed.length > 0 ? table : []),
  ].join('\n');
}

async function main(): Promise<number> {
  const { only } = values;
  const unknown = only?.find((name) => !SERVERS.some((server) => server.name === name));
  if (unknown !== undefined)
    throw new Error(`--only=${unknown}: it can be ${SERVERS.map(({ name }) => name).join(', ')}.`);
  const judged: Judged[] = [];
  let code = 0;
  for (const server of SERVERS.filter(({ name }) => only?.includes(name) ?? true)) {
    const installed = await install(server);
    if ('missing' in installed) {
      console.log(`${server.title}: not judged. ${installed.missing}`);
      continue;
    }
    // One that does not start keeps nobody else from being judged.
    const { report, objections } = await judge(server, installed.folder).then(
      (run) => ({ report: run.report, objections: objectionsTo(server, run) }),
      (error) => ({ report: undefined, objections: [String(error)] }),
    );
    if (objections.length > 0) code = 1;
    console.log(`${server.title}: ${objections.length === 0 ? 'as expected' : 'NOT AS EXPECTED'}`);
    if (report) {
      console.log(`  ${counted(report, 'MUST')}\n  ${counted(report, 'SHOULD')}`);
      for (const { id, level } of failedIn(report)) console.log(`  failed: ${id} (${level})`);
      judged.push({ server, report });
    }
    for (const objection of objections) console.log(`  wrong: ${objection}`);
  }
  const isWhole = judged.length === SERVERS.length;
  if (isWhole) writeFileSync(PAGE, [HEAD, ...judged.map(partOf)].join('\n'));
  console.log(isWhole ? `written to ${PAGE}` : `${PAGE} is not written: not every server was judged.`);
  return code;
}

await runCommand(main);
