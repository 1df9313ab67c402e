/** Control characters, those that change the direction of a text, and those that cannot be seen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/**
 * A text of unknown origin on one line that a terminal or a page shows as it is: characters that would act on either, or that
 * nobody would see, are written as their code points.
 *
 * @param longest - how many characters are shown at most
 */
export function visible(text: string, longest = 400): string {
  const shown = text
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return shown.length > longest ? `${shown.slice(0, longest)}… (${shown.length} characters)` : shown;
}
