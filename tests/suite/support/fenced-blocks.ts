import { readFileSync } from 'node:fs';

/**
 * The blocks of a document that are in one language, in their order.
 *
 * @param file - a Markdown file
 * @param language - the word after the three backticks
 */
export const fencedBlocks = (file: string, language: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, word, block = '']) =>
    word === language ? [block] : [],
  );
