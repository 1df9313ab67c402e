import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificate } from '../../../../fixtures/reference/certificate.ts';
import type { Report, ReportedRequirement } from '../../../../reporters/report.ts';
import { withTemporaryFolder } from '../../support/files.ts';
import { testsInError, withVerdict } from '../../support/report-queries.ts';
import { type Run, runSuite } from '../../support/run-suite.ts';
import { behindFront, seed, whileRunning } from './serve.ts';
import type { RealServer } from './servers.ts';

/** A run that takes longer than that is ended by the runner itself. */
const TIME_LIMIT_MS = 300_000;

/** Starts an installed server, fills it, and judges it in a run of the suite. */
export const judge = (server: RealServer, folder: string): Promise<Run> =>
  whileRunning(server, folder, (port) =>
    behindFront(port, server.scim, (origin) =>
      withTemporaryFolder(async (temporary) => {
        if (server.scim) await seed(origin);
        const authority = join(temporary, 'authority.pem');
        await writeFile(authority, (await certificate()).cert);
        const settings = { NODE_EXTRA_CA_CERTS: authority, ...server.settings(origin) };
        return runSuite(settings, [`--global-timeout=${TIME_LIMIT_MS}`]);
      }),
    ),
  );

const mustsWith = (report: Report, verdict: string): ReportedRequirement[] =>
  withVerdict(report, verdict).filter(({ level }) => level === 'MUST');

/** What of a run against a server is not as expected; empty where all is. */
export function objectionsTo({ breaks, unseen = [], passes }: RealServer, { report, output }: Run): string[] {
  if (!report) return [`no report: ${output.trim().split('\n').slice(-3).join(' ')}`];
  const failed = mustsWith(report, 'fail').map(({ id }) => id);
  const verified = mustsWith(report, 'pass').length;
  return [
    ...failed
      .filter((id) => !breaks.includes(id))
      .map(
        (id) =>
          `${id} fails. If the sentence it quotes is broken, name it in servers.ts; else mend the check.`,
      ),
    ...breaks
      .filter((id) => !failed.includes(id))
      .map((id) => `${id} does not fail, though servers.ts says that this server breaks it.`),
    ...mustsWith(report, 'inconclusive')
      .filter(({ id }) => !unseen.includes(id))
      .map(({ id, reason }) => `${id} is inconclusive: ${reason}`),
    ...report.run.errors.map((error) => `the run: ${error}`),
    ...testsInError(report).map(({ title }) => `an error of the suite: ${title}`),
    ...(verified < passes
      ? [`${verified} MUST passed, expected ${passes} at least: it was not judged.`]
      : []),
  ];
}
