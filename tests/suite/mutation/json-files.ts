import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a file in the folder of results. */
export const resultFile = (name: string): string =>
  fileURLToPath(new URL(`../../../test-results/${name}`, import.meta.url));

/**
 * Reads a JSON file.
 *
 * @throws Error when there is none, or when it holds no JSON
 */
export const readJsonFile = <Value>(path: string | URL): Value =>
  JSON.parse(readFileSync(path, 'utf8')) as Value;

/** Writes a JSON file, and the folder that it is in. */
export function writeJsonFile(path: string, value: unknown): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(value, null, 2)}\n`);
}
