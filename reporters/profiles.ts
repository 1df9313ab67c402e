import type { Shard } from '../schemas/evidence.ts';
import { isExcluded, PROFILES } from '../schemas/requirements.ts';
import type { ReportedProfile } from './report.ts';
import { type Counts, count, type JudgedRequirement } from './verdicts.ts';

/** The verdict of each profile: what the run says of it alone, whatever became of the others. A shard alone gives none. */
export function judgeProfiles(judged: readonly JudgedRequirement[], shard: Shard | null): ReportedProfile[] {
  return PROFILES.map((name) => {
    const own = judged.filter(({ row }) => !isExcluded(row) && row.profile === name);
    const summary = { MUST: count(own, 'MUST'), SHOULD: count(own, 'SHOULD') };
    const hasMust = own.some(({ row }) => !isExcluded(row) && row.level === 'MUST');
    const owed = hasMust ? summary.MUST : asVerified(summary.SHOULD);
    return { name, verdict: verdictOf(owed, shard !== null), summary };
  });
}

/** A profile of good practice alone: what is not followed was verified, and fails nothing. */
const asVerified = (counts: Counts): Counts => ({ ...counts, pass: counts.pass + counts.fail, fail: 0 });

/** Nothing untested reads as conformant: a profile is, when every MUST that the target owes was verified. */
function verdictOf(counts: Counts, isShard: boolean): ReportedProfile['verdict'] {
  const { pass, fail, inconclusive, 'not-tested': notTested } = counts;
  if (pass + fail + inconclusive === 0) return notTested === 0 ? 'not applicable' : 'not tested';
  if (isShard) return 'undetermined';
  if (fail > 0) return 'not conformant';
  return inconclusive + notTested === 0 ? 'conformant' : 'undetermined';
}
