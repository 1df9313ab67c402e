import { catalogue, isExcluded, type Requirement } from '../../../schemas/requirements.ts';
import { catalogueDigest, NEVER_JUDGED } from '../../build-report.ts';
import { objections, whyUnsteady } from '../../exit.ts';
import { sentences } from '../../lists.ts';
import type { Report, ReportedRequirement } from '../../report.ts';
import { count, type JudgedRequirement, judgeProfiles, overall } from '../../verdicts.ts';
import { type Check, checked } from './parts.ts';

export const isSame = (left: unknown, right: unknown): boolean =>
  JSON.stringify(left) === JSON.stringify(right);

/** Whether a report follows from what its tests found: every verdict, every count, and what objects to the run. */
export function checkReport(report: Report): Check {
  const { requirements } = report;
  const byId = new Map(requirements.map((row) => [row.id, row]));
  const missing = catalogue
    .filter(({ id }) => !byId.has(id))
    .map(({ id }) => `${id} is missing from report.json`);
  const rows = catalogue.flatMap((row) => {
    const told = byId.get(row.id);
    return told ? [{ row, told }] : [];
  });
  const problems = [
    ...sentences({
      'report.json was made with another catalogue of requirements than this checkout has':
        report.suite.catalogueDigest !== catalogueDigest(),
      'report.json tells a requirement twice': byId.size !== requirements.length,
    }),
    ...missing,
    ...rows.flatMap(({ row, told }) => [...asInCatalogue(row, told), ...verdictFollows(told)]),
    ...(missing.length === 0 ? sumsFollow(report, rows) : []),
  ];
  return checked(
    'report',
    `${requirements.length} requirements, each verdict follows from its tests, and all counts from the verdicts`,
    problems,
  );
}

function asInCatalogue(row: Requirement, told: ReportedRequirement): string[] {
  const { id, statement, source } = row;
  const { level, profile } = isExcluded(row) ? NEVER_JUDGED : row;
  return Object.entries({ level, profile, statement, source })
    .filter(([field, value]) => told[field as 'statement'] !== value)
    .map(([field]) => `${id}: report.json tells another ${field} than the catalogue`);
}

/** What tests found decides on the verdict. A test that was left aside beside others may stay untested. */
function verdictFollows({ id, verdict, tests }: ReportedRequirement): string[] {
  const has = (...statuses: string[]): boolean => tests.some(({ status }) => statuses.includes(status));
  const failed = has('failed') || tests.some(({ failures }) => failures.length > 0);
  const claims = (why: string): string[] => [`${id} is told as "${verdict}", and ${why}`];
  if (failed && verdict !== 'fail') return claims('one of its tests failed');
  if (verdict === 'fail' && !failed) return claims('none of its tests failed');
  if (verdict !== 'pass') return [];
  if (!has('passed')) return claims('none of its tests passed');
  return has('error', 'flaky', 'inconclusive', 'not-run') ? claims('not all of its tests ended') : [];
}

/** Counts, profiles and the verdict of the run, as its requirements give them. */
function sumsFollow(
  report: Report,
  rows: readonly { row: Requirement; told: ReportedRequirement }[],
): string[] {
  const judged = rows.map(
    ({ row, told: { verdict, reason, tests } }): JudgedRequirement => ({
      row,
      verdict,
      reason,
      outcomes: [],
      violations: [],
      suiteError: tests.some(({ status }) => status === 'error'),
    }),
  );
  const { run, gate } = report;
  const verdict = overall(judged, {
    complete: run.complete,
    filtered: run.filtered,
    steady: whyUnsteady(run) === undefined,
    offers: report.target.offers,
    shard: run.shard,
  });
  const expected = {
    summary: { MUST: count(judged, 'MUST'), SHOULD: count(judged, 'SHOULD') },
    profiles: judgeProfiles(judged, run.shard),
    verdict,
  };
  const requests = report.requirements
    .flatMap(({ tests }) => tests)
    .map((test) => [`${test.file}:${test.line}:${test.title}`, test.requests ?? 0] as const);
  const sent = [...new Map(requests).values()].reduce((sum, one) => sum + one, 0);
  return [
    ...Object.entries(expected)
      .filter(([field, value]) => !isSame(report[field as keyof typeof expected], value))
      .map(([field]) => `the ${field} of report.json does not follow from its requirements`),
    ...sentences({
      'what objects to the run, in report.json, does not follow from it': !isSame(
        gate.objections,
        objections(report, gate.required),
      ),
      [`report.json tells ${run.requests} requests, and its tests sent ${sent}`]: sent !== run.requests,
    }),
  ];
}

/** What keeps a run from being certified, whatever came of it: it was not whole, or not of a target of its own. */
export function whyNotWhole({ run, target, requirements, overlay }: Report): string[] {
  const known = requirements.find(({ baseline }) => baseline !== null);
  return sentences({
    'the embedded target was judged: it is no product': target.embedded,
    'tests were left out of the run': run.filtered && run.complete,
    [`the contract was changed by the overlay ${overlay?.file}`]: overlay !== null,
    [`it is shard ${run.shard?.current} of ${run.shard?.total} alone`]: run.shard !== null,
    'the run did not end, or a part of it is missing': !run.complete,
    [`a baseline of known failures was used, for ${known?.id}`]: known !== undefined,
  });
}
