import type { Report, ReportedRequirement } from '../../../reporters/report.ts';
import { testsInError, withVerdict } from '../support/report-queries.ts';
import type { Run } from '../support/run-suite.ts';
import { EXPECTED } from './expected.ts';
import type { RealServer } from './server.ts';

const mustsWith = (report: Report, verdict: string): ReportedRequirement[] =>
  withVerdict(report, verdict).filter(({ level }) => level === 'MUST');

/**
 * What of a run is not as expected; empty where all is.
 *
 * @param run - against that server
 */
export function objectionsTo({ name, holds }: RealServer, { report, output }: Run): string[] {
  if (!report) return [`no report: ${output.trim().split('\n').slice(-3).join(' ')}`];
  const expected = EXPECTED[name] ?? {};
  const failed = mustsWith(report, 'fail');
  const verified = mustsWith(report, 'pass').length;
  return [
    ...failed
      .filter(({ id }) => !(id in expected))
      .map(
        ({ id }) =>
          `${id} fails. Is the server at fault? Then quote the sentence in expected.ts; else mend the check.`,
      ),
    ...Object.keys(expected)
      .filter((id) => !failed.some((row) => row.id === id))
      .map((id) => `${id} does not fail, though expected.ts says that the server breaks it.`),
    ...mustsWith(report, 'inconclusive').map(({ id, reason }) => `${id} is inconclusive: ${reason}`),
    ...testsInError(report).map(({ title }) => `an error of the suite: ${title}`),
    ...(verified < holds ? [`${verified} MUST hold, expected ${holds} at least: it was not judged.`] : []),
  ];
}

/** A requirement that a server fails: what the page tells of it. */
export interface Finding {
  readonly id: string;
  readonly level: 'MUST' | 'SHOULD';
  readonly sentence: string;
  readonly received: string;
  readonly curl: string;
}

/** The requirements that a server fails, the MUST first. */
export function findingsIn({ name }: RealServer, report: Report): Finding[] {
  return withVerdict(report, 'fail')
    .map(({ id, level, statement, tests }) => {
      const [failure] = tests.flatMap(({ failures }) => failures);
      const { quote, from } = EXPECTED[name]?.[id] ?? {};
      const sentence = quote === undefined ? statement : `“${quote}” (${from})`;
      const received = `expected ${failure?.expected}, received ${failure?.received}`;
      return { id, level, sentence, received, curl: failure?.curl ?? '' };
    })
    .sort((a, b) => a.level.localeCompare(b.level));
}
