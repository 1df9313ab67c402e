/** A failure that is known, and tolerated for a stated reason. */
export interface KnownFailure {
  reason: string;
  /** Where it is worked on; empty where the entry names nothing. */
  ticket: string;
  /** The last day on which it is tolerated, as YYYY-MM-DD; undefined where it does not end. */
  expires?: string | undefined;
  /** What of the requirement is known: each failure must contain one of these texts. Empty: whatever fails. */
  only: readonly string[];
  /** File and line of the entry, as `conformance-baseline.yaml:12`. */
  place: string;
}

/** Known failures by requirement id. */
export type Baseline = ReadonlyMap<string, KnownFailure>;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is a day of the calendar, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  // A date beyond the end of its month is read as one of the next month.
  return DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

/** Whether a known failure is no longer tolerated. */
export const isExpired = ({ expires }: Pick<KnownFailure, 'expires'>, now: Date): boolean =>
  expires !== undefined && now.toISOString().slice(0, 10) > expires;
