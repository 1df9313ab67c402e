import { visible, visibleLines } from '../../schemas/visible-text.ts';

/** Characters that Markdown or HTML would read as more than text, and the beginning of an address that becomes a link. */
const SPECIAL = /[\\`*_{}[\]<>()#+!|~&$@:-]|w(?=ww\.)/gi;
/** GitHub makes links of `@name` and `#1` after it has read the Markdown: nothing to be seen keeps the two apart. */
const LINKED = /[@#]/;
const APART = '&#8288;';

/** A text of unknown origin as Markdown shows it letter by letter, on one line. */
export const escaped = (text: string): string =>
  visible(text).replace(
    SPECIAL,
    (character) => `&#${character.codePointAt(0)};${LINKED.test(character) ? APART : ''}`,
  );

const longestRow = (text: string): number =>
  Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** A text of unknown origin as a block of code, which nothing in it can end. */
export function fenced(text: string, language: 'text' | 'sh', longest: number): string {
  const shown = visibleLines(text, longest);
  const fence = '`'.repeat(Math.max(3, longestRow(shown) + 1));
  return `${fence}${language}\n${shown}\n${fence}`;
}

export const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** A part of a document of which some may be left out. */
export interface Section {
  readonly title: string;
  /** Each with its line end; without any, the section is left out. */
  readonly items: readonly string[];
  readonly more: (left: number) => string;
  /** It gets all the room that the others leave. */
  readonly isMain?: boolean;
}

/** Each section but the main one gets this part of the room at most. */
const PART = 16;

const bytes = (text: string): number => Buffer.byteLength(text);

/** A section with as many of its items, from the first one, as fit: each of them is whole or left out. */
function section({ title, items, more }: Section, room: number): string {
  if (items.length === 0) return '';
  const head = `\n### ${title}\n\n`;
  const note = (left: number): string => (left > 0 ? `\n${more(left)}\n` : '');
  let left = room - bytes(head) - bytes(note(items.length));
  let kept = 0;
  for (const item of items) {
    left -= bytes(item) + 1;
    if (left < 0) break;
    kept += 1;
  }
  const shown = `${head}${items.slice(0, kept).join(isList(items) ? '' : '\n')}${note(items.length - kept)}`;
  return bytes(shown) <= room ? shown : '';
}

const isList = ([first = '']: readonly string[]): boolean => first.startsWith('- ');

/** A document that is no longer than a limit in bytes, whatever the length of what stands above its sections. */
export function fitted(opening: string, sections: readonly Section[], limit: number): string {
  const room = limit - bytes(opening);
  const others = new Map(
    sections.filter(({ isMain }) => !isMain).map((one) => [one, section(one, Math.floor(room / PART))]),
  );
  const taken = bytes([...others.values()].join(''));
  return opening + sections.map((one) => others.get(one) ?? section(one, room - taken)).join('');
}
