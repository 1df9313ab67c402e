import { visible } from '../schemas/visible-text.ts';
import type { ReportedRequirement } from './report.ts';

const STATES = {
  known: 'known',
  beyond: 'not only what is known',
  expired: 'tolerated no longer',
  stale: 'the baseline lists it, and it passes now',
} as const;

/** What the baseline says of a requirement; nothing where it is not listed. */
export function tolerance({ baseline, baselineReason, baselineTicket }: ReportedRequirement): string {
  const why = [baselineReason, baselineTicket].filter(Boolean).join(', ');
  return baseline ? `${STATES[baseline]}: ${visible(why)}` : '';
}
