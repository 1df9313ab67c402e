import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { conformanceTests } from '../../../../fixtures/session/projects.ts';
import { type Assertion, assertionsIn } from './assertions.ts';

export const ROOT = join(import.meta.dirname, '..', '..', '..', '..');

/** An assertion of a conformance test. */
export interface Site extends Assertion {
  readonly file: string;
}

/** Every assertion of the conformance tests. */
export const sites = (): Site[] =>
  readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(ROOT, 'tests', name))
    .filter((file) => conformanceTests.test(file))
    .sort()
    .flatMap((file) => assertionsIn(readFileSync(file, 'utf8')).map((one) => ({ ...one, file })));
