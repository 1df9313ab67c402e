/** Control characters, those that change the direction of a text, and those that cannot be seen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

/** A character that is not shown, as its code point. */
const named = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

/**
 * A text of unknown origin on one line that a terminal or a page shows as it is: characters that would act on either, or that
 * nobody would see, are written as their code points.
 *
 * @param longest - how many characters are shown at most
 */
export function visible(text: string, longest = 400): string {
  // A text may have megabytes: what lies far behind the last character that is shown is not looked at.
  const shown = text
    .slice(0, longest * 10)
    .replace(/\s+/g, ' ')
    .replace(INVISIBLE, named);
  return shown.length > longest ? `${shown.slice(0, longest)}… (${text.length} characters)` : shown;
}

/**
 * A text of unknown origin on several lines, such as a story or a command: as {@link visible}, but the ends of lines, tabs and
 * runs of blanks stay.
 */
export const visibleLines = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(INVISIBLE, (character) =>
      character === '\n' || character === '\t' ? character : named(character),
    );
