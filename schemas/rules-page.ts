import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const RULES_PAGE = 'docs/interface.md';

/** Where a rule can be read: the words for it, and its address. */
export interface Reference {
  readonly text: string;
  readonly address: string;
}

/** The anchor that GitHub gives to a heading, and that {@link RULES_PAGE} gives to the rule of that name. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');

/** Where the rules page tells a source of the catalogue, such as `docs/interface.md#list-workspace-items-rule-2`. */
export const pageOf = (source: string): string => `${RULES_PAGE}#${anchorOf(source)}`;

/** What an RFC is called in statements: `RFC 7644 §3.4.1, §3.12`. */
const CITED = /RFC (\d+)((?:,? §[\d.]*\d)+)/g;

export const rfcSectionsOf = (text: string): Reference[] =>
  [...text.matchAll(CITED)].flatMap(([, rfc, sections = '']) =>
    (sections.match(/\d[\d.]*/g) ?? []).map((section) => ({
      text: `RFC ${rfc} §${section}`,
      address: `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}`,
    })),
  );

/** Where the rule of a requirement can be read: the sections of RFCs that it cites, or else its place on the rules page. */
export function referencesOf({ source, statement }: Record<'source' | 'statement', string>): Reference[] {
  const sections = rfcSectionsOf(statement);
  return sections.length > 0 ? sections : [{ text: source, address: pageOf(source) }];
}

/** A rule of the page: a heading below that of its section, or a row of a table. */
export interface Rule {
  /** The heading of its section. */
  readonly section: string;
  /** How the catalogue cites it: `<section>, <name>`. */
  readonly source: string;
  /** What it says, in Markdown: of a row, what introduces the table, and the row. */
  readonly paragraphs: readonly string[];
}

const ROW = /^\| <a id="[^"]*"><\/a>`?([^|`]+?)`? \|/;
const DIVIDER = /^\|[ |:-]+\|$/;

const cellsOf = (row: string): string[] =>
  row
    .replace(/^\||\|$/g, '')
    .split('|')
    .map((cell) => cell.replace(/<a id="[^"]*"><\/a>/, '').trim());

/** A row of a table on one line, such as "`slug` · is: a string or null · always there: no". */
const lineOf = (row: string, [, ...names]: readonly string[]): string => {
  const [first = '', ...cells] = cellsOf(row);
  return [first, ...cells.map((cell, index) => `${names[index] ?? ''}: ${cell}`)].join(' · ');
};

/** The sections of the page, each from its heading to the next one of a section. */
const sections = readFileSync(fileURLToPath(new URL(`../${RULES_PAGE}`, import.meta.url)), 'utf8')
  .replaceAll('\r\n', '\n')
  .split(/^(?=## )/m)
  .slice(1);

/** The rules in a part of a section: a heading, and what stands below it up to the next one. */
function rulesIn(section: string, part: string): Rule[] {
  const [title = '', ...below] = part.split('\n');
  const rows = below.filter((line) => line.startsWith('|') && !DIVIDER.test(line));
  const paragraphs = below
    .filter((line) => !line.startsWith('|'))
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const names = cellsOf(rows[0] ?? '');
  return [
    ...(title.startsWith('### ') ? [{ section, source: title.slice(4), paragraphs }] : []),
    ...rows.flatMap((row) => {
      const [, name] = ROW.exec(row) ?? [];
      return name
        ? { section, source: `${section}, ${name}`, paragraphs: [...paragraphs, lineOf(row, names)] }
        : [];
    }),
  ];
}

/** Every rule of the interface, in the order of the page. */
export const rules: readonly Rule[] = sections.flatMap((section) => {
  const [, heading = ''] = /^## (.+)/.exec(section) ?? [];
  return section.split(/^(?=#+ )/m).flatMap((part) => rulesIn(heading, part));
});

/** What the interface says where a requirement cites it: paragraphs in Markdown; for a row of a table, that row and what introduces the table. */
export const quotationOf = (wanted: string): readonly string[] =>
  rules.find(({ source }) => source === wanted)?.paragraphs ?? [];

interface Field {
  readonly name: string;
  /** What it is, such as `a string or null`. */
  readonly type: string;
  readonly isRequired: boolean;
}

const FIELD = /^\| <a id="[^"]*"><\/a>`(\w+)` \| (.+) \| (yes|no) \|$/gm;

/**
 * The table of fields below a heading: the one place that lists the fields of a resource in words.
 *
 * @throws Error where the page has no such table
 */
export function fieldTable(heading: string): Field[] {
  const section = sections.find((one) => one.startsWith(`## ${heading}\n`)) ?? '';
  const rows = [...section.matchAll(FIELD)];
  if (rows.length === 0) throw new Error(`${RULES_PAGE} has no table of fields below "## ${heading}".`);
  return rows.map(([, name = '', type = '', required]) => ({ name, type, isRequired: required === 'yes' }));
}
