import type { Exchange } from '../../../fixtures/http/exchange.ts';
import { isAccepted, isRedirect, isRefused, isTurnedAway, textsOf } from '../../../fixtures/http/exchange.ts';
import type { Contract } from '../../../schemas/contract.ts';
import type { Har, HarCheck, HarEntry } from '../../../schemas/har.ts';
import { REFUSALS } from '../../../schemas/recording.ts';
import type { Report } from '../../report.ts';
import { type Check, checked } from './check.ts';
import { exchangeOf, placeOf } from './recorded-exchange.ts';

/** Judges every recorded answer by the contract: what breaks it must have failed the requirement that owns the broken part. */
export function judgeAnswers(har: Har, report: Report, contract: Contract): Check {
  const failed = new Set(report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id));
  let judged = 0;
  let left = 0;
  const problems = har.log.entries.flatMap((entry) => {
    if (!entry._checks.some(({ check }) => check === 'contract')) return [];
    const exchange = exchangeOf(entry);
    if (!exchange) {
      left += 1;
      return [];
    }
    judged += 1;
    return contract
      .judgeAnswer(entry._operation, exchange, () => undefined)
      .filter(({ requirement }) => requirement && !failed.has(requirement))
      .map(
        ({ requirement, pointer, expected }) =>
          `${placeOf(entry)} breaks ${requirement}, which report.json does not fail: expected ${pointer || 'the answer'} ${expected}`,
      );
  });
  const without = left === 0 ? '' : `; ${left} without their bodies were not`;
  return checked('answers', `${judged} answers judged again by the contract${without}`, problems);
}

/** What a check asks of an answer. */
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
