import { visible, visibleLines } from '../../schemas/visible-text.ts';

/** Characters that Markdown or HTML would read as more than text, and the beginning of an address that becomes a link. */
const SPECIAL = /[\\`*_{}[\]<>()#+!|~&$@:-]|w(?=ww\.)/gi;
/** GitHub makes links of `@name` and `#1` after it has read the Markdown: nothing to be seen keeps the two apart. */
const LINKED = /[@#]/;
const APART = '&#8288;';

/** A text of unknown origin as Markdown shows it letter by letter, on one line of so many characters at most. */
export const escaped = (text: string, longest?: number): string =>
  visible(text, longest).replace(
    SPECIAL,
    (character) => `&#${character.codePointAt(0)};${LINKED.test(character) ? APART : ''}`,
  );

/** The longest row of backticks in a text. */
const longestRow = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** A text of unknown origin as a block of code, which nothing in it can end. */
export function fenced(text: string, language: 'text' | 'sh', longest: number): string {
  const shown = visibleLines(text, longest);
  const fence = '`'.repeat(Math.max(3, longestRow(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}

/** A table, of cells that are Markdown already. */
export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
