import { expect, test } from '@playwright/test';
import {
  EDGE_TENANTS,
  type Identities,
  identitiesOf,
  SESSION_PROJECTS,
} from '../../../fixtures/target/identities.ts';
import type { Report } from '../../../reporters/report.ts';
import { requirementIn, verdictOf } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { type RunningReference, withReference } from '../support/servers.ts';

const verdictsIn = (report: Report | undefined): Record<string, string> =>
  Object.fromEntries((report?.requirements ?? []).map(({ id, verdict }) => [id, verdict]));

test.describe.configure({ timeout: 240_000 });

test('two runs at a time that share the pools give the same verdicts, and leave nothing behind', {
  tag: '@slow',
}, () => {
  test.setTimeout(180_000);
  return withReference({}, async ({ observe, settings }) => {
    const runs = await Promise.all(
      ['1/2', '2/2'].map((part) => runSuite({ ...settings, CONFORMANCE_POOL: part }, [], ['--workers=2'])),
    );
    for (const { code, output, report } of runs) {
      expect(code, output).toBe(0);
      expect(report?.verdict).toBe('conformant');
      expect(report?.leftovers).toEqual([]);
      expect(report?.summary.MUST.inconclusive, output).toBe(0);
    }
    expect(verdictsIn(runs[0]?.report)).toEqual(verdictsIn(runs[1]?.report));
    const externalUsers = await observe('external-users');
    expect(externalUsers.length, externalUsers.join(' ')).toBeLessThanOrEqual(24);
    const embedTenants = await observe('embed-tenants');
    // Two of each run, two of odd names, and the tenant's own, in which creator mode without a name looks.
    expect(Object.keys(embedTenants).length, JSON.stringify(embedTenants)).toBeLessThanOrEqual(7);
    expect(Object.values(embedTenants).filter((records) => records > 0)).toEqual([]);
  });
});

test('of two runs at a time that use the same users, one waits for the other, and neither accuses the target', {
  tag: '@slow',
}, () => {
  test.setTimeout(300_000);
  return withReference({}, async ({ settings }) => {
    // One divides its tests among more workers than the other, and has embed tenants of its own.
    const TARGET_EMBED_TENANTS = 'other-1,other-2,other-3,other-4,other-5,other-6';
    const runs = await Promise.all([
      runSuite(settings, [], ['--workers=2']),
      runSuite({ ...settings, TARGET_EMBED_TENANTS }, [], ['--workers=7']),
    ]);
    for (const { code, output, report } of runs) {
      expect(code, output).toBe(0);
      expect(report?.leftovers).toEqual([]);
      expect(report?.summary.MUST.inconclusive, output).toBe(0);
    }
    const waited = runs.filter(({ output }) => output.includes('waiting until it has ended'));
    expect(waited, runs.map(({ output }) => output).join('\n')).toHaveLength(1);
  });
});

/** Of a run with one worker. */
const USER = 'conformanceuser1';
const EVERY_MS = 50;

/** Does something while another run puts one user of the pools into other groups again and again. */
async function whileAnotherRuns<Result>(
  { ask, settings }: RunningReference,
  externalId: string,
  use: () => Promise<Result>,
): Promise<Result> {
  const [one = '', two = ''] = settings.TARGET_GROUPS?.split(',') ?? [];
  const memberships = [[one], [two], [one, two], []];
  let turn = 0;
  const timer = setInterval(() => {
    const groups = memberships[turn++ % memberships.length];
    const body = { deploymentId: Number(settings.TARGET_DEPLOYMENT_ID), externalId, groups };
    void ask('/v1/embed/generate-session', body).catch(() => undefined);
  }, EVERY_MS);
  try {
    return await use();
  } finally {
    clearInterval(timer);
  }
}

test('the target is not blamed for what another run does to our users', async () => {
  test.setTimeout(60_000);
  const { output, report } = await withReference({ faults: ['embed-values-first-wins'] }, (reference) => {
    return whileAnotherRuns(reference, USER, () =>
      runSuite(reference.settings, only('embed-attributes-overwrite')),
    );
  });
  const row = requirementIn(report, 'embed-attributes-overwrite');
  expect(row?.verdict, output).toBe('inconclusive');
  expect(row?.reason).toMatch(/another run uses .* CONFORMANCE_POOL=1\/2/);
});

test('a caller without credentials who is served is a failure, even if another run uses the same users', {
  tag: '@slow',
}, async () => {
  test.setTimeout(60_000);
  const { output, report } = await withReference({ faults: ['auth-generate-session-open'] }, (reference) =>
    whileAnotherRuns(reference, USER, () =>
      runSuite(reference.settings, only('auth-generate-session-refuses-strangers')),
    ),
  );
  expect(verdictOf(report, 'auth-generate-session-refuses-strangers'), output).toBe('fail');
});

/** Spellings of an external id that are not canonical: see the test of embed-external-id-canonical. */
const SPELLINGS = 3;

/**
 * The identities of every worker of runs that share a target: so many parts of the pools, and shards of each run. A run that shares the
 * target has one worker for the tests that use embed tenants.
 */
const workersOf = (parts: number, shards: number): Identities[] => {
  const isDivided = parts * shards === 1;
  return (isDivided ? SESSION_PROJECTS : ['embed', 'rest']).flatMap((project) =>
    Array.from({ length: parts * shards }, (_, index) => {
      const pool = { current: Math.floor(index / shards) + 1, total: parts };
      const shard = shards === 1 ? null : { current: (index % shards) + 1, total: shards };
      return identitiesOf({ pool, shard, project, isDivided }, undefined);
    }),
  );
};

test('no two workers share a user, and all runs together use at most 24 external users and 8 embed tenants', () => {
  const all = [workersOf(1, 1), workersOf(1, 3), workersOf(3, 1)];
  for (const workers of all) {
    const users = workers.flatMap((worker) => worker.users);
    expect(new Set(users).size).toBe(users.length);
  }
  const users = new Set(all.flat().flatMap((worker) => worker.users));
  const spelt = new Set(all.flat().map(({ speltUser }) => speltUser));
  expect(users.size + spelt.size * (1 + SPELLINGS)).toBeLessThanOrEqual(24);
  const tenants = all.flat().flatMap(({ embedTenants }) => embedTenants);
  expect(new Set([...tenants, ...EDGE_TENANTS]).size).toBeLessThanOrEqual(8);
});
