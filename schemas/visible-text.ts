/** Texts of unknown origin, written so that whatever shows them shows them, and does nothing else. */

/** Control characters, those that change the direction of a text, those that cannot be seen, and code points that are none. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/gu;

/** Writes the beginning of a text, and how long it was. No character is cut in two, and what is not shown is not looked at. */
function shown(text: string, longest: number, write: (part: string) => string): string {
  const written = write(text.slice(0, longest));
  if (text.length <= longest && written.length <= longest) return written;
  // The half of a pair that the first cut left is written as its code; the second may leave another.
  const whole = write(text.slice(0, longest).replace(HALF, ''));
  return `${whole.slice(0, longest).replace(HALF, '')}… (${text.length} characters)`;
}

const HALF = /[\ud800-\udbff]$/;

/**
 * A text of unknown origin on one line: characters that act on a terminal or page, or are invisible, are shown as code points.
 */
export function visible(text: string, longest = 400): string {
  return shown(text, longest, (part) =>
    part
      .replace(/\s*[\t\n\v\f\r]\s*/g, ' ')
      .replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`),
  );
}

/** Characters as JSON escapes them: the body of a printed command stays the same JSON. */
const asJson = (characters: string): string =>
  characters
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** A text of unknown origin with its line ends and tabs: other such characters are written as JSON escapes them. */
export function visibleLines(text: string, longest = 20_000): string {
  return shown(text, longest, (part) =>
    part
      .replaceAll('\r\n', '\n')
      .replace(INVISIBLE, (character) =>
        character === '\n' || character === '\t' ? character : asJson(character),
      ),
  );
}

/** A line that begins so, whatever blanks stand before it, is a command to GitHub; the other one, to several CI servers. */
const AT_BEGINNING = /^([^\S\r\n]*):(?=:)/gm;
const ANYWHERE = /(?<=#)#(?=[\w.-]*\[)/g;

/**
 * A text in which a CI server finds no command: neither `::error …` at the beginning of a line nor `##[…]` or `##vso[…]` in one.
 * It reads these from the log of a run, in which texts of the target stand.
 */
export const withoutCommands = (text: string): string =>
  text.replace(AT_BEGINNING, (_, blanks: string) => `${blanks}${asJson(':')}`).replace(ANYWHERE, asJson);
