import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { conformanceTests, EMBED_PARTS, projectsOf } from '../../../fixtures/run/projects.ts';

const TESTS = join(import.meta.dirname, '../..');
const FILES = readdirSync(TESTS, { recursive: true, encoding: 'utf8' })
  .map((path) => join(TESTS, path))
  .filter((path) => conformanceTests.test(path));

for (const [how, environment, args] of [
  ['alone', {}, []],
  ['with a part of the pools', { CONFORMANCE_POOL: '1/2' }, []],
  ['as a shard', {}, ['--shard=1/2']],
  ['with few embed tenants', { TARGET_EMBED_TENANTS: 'one-tenant,another-tenant' }, []],
] as const)
  test(`every conformance test belongs to one project of a run ${how}`, () => {
    const projects = projectsOf({ ...environment }, args);
    const elsewhere = FILES.filter(
      (file) => projects.filter(({ testMatch }) => testMatch.test(file)).length !== 1,
    );
    expect(elsewhere).toEqual([]);
    expect(FILES.length).toBeGreaterThan(80);
  });

test('the workers of a run divide the tests of embed tenants as the runner does', () => {
  const environment: NodeJS.ProcessEnv = {};
  const projects = projectsOf(environment, []);
  expect(projectsOf(environment, ['--shard=1/2'])).toEqual(projects);
  expect(Number(environment[EMBED_PARTS])).toBe(projects.length - 3);
});
