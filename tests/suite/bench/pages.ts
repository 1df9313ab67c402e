import { readFileSync, writeFileSync } from 'node:fs';

const PAGE = 'docs/performance.md';
const [BEGIN, END] = ['<!-- bench:begin -->', '<!-- bench:end -->'];

/**
 * Replaces what a page has between the two comments.
 *
 * @param page - its text
 * @param name - for the error
 * @throws Error when the page has not both comments, in their order
 */
export function withPart(page: string, part: string, name: string): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin)
    throw new Error(
      `${name} has no part between ${BEGIN} and ${END}: add both comments where the table belongs.`,
    );
  return `${page.slice(0, begin + BEGIN.length)}\n\n${part}\n\n${page.slice(end)}`;
}

/** Writes the table into the page that shows it. */
export function writePage(table: string): void {
  writeFileSync(PAGE, withPart(readFileSync(PAGE, 'utf8'), table, PAGE));
}
