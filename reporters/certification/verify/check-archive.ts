import { type Har, type HarEntry, type HarPage, headerIn, workerOf } from '../../../schemas/har.ts';
import { BODIES_OF_WORKER, CONTROLS, LONGEST_BODY, REFUSALS } from '../../../schemas/recording.ts';
import { groupBy, sentences } from '../../lists.ts';
import type { Report, ReportedTest } from '../../report.ts';
import { BODIES, OTHERS_OF_TEST } from '../har.ts';
import { type Check, checked } from './parts.ts';

/** Clocks of one machine, in milliseconds. */
const TOLERANCE_MS = 1_000;

const keyOf = ({ file, line, title }: { file: string; line: number; title: string }): string =>
  `${file}:${line} "${title}"`;

/** Whether the archive is that of the run that the report tells of: its tests, their requests, and when they were sent. */
export function checkHar(har: Har, report: Report): Check {
  const { pages, entries } = har.log;
  const tests = new Map(
    report.requirements.flatMap((row) => row.tests.map((test) => [keyOf(test), test] as const)),
  );
  const entriesOf = groupBy(entries, ({ pageref }) => pageref);
  const pageOf = new Map(pages.map((page) => [keyOf({ ...page._test, title: page.title }), page]));
  const problems = [
    ...sentences(pageOf.size !== pages.length && 'exchanges.har tells a test twice'),
    ...[...tests].flatMap(([key, test]) => {
      const page = pageOf.get(key);
      return page
        ? differencesOf(key, test, page, entriesOf.get(page.id) ?? [])
        : [`${key} is in report.json, and not in exchanges.har`];
    }),
    ...[...pageOf.keys()]
      .filter((key) => !tests.has(key))
      .map((key) => `${key} is in exchanges.har, and not in report.json`),
    ...strayExchanges(entries, pages),
    ...outsideRun(entries, report),
    ...wrongClocks(entries, report),
    ...otherAddresses(har, report),
    ...takenAway(har),
  ];
  const says = `${entries.length} exchanges of ${pages.length} tests, as many as report.json counts, all of this target, and within the time of the run`;
  return checked('exchanges', says, problems);
}

function differencesOf(
  key: string,
  test: ReportedTest,
  page: HarPage,
  entries: readonly HarEntry[],
): string[] {
  const held = entries.flatMap(({ _checks }) => _checks).filter((check) => check.held);
  const controls = held.filter(({ check }) => CONTROLS.includes(check)).length;
  const refusals = held.filter(({ check }) => REFUSALS.includes(check)).length;
  const { failed } = page._test;
  return sentences(
    page._requests !== test.requests &&
      `${key}: report.json counts ${test.requests} requests, and exchanges.har ${page._requests}`,
    controls !== test.controls &&
      `${key}: report.json counts ${test.controls} controls, and exchanges.har holds ${controls}`,
    refusals !== test.refusals &&
      `${key}: report.json counts ${test.refusals} refusals, and exchanges.har holds ${refusals}`,
    failed !== (test.status === 'failed') &&
      `${key}: report.json says ${test.status}, and exchanges.har that it ${failed ? 'failed' : 'did not fail'}`,
    entries.length > page._requests && `${key}: exchanges.har holds more exchanges than it counts`,
  );
}

function strayExchanges(entries: readonly HarEntry[], pages: readonly HarPage[]): string[] {
  const ids = new Set(pages.map(({ id }) => id));
  const told = groupBy(entries, (entry) => `${workerOf(entry)}, exchange ${entry._number}`);
  return [
    ...entries
      .filter(({ pageref }) => !ids.has(pageref))
      .map(({ _number }) => `exchange ${_number} of exchanges.har belongs to no test`),
    ...[...told]
      .filter(([, same]) => same.length > 1)
      .map(([exchange]) => `exchanges.har holds ${exchange} twice`),
  ];
}

/** Exchanges outside the run, or of a worker in another order than that in which they ended. */
function outsideRun(entries: readonly HarEntry[], { run }: Report): string[] {
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

/** How far the clock of an honest server may be from that of the run. */
const CLOCKS_APART_MS = 7 * 24 * 60 * 60 * 1_000;

/** A run that has not begun yet, and answers whose own `Date` (RFC 9110 section 6.6.1) is that of another week. */
function wrongClocks(entries: readonly HarEntry[], { run }: Report): string[] {
  const apart = entries.flatMap(({ response, startedDateTime, _number }) => {
    const text = headerIn(response.headers, 'date') ?? '';
    const date = Date.parse(text);
    return Math.abs(date - Date.parse(startedDateTime)) > CLOCKS_APART_MS
      ? [`exchange ${_number} was sent at ${startedDateTime}, and its answer is dated ${text}`]
      : [];
  });
  return [
    ...sentences(
      Date.parse(run.startedAt) > Date.now() + CLOCKS_APART_MS &&
        `the run of report.json begins in the future, at ${run.startedAt}: is the clock of this machine right?`,
    ),
    ...apart,
  ];
}

/** Its tests alone send over plain HTTP, to see it refused. */
const HTTPS_ONLY = 'auth-https-only';

const originOf = ({ request }: HarEntry): string => new URL(request.url).origin;
const isPlainHttp = ({ request }: HarEntry): boolean => request.url.startsWith('http:');

const baseIn = (url: string): string => url.split(/\/(?:v1|scim|chat)\//, 1)[0] ?? '';

/** Exchanges with another target than that of the report, and over plain HTTP. */
function otherAddresses({ log }: Har, { target }: Report): string[] {
  const httpsOnly = new Set(
    log.pages.filter(({ _test }) => _test.requirement === HTTPS_ONLY).map(({ id }) => id),
  );
  const entries = log.entries.filter((entry) => !(isPlainHttp(entry) && httpsOnly.has(entry.pageref)));
  const plain = target.baseUrl.startsWith('http:') ? [] : entries.filter(isPlainHttp);
  const ofFamily = (family: string): HarEntry[] =>
    entries.filter(({ _operation }) => (/^(data|ai)[A-Z]/.exec(_operation)?.[1] ?? 'platform') === family);
  return [
    ...plain.map((entry) => `exchange ${entry._number} was sent over plain HTTP, to ${originOf(entry)}`),
    ...[
      ...otherBases(ofFamily('platform'), target),
      // The Data API and the AI API have one address each, which the report does not name.
      ...['data', 'ai'].flatMap((family) => [...groupBy(ofFamily(family), originOf)].slice(1)),
    ].map(
      ([address, [first]]) =>
        `exchange ${first?._number} was sent to ${address}, and report.json is that of ${target.baseUrl}`,
    ),
  ];
}

/** The exchanges of the platform under other base addresses than the target's, by address. */
function otherBases(
  entries: readonly HarEntry[],
  { baseUrl, settings }: Report['target'],
): (readonly [address: string, entries: readonly HarEntry[]])[] {
  const base = (URL.canParse(baseUrl) ? new URL(baseUrl).href : '').replace(/\/+$/, '');
  // The address may hold what begins the paths of the interface, and tests of strangers write it in capitals, too.
  const baseOf = ({ request: { url } }: HarEntry): string =>
    url.toLowerCase().startsWith(`${base.toLowerCase()}/`) ? base : baseIn(url);
  const others = [...groupBy(entries, baseOf)].filter(([address]) => address !== base);
  if (!settings.includes('TARGET_PLAIN_BASE_URL')) return others;
  // The tenant without creator mode has keys and an address of its own: the one to which most of their requests went.
  const withPlainKeys = (own: readonly HarEntry[]): number =>
    own.filter(({ _caller }) => _caller?.startsWith('TARGET_PLAIN_')).length;
  const [plainTenant] = others.toSorted(([, a], [, b]) => withPlainKeys(b) - withPlainKeys(a));
  return others.filter((one) => one !== plainTenant || withPlainKeys(one[1]) === 0);
}

/** Exchanges and bodies that recording leaves out for no reason of its own: somebody took them away. */
function takenAway({ log }: Har): string[] {
  const ofTest = groupBy(log.entries, ({ pageref }) => pageref);
  const sizeOf = (entry: HarEntry): number => statedLength(entry) ?? entry.response.content.size;
  const ofWorker = groupBy(log.entries, workerOf);
  const isFull = (entries: readonly HarEntry[], limit: number): boolean =>
    entries.reduce((sum, entry) => sum + sizeOf(entry), 0) > limit;
  const mayLack =
    isFull(log.entries, BODIES) || [...ofWorker.values()].some((own) => isFull(own, BODIES_OF_WORKER));
  const lacking = log.entries.filter(
    ({ response: { status, content } }) => status > 0 && content.text === undefined,
  );
  return [
    ...log.pages.flatMap(({ id, title, _requests }) => {
      const there = ofTest.get(id)?.length ?? 0;
      return there < Math.min(_requests, OTHERS_OF_TEST)
        ? [`"${title}" sent ${_requests} requests, and exchanges.har holds ${there}: others were taken away`]
        : [];
    }),
    ...lacking
      .filter((entry) => !mayLack && sizeOf(entry) <= LONGEST_BODY)
      .map(({ _number }) => `exchange ${_number} lacks its body, which was short enough to be kept`),
    ...log.entries
      .filter(
        ({ response: { content } }) =>
          content.text !== undefined && Buffer.byteLength(content.text) !== content.size,
      )
      .map(({ _number }) => `exchange ${_number} has another body than that whose size it states`),
  ];
}

/** The `Content-Length` of an answer; undefined where there is none, or the body was coded on its way. */
function statedLength({ response: { headers } }: HarEntry): number | undefined {
  const length = headerIn(headers, 'content-length');
  return length === undefined || headerIn(headers, 'content-encoding') ? undefined : Number(length);
}
