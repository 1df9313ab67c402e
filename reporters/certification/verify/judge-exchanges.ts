import { parseBody } from '../../../fixtures/http/body.ts';
import {
  type Exchange,
  isAccepted,
  isRedirect,
  isRefused,
  isTurnedAway,
  mediaTypeOf,
  movedBySlash,
  textsOf,
} from '../../../fixtures/http/exchange.ts';
import type { Contract } from '../../../schemas/contract.ts';
import { type Har, type HarCheck, type HarEntry, type HarPage, workerOf } from '../../../schemas/har.ts';
import { CONTROLS, REFUSALS } from '../../../schemas/recording.ts';
import { groupBy, sentences } from '../../lists.ts';
import type { Report, ReportedTest } from '../../report.ts';
import { type Check, checked } from './parts.ts';

/** A recorded answer, as the client would have read it; undefined where none came, or its body was left out. */
export function exchangeOf({ request, response, _operation }: HarEntry): Exchange | undefined {
  const { content, status } = response;
  if (status === 0 || content.text === undefined) return undefined;
  // By name in lower case, as the client reads them.
  const headers = Object.fromEntries(response.headers.map(({ name, value }) => [name.toLowerCase(), value]));
  const movedTo = movedBySlash(request.url, status, headers);
  return {
    operation: _operation,
    status,
    headers,
    mediaType: mediaTypeOf(headers),
    text: content.text,
    ...parseBody({ text: content.text }),
    ...(movedTo === undefined ? {} : { movedTo }),
    curl: '',
  };
}

export const placeOf = ({ pageref, _number, _operation, response }: HarEntry): string =>
  `exchange ${_number} (${pageref}, ${_operation} answered ${response.status})`;

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
    ...sentences({ 'exchanges.har tells a test twice': pageOf.size !== pages.length }),
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
  const says = `${entries.length} exchanges of ${pages.length} tests, as many as report.json counts, all within the time of the run`;
  return checked('exchanges', says, problems);
}

function compared(key: string, test: ReportedTest, page: HarPage, entries: readonly HarEntry[]): string[] {
  const held = entries.flatMap(({ _checks }) => _checks).filter((check) => check.held);
  const controls = held.filter(({ check }) => CONTROLS.includes(check)).length;
  const refusals = held.filter(({ check }) => REFUSALS.includes(check)).length;
  const { failed } = page._test;
  return sentences({
    [`${key}: report.json counts ${test.requests} requests, and exchanges.har ${page._requests}`]:
      page._requests !== test.requests,
    [`${key}: report.json counts ${test.controls} controls, and exchanges.har holds ${controls}`]:
      controls !== test.controls,
    [`${key}: report.json counts ${test.refusals} refusals, and exchanges.har holds ${refusals}`]:
      refusals !== test.refusals,
    [`${key}: report.json says ${test.status}, and exchanges.har that it ${failed ? 'failed' : 'did not fail'}`]:
      failed !== (test.status === 'failed'),
    [`${key}: exchanges.har holds more exchanges than it counts`]: entries.length > page._requests,
  });
}

function strays(entries: readonly HarEntry[], pages: readonly HarPage[]): string[] {
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

/** Judges every recorded answer by the contract: what breaks it must have failed the requirement that owns the broken part. */
export function judgeAnswers(har: Har, report: Report, contract: Contract): Check {
  const failed = new Set(report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  const owed = har.log.entries.filter(({ _checks }) => _checks.some(({ check }) => check === 'contract'));
  const read = owed.flatMap((entry) => {
    const exchange = exchangeOf(entry);
    return exchange ? [{ entry, exchange }] : [];
  });
  const problems = read.flatMap(({ entry, exchange }) =>
    contract
      .judgeAnswer(entry._operation, exchange, () => undefined)
      .filter(({ requirement }) => requirement && !failed.has(requirement))
      .map(
        ({ requirement, pointer, expected }) =>
          `${placeOf(entry)} breaks ${requirement}, which report.json does not fail: expected ${pointer || 'the answer'} ${expected}`,
      ),
  );
  const left = owed.length - read.length;
  const without = left === 0 ? '' : `; ${left} without their bodies were not`;
  return checked('answers', `${read.length} answers judged again by the contract${without}`, problems);
}

const HOLDS: Readonly<
  Record<Exclude<HarCheck['check'], 'contract'>, (answer: Exchange, wanted: string) => boolean>
> = {
  control: isAccepted,
  'let in': (answer) => ![401, 403].includes(answer.status) && !isRedirect(answer) && answer.status < 500,
  accepted: isAccepted,
  rejected: isRefused,
  'turned away': isTurnedAway,
  status: ({ status }, wanted) => String(status) === wanted,
  says: (answer, wanted) => textsOf(answer).some((text) => text.includes(wanted)),
};

/** A deletion that was repeated, because its answer was lost, may find nothing: it was accepted the first time. */
const isRepeatedDeletion = ({ request, response }: HarEntry, check: HarCheck['check']): boolean =>
  (check === 'control' || check === 'accepted') &&
  request.method === 'DELETE' &&
  [404, 410].includes(response.status);

/** Judges controls and refusals again, those of authentication included, from the recorded answers. */
export function judgeRefusals(har: Har): Check {
  let controls = 0;
  let refusals = 0;
  const judge = (
    entry: HarEntry,
    exchange: Exchange,
    { check, held, wanted = '', requirement }: HarCheck,
  ): string[] => {
    if (check === 'contract') return [];
    if (REFUSALS.includes(check)) refusals += 1;
    else controls += 1;
    const isTrue = HOLDS[check](exchange, wanted);
    if (isTrue === held || (held && isRepeatedDeletion(entry, check))) return [];
    return [
      `${placeOf(entry)} is told as "${check}${wanted && ` ${wanted}`}" for ${requirement}, which it ${isTrue ? 'is, although told otherwise' : 'is not'}`,
    ];
  };
  const problems = har.log.entries.flatMap((entry) => {
    const exchange = exchangeOf(entry);
    return exchange ? entry._checks.flatMap((check) => judge(entry, exchange, check)) : [];
  });
  return checked('refusals', `${controls} controls and ${refusals} refusals judged again`, problems);
}

/** Whether no test that held has a check that did not. */
export function checkFailed(har: Har): Check {
  const failed = new Set(har.log.pages.filter(({ _test }) => _test.failed).map(({ id }) => id));
  const problems = har.log.entries
    .filter(
      ({ pageref, _checks }) =>
        !failed.has(pageref) && _checks.some(({ held, check }) => !held && check !== 'contract'),
    )
    .map((entry) => `${placeOf(entry)} did not hold, and its test is told as one that did`);
  return checked(
    'tests',
    `${har.log.pages.length} tests, none told as held with a check that did not`,
    problems,
  );
}
