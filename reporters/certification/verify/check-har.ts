import { type Har, type HarEntry, type HarPage, workerOf } from '../../../schemas/har.ts';
import { CONTROLS, REFUSALS } from '../../../schemas/recording.ts';
import { groupBy } from '../../group-by.ts';
import type { Report, ReportedTest } from '../../report.ts';
import { type Check, checked } from './check.ts';

/** Clocks of one machine, in milliseconds. */
const TOLERANCE_MS = 1_000;

const keyOf = ({ file, line, title }: { file: string; line: number; title: string }): string =>
  `${file}:${line} "${title}"`;

/** Whether the archive is that of the run that the report tells of: its tests, their requests, and when they were sent. */
export function checkHar(har: Har, report: Report): Check {
  const { pages, entries } = har.log;
  const tests = testsOf(report);
  const entriesOf = groupBy(entries, ({ pageref }) => pageref);
  const pageOf = new Map(pages.map((page) => [keyOf({ ...page._test, title: page.title }), page]));
  const problems = [
    ...(pageOf.size === pages.length ? [] : ['exchanges.har tells a test twice']),
    ...[...tests].flatMap(([key, test]) => {
      const page = pageOf.get(key);
      return page
        ? compared(key, test, page, entriesOf.get(page.id) ?? [])
        : [`${key} is in report.json, and not in exchanges.har`];
    }),
    ...[...pageOf.keys()]
      .filter((key) => !tests.has(key))
      .map((key) => `${key} is in exchanges.har, and not in report.json`),
    ...strays(entries, pages),
    ...times(entries, report),
  ];
  return checked(
    'exchanges',
    `${entries.length} exchanges of ${pages.length} tests, as many as report.json counts, all within the time of the run`,
    problems,
  );
}

const testsOf = (report: Report): Map<string, ReportedTest> =>
  new Map(report.requirements.flatMap(({ tests }) => tests.map((test) => [keyOf(test), test])));

/** What differs between a test in the report and the same test in the archive. */
function compared(key: string, test: ReportedTest, page: HarPage, entries: readonly HarEntry[]): string[] {
  const held = entries.flatMap(({ _checks }) => _checks).filter((check) => check.held);
  const found = {
    controls: held.filter(({ check }) => CONTROLS.includes(check)).length,
    refusals: held.filter(({ check }) => REFUSALS.includes(check)).length,
  };
  return [
    ...(page._requests === test.requests
      ? []
      : [`${key}: report.json counts ${test.requests} requests, and exchanges.har ${page._requests}`]),
    ...(['controls', 'refusals'] as const)
      .filter((what) => found[what] !== test[what])
      .map(
        (what) => `${key}: report.json counts ${test[what]} ${what}, and exchanges.har holds ${found[what]}`,
      ),
    ...(page._test.failed === (test.status === 'failed')
      ? []
      : [
          `${key}: report.json says ${test.status}, and exchanges.har that it ${page._test.failed ? 'failed' : 'did not fail'}`,
        ]),
    ...(entries.length > page._requests ? [`${key}: exchanges.har holds more exchanges than it counts`] : []),
  ];
}

/** Exchanges of no test, or told twice. */
function strays(entries: readonly HarEntry[], pages: readonly HarPage[]): string[] {
  const ids = new Set(pages.map(({ id }) => id));
  const numbers = entries.map((entry) => `${workerOf(entry)}, exchange ${entry._number}`);
  const seen = new Set<string>();
  const twice = numbers.filter((one) => seen.has(one) || !seen.add(one));
  return [
    ...entries
      .filter(({ pageref }) => !ids.has(pageref))
      .map(({ _number }) => `exchange ${_number} of exchanges.har belongs to no test`),
    ...twice.map((one) => `exchanges.har holds ${one} twice`),
  ];
}

/** Exchanges outside the run, or of a worker in another order than that in which they ended. */
function times(entries: readonly HarEntry[], { run }: Report): string[] {
  const begin = Date.parse(run.startedAt) - TOLERANCE_MS;
  const end = Date.parse(run.startedAt) + run.durationMs + TOLERANCE_MS;
  const endOf = ({ startedDateTime, time }: HarEntry): number => Date.parse(startedDateTime) + time;
  const outside = entries.filter((entry) => Date.parse(entry.startedDateTime) < begin || endOf(entry) > end);
  const workers = [...groupBy(entries, workerOf)];
  const outOfOrder = workers.flatMap(([worker, own]) => {
    const ordered = own.toSorted((a, b) => a._number - b._number);
    const at = ordered.findIndex((entry, index) => {
      const before = ordered[index - 1];
      return before !== undefined && endOf(entry) + TOLERANCE_MS < endOf(before);
    });
    return at < 0
      ? []
      : [`${worker}: exchange ${ordered[at]?._number} ended before one that was noted earlier`];
  });
  return [
    ...outside.map(
      ({ startedDateTime, _number }) =>
        `exchange ${_number} was sent at ${startedDateTime}, outside the run of report.json (${run.startedAt}, ${Math.round(run.durationMs / 1_000)} s): is it of another run?`,
    ),
    ...outOfOrder,
  ];
}
