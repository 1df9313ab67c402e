import leven from 'leven';

/** The name that a misspelt one was most likely meant to be, by edit distance. */
export function nearest(written: string, known: readonly string[]): string {
  const [first = ''] = [...known].sort((a, b) => leven(written, a) - leven(written, b));
  return first;
}
