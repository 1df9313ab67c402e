import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Agent, request } from 'undici';
import { listFaults, listVariants } from '../../../fixtures/reference/faults/index.ts';
import { testable } from '../../../schemas/requirements.ts';
import { binsOf } from './staging/fault-bins.ts';
import { fates } from './staging/disturbances.ts';
import { oneOfEach, pickFaults } from './staging/judge-faults.ts';
import { mixes } from './staging/variant-mixes.ts';
import { startStaging } from './staging/proxy.ts';
import { wholeRun } from './staging/whole-run.ts';

/** Faults of different areas, none of which hides another or breaks a second rule. */
const FAULTS = [
  'auth-get-regions-open',
  'auth-scope-ignored',
  'plain-http-served',
  'workspace-search-percent-wildcard',
  'embed-duplicate-attributes-accepted',
  'embed-tenants-groups-paging-ignores-after',
  'scim-user-meta-type-of-other-kind',
];

/** Longer than the time limit of a whole run, which then tells why it was cut short. */
const TIMEOUT_MS = 660_000;

test('a whole run behind a gateway blames each of several faults, and nothing else', {
  tag: '@slow',
}, async () => {
  test.setTimeout(TIMEOUT_MS);
  const { code, ended, output, report } = await wholeRun(startStaging, { faults: FAULTS });
  expect(ended, output).toBe(true);
  expect(code, output).toBe(1);
  const broken = listFaults().flatMap(({ name, breaks }) => (FAULTS.includes(name) ? breaks : []));
  const withVerdict = (verdict: string) =>
    report?.requirements.filter((row) => row.verdict === verdict) ?? [];
  const failed = withVerdict('fail').map(({ id }) => id);
  expect(failed.sort(), output).toEqual(broken.sort());
  const unclear = withVerdict('inconclusive').filter(({ level }) => level === 'MUST');
  expect(unclear.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
});

const REQUESTS = 20_000;
const fatesOf = (seed: number) => Array.from({ length: REQUESTS }, fates(seed));

test('a gateway is slow to each request, answers few itself and ends few connections', () => {
  const met = fatesOf(1);
  const delays = met.map(({ delayMs }) => delayMs);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(25);
  expect(Math.max(...delays)).toBeLessThanOrEqual(60);
  const answers = met.flatMap(({ instead }) => instead ?? []);
  expect(answers.length / REQUESTS).toBeCloseTo(0.01, 2);
  expect(met.filter(({ closes }) => closes).length / REQUESTS).toBeCloseTo(0.02, 2);
  expect(
    answers.slice(0, 5).map(({ status, headers }) => `${status} ${headers['retry-after'] ?? ''}`),
  ).toEqual(['429 1', '429 ', '502 ', '503 ', '429 1']);
});

test('the same seed gives the same fates, and another one others', () => {
  expect(fatesOf(7)).toEqual(fatesOf(7));
  expect(fatesOf(7)).not.toEqual(fatesOf(8));
});

test('a gateway passes on what the target answers, and gives its own answers by the place of a request', async () => {
  const target = await startStaging({}, 1);
  const {
    TARGET_BASE_URL: base,
    TARGET_ACCESS_TOKEN: token,
    NODE_EXTRA_CA_CERTS: authority,
  } = target.settings;
  const agent = new Agent({ connect: { ca: readFileSync(authority as string) } });
  const expected = Array.from({ length: 200 }, fates(1)).map(({ instead }) => instead?.status ?? 200);
  expect(new Set(expected).size, 'the gateway answers some of them').toBeGreaterThan(1);
  try {
    const statuses: number[] = [];
    for (const _ of expected) {
      const { statusCode, body } = await request(`${base}/v1/deployments?first=1`, {
        dispatcher: agent,
        headers: { authorization: `Bearer ${token}` },
      });
      const text = await body.text();
      if (statusCode === 200) expect(JSON.parse(text)).toMatchObject({ items: [{ name: 'Production' }] });
      statuses.push(statusCode);
    }
    expect(statuses).toEqual(expected);
  } finally {
    await agent.destroy();
    await target.close();
  }
});

test('one fault of every MUST is judged, and no two of one behaviour share a server', async () => {
  const faults = oneOfEach(undefined);
  const musts = testable.filter(({ level, unchecked }) => level === 'MUST' && !unchecked);
  expect(faults.map(({ breaks }) => breaks).sort()).toEqual(musts.map(({ id }) => id).sort());
  for (const size of [30, 8, 1]) {
    const bins = binsOf(faults, size);
    const names = bins.flat().map(({ name }) => name);
    expect(names.sort()).toEqual(faults.map(({ name }) => name).sort());
    for (const bin of bins) {
      expect(bin.length).toBeLessThanOrEqual(size);
      const shared = bin.map(({ choice }) => choice);
      expect(new Set(shared).size).toBe(bin.length);
    }
  }
});

test('faults that are picked at random are the same for the same seed', () => {
  expect(pickFaults(5, 3)).toHaveLength(5);
  expect(pickFaults(5, 3)).toEqual(pickFaults(5, 3));
  expect(pickFaults(5, 3)).not.toEqual(pickFaults(5, 4));
});

test('every honest variant is in some mix, and no mix has two of one choice', () => {
  const variants = listVariants();
  const choiceOf = new Map(variants.map(({ name, choice }) => [name, choice]));
  expect([...new Set(mixes().flat())].sort()).toEqual(variants.map(({ name }) => name).sort());
  for (const mix of mixes()) expect(new Set(mix.map((name) => choiceOf.get(name))).size).toBe(mix.length);
});
