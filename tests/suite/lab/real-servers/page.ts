import type { Report, ReportedRequirement } from '../../../../reporters/report.ts';
import { findRequirement } from '../../../../schemas/requirements.ts';
import { withVerdict } from '../../support/report-queries.ts';
import type { RealServer } from './servers.ts';

/** A server that was judged. */
export interface Judged {
  readonly server: RealServer;
  readonly report: Report;
}

const HEAD = `# Real servers

<!-- Written by \`npm run real-servers\` from runs, when all servers were judged. -->

Servers that nobody here wrote, installed from the registries, each judged by a run of the suite with \`TARGET_OFFERS\`. Before each stands a
front that adds HTTPS and the paths of the interface, and sends back what the server answers, byte by byte. Users and groups were created
through the server's own SCIM API. The command exits 1 when another MUST fails than those that
\`tests/suite/lab/real-servers/servers.ts\` names, or one of these no longer does.
`;

/** Bodies of answers may be pages. */
const LONGEST = 300;

const inline = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text);

/** How many requirements of a level hold, and so on, in words. */
export function counted({ summary }: Report, level: 'MUST' | 'SHOULD'): string {
  const { pass = 0, fail = 0, inconclusive = 0, 'not-tested': untested = 0 } = summary[level];
  return `${level}: ${pass} hold, ${fail} failed, ${inconclusive} inconclusive, ${untested} not tested`;
}

/** The requirements that a server fails, the MUST first. */
export const failedIn = (report: Report): ReportedRequirement[] =>
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

/** The page `docs/real-servers.md`. */
export const page = (judged: readonly Judged[]): string => [HEAD, ...judged.map(partOf)].join('\n');
