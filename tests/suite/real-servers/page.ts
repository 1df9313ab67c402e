import type { Report } from '../../../reporters/report.ts';
import { type Finding, findingsIn } from './findings.ts';
import type { RealServer } from './server.ts';

/** A server that was judged. */
export interface Judged {
  readonly server: RealServer;
  readonly report: Report;
}

const HEAD = `# Real servers

<!-- Written by \`npm run real-servers\` from runs, when every server could be installed. -->

Servers that nobody here wrote, installed from the registries, each judged by a run of the suite with \`TARGET_OFFERS\`. Before each stands a
front that adds HTTPS, the paths of the interface and a listing of one deployment, and sends on what the server answers byte by byte. Users and groups
were created through the server's own SCIM API. Every MUST that fails is pinned with the sentence that the server breaks
(\`tests/suite/real-servers/expected.ts\`): the command exits 1 when another one fails, or one of these no longer does.
`;

const LONGEST = 300;

const cell = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').replaceAll('|', '\\|');
  return line.length > LONGEST ? `${line.slice(0, LONGEST)} …` : line;
};

const rowOf = ({ id, level, sentence, received, curl }: Finding): string =>
  `| \`${id}\` | ${level} | ${cell(sentence)} | ${cell(received)} | \`${curl.replaceAll('|', '\\|')}\` |`;

/** How many requirements of a level hold, and so on, in words. */
export function counted({ summary }: Report, level: 'MUST' | 'SHOULD'): string {
  const { pass, fail, inconclusive, 'not-tested': untested } = summary[level];
  return `${level}: ${pass} hold, ${fail} failed, ${inconclusive} inconclusive, ${untested} not tested`;
}

function partOf({ server, report }: Judged): string {
  const { title, packages, set } = server;
  const findings = findingsIn(server, report);
  return [
    `## ${title}`,
    '',
    `From ${packages.from}: ${packages.names.map((name) => `\`${name}\``).join(', ')}. ${set}`,
    '',
    `${counted(report, 'MUST')}. ${counted(report, 'SHOULD')}.`,
    '',
    ...(findings.length > 0
      ? [
          '| failed | level | the sentence that it breaks | what came | the request |',
          '|---|---|---|---|---|',
          ...findings.map(rowOf),
          '',
        ]
      : []),
  ].join('\n');
}

/** The page `docs/real-servers.md`. */
export const page = (judged: readonly Judged[]): string => [HEAD, ...judged.map(partOf)].join('\n');
