import { type Baseline, isExpired, type KnownFailure } from '../schemas/baseline.ts';
import type { Failure } from '../schemas/evidence.ts';
import { visible } from '../schemas/visible-text.ts';
import type { ReportedRequirement, StoredReport } from './report.ts';

export type Listed = Pick<
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

export const withBaseline = (report: StoredReport, baseline: Baseline, now: Date): StoredReport => ({
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
  if (verdict === 'pass')
    return { baseline: 'stale', baselineObjection: `${place}: remove "${id}": it passes now` };
  if (isExpired(known, now)) {
    const advice = level === 'MUST' ? ', or give it a later day' : '';
    const baselineObjection = `${place}: remove "${id}"${advice}: it was tolerated until ${expires}`;
    return { baseline: 'expired', baselineObjection };
  }
  const others = failures.filter((failure) => !isAbout(only, failure));
  const [other] = others;
  if (only.length === 0 || (failures.length > 0 && !other))
    return { baseline: 'known', baselineObjection: '' };
  if (others.length === failures.length)
    return {
      baseline: 'beyond',
      baselineObjection: `${place}: remove "${id}", or correct its only, which matches nothing: ${told(other)}`,
    };
  // A broken SHOULD fails no run, in whichever way it is broken.
  const baselineObjection =
    level === 'MUST' ? `${place}: "${id}" fails in another way, too, than its only says: ${told(other)}` : '';
  return { baseline: 'beyond', baselineObjection };
}

/** White space of a text that is told in several lines does not count. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

const isAbout = (only: readonly string[], { expected, received }: Failure): boolean =>
  only.some((text) => [expected, received].some((own) => oneLine(own).includes(oneLine(text))));

const told = (failure: Failure | undefined): string =>
  failure
    ? `expected ${visible(failure.expected, 160)}, received ${visible(failure.received, 160)}`
    : 'the report shows nothing of how it failed';
