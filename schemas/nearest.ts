/**
 * The name that somebody who wrote another one most likely meant.
 *
 * @param written - a name that is not known
 * @param known - the names that are; one at least
 */
export function nearest(written: string, known: readonly string[]): string {
  const [first = ''] = [...known].sort((a, b) => editDistance(written, a) - editDistance(written, b));
  return first;
}

/** Levenshtein distance of two short names. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const substituted = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(substituted, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
