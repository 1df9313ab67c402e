import { parseBody } from '../../../fixtures/http/body.ts';
import {
  type Exchange,
  isAccepted,
  isLetIn,
  isRefused,
  isTurnedAway,
  mediaTypeOf,
  movedBySlash,
  says,
} from '../../../fixtures/http/exchange.ts';
import { isGone } from '../../../fixtures/http/status.ts';
import type { Contract } from '../../../schemas/contract.ts';
import type { Har, HarCheck, HarEntry } from '../../../schemas/har.ts';
import { REFUSALS } from '../../../schemas/recording.ts';
import { groupBy } from '../../lists.ts';
import type { Report } from '../../report.ts';
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
    ...parseBody({ text: content.text }, _operation),
    ...(movedTo === undefined ? {} : { movedTo }),
    curl: '',
  };
}

export const placeOf = ({ pageref, _number, _operation, response }: HarEntry): string =>
  `exchange ${_number} (${pageref}, ${_operation} answered ${response.status})`;

/**
 * Judges every recorded answer by the contract: what breaks it must have failed the requirement that owns the broken part. An accepted
 * answer is judged whether or not the archive says that it was, so that taking that away hides nothing.
 */
export function judgeAnswers(har: Har, report: Report, contract: Contract): Check {
  const failed = new Set(report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  const owed = har.log.entries
    .map((entry) => ({ entry, exchange: exchangeOf(entry) }))
    .filter(
      ({ entry, exchange }) =>
        entry._checks.some(({ check }) => check === 'contract') ||
        (exchange && isAccepted(exchange) && exchange.json !== undefined),
    );
  const read = owed.flatMap(({ entry, exchange }) => (exchange ? [{ entry, exchange }] : []));
  const ids = new Set(contract.operations.map(({ id }) => id));
  const [stranger] = read.filter(({ entry }) => !ids.has(entry._operation));
  if (stranger)
    return checked('answers', '', [`${placeOf(stranger.entry)} is of no operation of the contract`]);
  const broken = read.flatMap(({ entry, exchange }) =>
    contract
      .judgeAnswer(entry._operation, exchange, () => undefined, entry.request.url)
      .filter(({ requirement }) => requirement && !failed.has(requirement))
      .map((violation) => ({ ...violation, entry })),
  );
  // One answer for each rule that was broken: it is enough to refuse a bundle.
  const problems = [...groupBy(broken, ({ requirement }) => requirement)].flatMap(([requirement, [first]]) =>
    first
      ? `${placeOf(first.entry)} breaks ${requirement}, which report.json does not fail: expected ${first.pointer || 'the answer'} ${first.expected}`
      : [],
  );
  const left = owed.length - read.length;
  const without = left === 0 ? '' : `; ${left} without their bodies were not`;
  return checked('answers', `${read.length} answers judged again by the contract${without}`, problems);
}

/** Whether a recorded answer passes each check; `wanted` is the status or the text that the check asks for. */
const PASSES: Readonly<
  Record<Exclude<HarCheck['check'], 'contract'>, (answer: Exchange, wanted: string) => boolean>
> = {
  control: isAccepted,
  'let in': (answer) => isLetIn(answer) && answer.status < 500,
  accepted: isAccepted,
  rejected: isRefused,
  'turned away': isTurnedAway,
  status: ({ status }, wanted) => String(status) === wanted,
  says,
};

/** A deletion that was repeated, because its answer was lost, may find nothing: it was accepted the first time. */
const isRepeatedDeletion = ({ request, response }: HarEntry, check: HarCheck['check']): boolean =>
  (check === 'control' || check === 'accepted') && request.method === 'DELETE' && isGone(response.status);

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
    const passes = PASSES[check](exchange, wanted);
    if (passes === held || (held && isRepeatedDeletion(entry, check))) return [];
    return [
      `${placeOf(entry)} is told as "${check}${wanted && ` ${wanted}`}" for ${requirement}, which it ${passes ? 'is, although told otherwise' : 'is not'}`,
    ];
  };
  const problems = har.log.entries.flatMap((entry) => {
    const exchange = exchangeOf(entry);
    return exchange ? entry._checks.flatMap((check) => judge(entry, exchange, check)) : [];
  });
  return checked('refusals', `${controls} controls and ${refusals} refusals judged again`, problems);
}

/** Whether every check of a test that passed did pass. A check of the contract is judged by itself. */
export function checkPassedTests(har: Har): Check {
  const failed = new Set(har.log.pages.filter(({ _test }) => _test.failed).map(({ id }) => id));
  const problems = har.log.entries
    .filter(
      ({ pageref, _checks }) =>
        !failed.has(pageref) && _checks.some(({ held, check }) => !held && check !== 'contract'),
    )
    .map((entry) => `${placeOf(entry)} has a check that failed, and the test is told as passed`);
  return checked(
    'tests',
    `${har.log.pages.length} tests, none told as passed with a check that failed`,
    problems,
  );
}
