/** Control characters, those that change the direction of a text, and those that cannot be seen. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu;

const codePoint = (character: string): string => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;

const cut = (text: string, longest: number): string =>
  text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;

/**
 * A text of unknown origin on one line that a terminal or a page shows as it is: characters that would act on either, or that
 * nobody would see, are written as their code points.
 *
 * @param longest - how many characters are shown at most
 */
export const visible = (text: string, longest = 400): string =>
  cut(text.replace(/\s+/g, ' ').replace(INVISIBLE, codePoint), longest);

/**
 * The same for a text of several lines, such as a story or commands: the ends of lines and tabs stay.
 *
 * @param longest - how many characters are shown at most
 */
export const visibleLines = (text: string, longest = 20_000): string =>
  cut(
    text
      .replaceAll('\r\n', '\n')
      .replace(INVISIBLE, (one) => (one === '\n' || one === '\t' ? one : codePoint(one))),
    longest,
  );
