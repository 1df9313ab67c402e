import { expect, test } from '@playwright/test';
import { startReference } from '../../../fixtures/reference/start.ts';
import { type Identities, identitiesOf, MAX_RUNS } from '../../../fixtures/target/identities.ts';
import { runSuite } from '../support/run-suite.ts';

const PROJECTS = ['embed', 'rest'];
/** Spellings of an external id that are not canonical: see the test of embed-external-id-canonical. */
const SPELLINGS = 3;

/** The identities of every worker of runs that share a target, by project. */
const divided = (parts: number, shards: number, reserved?: readonly string[]): Identities[][] =>
  PROJECTS.map((project) =>
    Array.from({ length: parts }, (_, part) =>
      Array.from({ length: shards }, (_unused, shard) => {
        const pool = { current: part + 1, total: parts };
        return identitiesOf(
          { pool, shard: shards === 1 ? null : { current: shard + 1, total: shards }, project },
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
  test(`${parts} parts of the pools and ${shards} shards never share a user or an embed tenant`, () => {
    const [embed = [], rest = []] = divided(parts, shards);
    const users = [...embed, ...rest].flatMap((one) => one.users);
    expect(new Set(users).size).toBe(users.length);
    for (const { users: own } of [...embed, ...rest]) expect(own.length).toBeGreaterThanOrEqual(2);
    expect(new Set(embed.map(({ speltUser }) => speltUser)).size).toBe(embed.length);
    for (const reserved of [undefined, RESERVED]) {
      const tenants = divided(parts, shards, reserved)[0]?.flatMap(({ embedTenants }) => embedTenants) ?? [];
      expect(new Set(tenants).size).toBe(tenants.length);
      expect(tenants.length).toBeGreaterThanOrEqual(2 * parts * shards);
    }
  });
}

test('all runs together need at most 24 external users and 6 embed tenants', () => {
  const all = DIVISIONS.flatMap(([parts, shards]) => divided(parts, shards).flat());
  expect(MAX_RUNS).toBe(3);
  const users = new Set(all.flatMap((one) => one.users));
  const spelt = new Set(all.map(({ speltUser }) => speltUser));
  expect(users.size + spelt.size * (1 + SPELLINGS)).toBeLessThanOrEqual(24);
  expect(
    new Set(all.flatMap(({ embedTenants, edgeTenants }) => [...embedTenants, ...edgeTenants])).size,
  ).toBeLessThanOrEqual(6);
  for (const { edgeTenants } of all) expect(edgeTenants.map(({ length }) => length)).toEqual([5, 36]);
});

test('more runs side by side than the pools are cut for are refused', async () => {
  const target = await startReference();
  const { code, output } = await runSuite({ ...target.settings, CONFORMANCE_POOL: '1/4' });
  await target.close();
  expect(code).toBe(1);
  expect(output).toContain('4 runs side by side');
});

test('what another run does in our own pool is not blamed on the target', async () => {
  test.setTimeout(60_000);
  const target = await startReference({ faults: ['embed-values-not-kept'] });
  const { TARGET_BASE_URL: base, TARGET_API_KEY: key, TARGET_DEPLOYMENT_ID: deployment } = target.settings;
  const [one, two] = target.settings.TARGET_GROUPS?.split(',') ?? [];
  const { Agent, fetch } = await import('undici');
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  // Another run: it puts a user of ours into some groups again and again.
  let turn = 0;
  const visitor = setInterval(() => {
    const body = {
      deploymentId: Number(deployment),
      externalId: 'conformance-user-1',
      groups: [[one], [two], [one, two], []][turn % 4],
    };
    turn += 1;
    void fetch(`${base}/v1/embed/generate-session`, {
      dispatcher,
      method: 'POST',
      headers: { authorization: `Api-Key ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => undefined);
  }, 100);
  const { report, output } = await runSuite(target.settings, ['--grep', '@embed-attributes-overwrite']);
  clearInterval(visitor);
  await target.close();
  const row = report?.requirements.find(({ id }) => id === 'embed-attributes-overwrite');
  expect(row?.verdict, output).toBe('inconclusive');
  expect(row?.reason).toMatch(/another run uses .* CONFORMANCE_POOL=1\/2/);
});
