import leven from 'leven';

/** The name that a misspelt one was most likely meant to be, by edit distance. */
export function nearest(written: string, known: readonly string[]): string {
  const [first = ''] = [...known].sort((a, b) => leven(written, a) - leven(written, b));
  return first;
}

/** How many letters a misspelt name may differ in: the names of other variables differ in more. */
const MISSPELT = 2;

/** The setting that a variable was meant to be that nobody reads; undefined where it is one, or is about something else. */
export const settingMeantBy = (variable: string, settings: readonly string[]): string | undefined =>
  settings.includes(variable)
    ? undefined
    : settings.find((name) => leven(name, variable.toUpperCase()) <= MISSPELT);
