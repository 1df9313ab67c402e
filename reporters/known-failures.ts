import { type Baseline, isExpired, type KnownFailure } from '../schemas/baseline.ts';
import type { Failure } from '../schemas/evidence.ts';
import { visible } from '../schemas/visible-text.ts';
import type { Report, ReportedRequirement } from './report.ts';

type Listed = Pick<
  ReportedRequirement,
  'baseline' | 'baselineReason' | 'baselineTicket' | 'baselineObjection'
>;

type Row = Pick<ReportedRequirement, 'id' | 'level' | 'verdict'>;

const NOT_LISTED: Listed = { baseline: null, baselineReason: '', baselineTicket: '', baselineObjection: '' };

/** What the baseline says of a requirement and its failures: nothing of one that neither passed nor failed. */
export function listed(row: Row, failures: readonly Failure[], baseline: Baseline, now: Date): Listed {
  const known = baseline.get(row.id);
  if (!known || (row.verdict !== 'fail' && row.verdict !== 'pass')) return NOT_LISTED;
  return {
    ...judgeEntry(row, failures, known, now),
    baselineReason: known.expires ? `${known.reason} (until ${known.expires})` : known.reason,
    baselineTicket: known.ticket,
  };
}

export const withBaseline = (report: Report, baseline: Baseline, now: Date): Report => ({
  ...report,
  requirements: report.requirements.map((row) => {
    const failures = row.tests.flatMap((test) => test.failures);
    return { ...row, ...listed(row, failures, baseline, now) };
  }),
});

function judgeEntry(
  { id, level, verdict }: Row,
  failures: readonly Failure[],
  known: KnownFailure,
  now: Date,
): Pick<Listed, 'baseline' | 'baselineObjection'> {
  const { place, expires, only } = known;
  const state = (baseline: Listed['baseline'], objection = '') => ({
    baseline,
    baselineObjection: objection && `${place}: ${objection}`,
  });
  if (verdict === 'pass') return state('stale', `remove "${id}": it passes now`);
  const advice = level === 'MUST' ? ', or give it a later day' : '';
  if (isExpired(known, now))
    return state('expired', `remove "${id}"${advice}: it was tolerated until ${expires}`);
  const others = failures.filter((failure) => !isAbout(only, failure));
  const [other] = others;
  if (only.length === 0 || (failures.length > 0 && !other)) return state('known');
  if (others.length === failures.length)
    return state('beyond', `remove "${id}", or correct its only, which matches nothing: ${told(other)}`);
  // A broken SHOULD fails no run, in whichever way it is broken.
  const isOwed = level === 'MUST';
  return state(
    'beyond',
    isOwed ? `"${id}" fails in another way, too, than its only says: ${told(other)}` : '',
  );
}

/** White space of a text that is told in several lines does not count. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

const isAbout = (only: readonly string[], { expected, received }: Failure): boolean =>
  only.some((text) => [expected, received].some((own) => oneLine(own).includes(oneLine(text))));

const told = (failure: Failure | undefined): string =>
  failure
    ? `expected ${visible(failure.expected, 160)}, received ${visible(failure.received, 160)}`
    : 'the report shows nothing of how it failed';
