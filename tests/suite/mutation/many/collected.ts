import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { CollectedTest, Harness } from '../../../../fixtures/assertions/harness.ts';
import { conformanceTests } from '../../../../fixtures/session/projects.ts';
import { collectTests } from './harness.ts';

const TESTS = join(import.meta.dirname, '..', '..', '..');

/**
 * Every conformance test, collected for runs that judge many targets in one process.
 *
 * @param start - starts the target of a name
 * @param goesOn - see {@link Harness}
 */
export async function collectConformanceTests(
  start: Harness['start'],
  goesOn?: Harness['goesOn'],
): Promise<readonly CollectedTest[]> {
  const tests = collectTests(start, goesOn);
  const files = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
    .map((name) => join(TESTS, name))
    .filter((file) => conformanceTests.test(file))
    .sort();
  for (const file of files) await import(file);
  return tests;
}

/** The requirement that a collected test judges. */
export const judgedBy = ({ details }: CollectedTest): string => details.tag.slice(1);
