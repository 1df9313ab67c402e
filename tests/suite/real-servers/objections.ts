import type { Report, ReportedRequirement } from '../../../reporters/report.ts';
import { testsInError, withVerdict } from '../support/report-queries.ts';
import type { Run } from '../support/run-suite.ts';
import type { RealServer } from './server.ts';

const mustsWith = (report: Report, verdict: string): ReportedRequirement[] =>
  withVerdict(report, verdict).filter(({ level }) => level === 'MUST');

/**
 * What of a run is not as expected; empty where all is.
 *
 * @param run - against that server
 */
export function objectionsTo({ breaks, unseen = [], holds }: RealServer, { report, output }: Run): string[] {
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
    ...(verified < holds ? [`${verified} MUST hold, expected ${holds} at least: it was not judged.`] : []),
  ];
}
