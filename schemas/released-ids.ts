import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogue, isExcluded, type Requirement } from './requirements.ts';

/** Ids and levels, a line each, as users select, report and baseline by them: none may change or go. */
export const RELEASED_IDS_FILE = fileURLToPath(new URL('requirements/released-ids.txt', import.meta.url));

export const readReleased = (): string[] => readFileSync(RELEASED_IDS_FILE, 'utf8').trim().split('\n');

export const releasedLine = (row: Requirement): string =>
  `${row.id} ${isExcluded(row) ? 'excluded' : row.level}`;

/** The lines of the file with the requirements that are new in the catalogue at the end. */
export function withNew(released: readonly string[]): string[] {
  const known = new Set(released.map((line) => line.split(' ')[0]));
  return [...released, ...catalogue.filter(({ id }) => !known.has(id)).map(releasedLine)];
}
