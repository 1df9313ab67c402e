/** What one part of verifying found. */
export interface Check {
  /** What was looked at, e.g. `manifest`. */
  name: string;
  /** What holds, in a sentence; of what could not be looked at, why. */
  says: string;
  /** What is wrong, a sentence each, and where. */
  problems: string[];
  /** Set where nothing was looked at. */
  isSkipped?: true;
}

/** How many problems of a check are told: one is enough to refuse a bundle. */
const TOLD = 12;

/** A check with the first of its problems. */
export function checked(name: string, says: string, problems: readonly string[]): Check {
  const distinct = [...new Set(problems)];
  const more = distinct.length - TOLD;
  return {
    name,
    says,
    problems: [...distinct.slice(0, TOLD), ...(more > 0 ? [`and ${more} more of this kind`] : [])],
  };
}
