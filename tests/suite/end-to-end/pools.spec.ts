import { expect, test } from '@playwright/test';
import {
  EMBED_PROJECTS,
  type Identities,
  identitiesOf,
  identitiesOfRun,
  MAX_RUNS,
  SESSION_PROJECTS,
} from '../../../fixtures/target/identities.ts';
import { besideAnotherRun } from '../support/another-run.ts';
import { requirementIn } from '../support/report-queries.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** Spellings of an external id that are not canonical: see the test of embed-external-id-canonical. */
const SPELLINGS = 3;

/** The projects whose workers mint sessions: a run that shares the target has one for the tests that use embed tenants. */
const projectsIn = (runs: number): readonly string[] => (runs === 1 ? SESSION_PROJECTS : ['embed', 'rest']);

/**
 * The identities of every worker of runs that share a target, by project.
 *
 * @param parts - how many runs share the pools
 * @param shards - how many shards each run has
 * @param reserved - names of embed tenants to use instead of the default ones
 */
const divided = (parts: number, shards: number, reserved?: readonly string[]): Identities[][] =>
  projectsIn(parts * shards).map((project) =>
    Array.from({ length: parts }, (_, part) =>
      Array.from({ length: shards }, (_unused, shard) => {
        const pool = { current: part + 1, total: parts };
        return identitiesOf(
          {
            pool,
            shard: shards === 1 ? null : { current: shard + 1, total: shards },
            project,
            isDivided: parts * shards === 1,
          },
          reserved,
        );
      }),
    ).flat(),
  );

const DIVISIONS = [
  [1, 1],
  [1, 2],
  [1, 3],
  [2, 1],
  [3, 1],
] as const;
const RESERVED = ['reserved-1', 'reserved-2', 'reserved-3', 'reserved-4', 'reserved-5', 'reserved-6'];

for (const [parts, shards] of DIVISIONS) {
  test(`no two workers share a user or an embed tenant: ${parts} part(s) of the pools, ${shards} shard(s)`, () => {
    const workers = divided(parts, shards).flat();
    const users = workers.flatMap((worker) => worker.users);
    expect(new Set(users).size).toBe(users.length);
    for (const worker of workers) expect(worker.users.length).toBeGreaterThanOrEqual(2);
    for (const ofProject of divided(parts, shards))
      expect(new Set(ofProject.map(({ speltUser }) => speltUser)).size).toBe(parts * shards);
    for (const reserved of [undefined, RESERVED]) {
      const tenants = divided(parts, shards, reserved)
        .slice(0, parts * shards === 1 ? EMBED_PROJECTS.length : 1)
        .flatMap((ofProject) => ofProject.flatMap(({ embedTenants }) => embedTenants));
      expect(new Set(tenants).size).toBe(tenants.length);
      expect(tenants.length).toBeGreaterThanOrEqual(2 * parts * shards);
    }
  });
}

test('however runs are divided, they use at most 24 external users and 6 embed tenants in all', () => {
  const workers = DIVISIONS.flatMap(([parts, shards]) => divided(parts, shards).flat());
  expect(MAX_RUNS).toBe(3);
  const users = new Set(workers.flatMap((worker) => worker.users));
  const spelt = new Set(workers.map(({ speltUser }) => speltUser));
  expect(users.size + spelt.size * (1 + SPELLINGS)).toBeLessThanOrEqual(24);
  expect(
    new Set(workers.flatMap(({ embedTenants, edgeTenants }) => [...embedTenants, ...edgeTenants])).size,
  ).toBeLessThanOrEqual(6);
  for (const { edgeTenants } of workers) expect(edgeTenants.map(({ length }) => length)).toEqual([5, 36]);
});

test('what a run alone has in all is what its workers have', () => {
  const alone = { pool: { current: 1, total: 1 }, shard: null, project: '' };
  const workers = divided(1, 1).flat();
  const { users, embedTenants } = identitiesOfRun(alone, undefined);
  expect(users.toSorted()).toEqual(workers.flatMap((worker) => worker.users).toSorted());
  expect(embedTenants.toSorted()).toEqual(
    [...new Set(workers.flatMap((worker) => worker.embedTenants))].toSorted(),
  );
  expect(embedTenants).toHaveLength(6);
  expect(identitiesOfRun(alone, ['only', 'these']).embedTenants).toEqual(['only', 'these']);
});

test('more runs at a time than the pools have parts for are refused', async () => {
  const { code, output } = await withReference({}, ({ settings }) =>
    runSuite({ ...settings, CONFORMANCE_POOL: '1/4' }),
  );
  expect(code).toBe(1);
  expect(output).toContain('4 runs side by side');
});

test('the target is not blamed for what another run does to our users', async () => {
  test.setTimeout(60_000);
  const { output, report } = await withReference({ faults: ['embed-values-first-wins'] }, (reference) => {
    const [one = '', two = ''] = reference.settings.TARGET_GROUPS?.split(',') ?? [];
    const anotherRun = {
      externalId: 'conformance-user-1',
      memberships: [[one], [two], [one, two], []],
      everyMs: 100,
    };
    return besideAnotherRun(reference, anotherRun, () =>
      runSuite(reference.settings, ['--project=embed', '--grep', '@embed-attributes-overwrite']),
    );
  });
  const row = requirementIn(report, 'embed-attributes-overwrite');
  expect(row?.verdict, output).toBe('inconclusive');
  expect(row?.reason).toMatch(/another run uses .* CONFORMANCE_POOL=1\/2/);
});
