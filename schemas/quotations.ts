import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { anchorOf, RULES_PAGE } from './rules-page.ts';

/** What the page of rules says under an anchor: its paragraphs, in Markdown without anchors. */
type Quotations = ReadonlyMap<string, readonly string[]>;

const HEADING = /^#+ (.+)$/;
const ROW = /^\| <a id="([^"]*)"><\/a>/;
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

/** A part of the page: a heading, and what stands below it up to the next one. */
function partOf(lines: readonly string[]): [anchor: string, paragraphs: readonly string[]][] {
  const [title = '', ...below] = lines;
  const rows = below.filter((line) => line.startsWith('|') && !DIVIDER.test(line));
  const paragraphs = below
    .filter((line) => !line.startsWith('|'))
    .join('\n')
    .split(/\n{2,}/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter(Boolean);
  const names = cellsOf(rows[0] ?? '');
  return [
    [anchorOf(HEADING.exec(title)?.[1] ?? ''), paragraphs],
    ...rows.flatMap((row): [string, readonly string[]][] => {
      const [, anchor] = ROW.exec(row) ?? [];
      // What stands above a table speaks of each of its rows.
      return anchor === undefined ? [] : [[anchor, [...paragraphs, lineOf(row, names)]]];
    }),
  ];
}

/**
 * Takes the page of rules apart: by anchor, what stands below that heading; for a row of a table, that row and what introduces
 * the table.
 */
function quotationsIn(page: string): Quotations {
  const parts = page.replaceAll('\r\n', '\n').split(/^(?=#+ )/m);
  return new Map(parts.flatMap((part) => partOf(part.split('\n'))));
}

let read: Quotations | undefined;

/**
 * What the interface says where a requirement cites it: paragraphs in Markdown, none where the page of rules has no such place.
 */
export function quotationOf(source: string): readonly string[] {
  read ??= quotationsIn(readFileSync(fileURLToPath(new URL(`../${RULES_PAGE}`, import.meta.url)), 'utf8'));
  return read.get(anchorOf(source)) ?? [];
}
