import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { conformanceFiles } from '../collect.ts';
import { type Assertion, assertionsIn } from './source.ts';

export const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** An assertion of a conformance test. */
export interface Site extends Assertion {
  readonly file: string;
}

/** Every assertion of the conformance tests. */
export const allSites = (): Site[] =>
  conformanceFiles().flatMap((file) =>
    assertionsIn(readFileSync(file, 'utf8')).map((one) => ({ ...one, file })),
  );

/** What an assertion is called: its file, from the project's root, and its line. */
export const idOf = ({ file, line }: Site): string => `${relative(ROOT, file).split(sep).join('/')}:${line}`;
