import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { Agent, request } from 'undici';
import { listFaults, listVariants } from '../../../fixtures/reference/faults/index.ts';
import { testable } from '../../../schemas/requirements.ts';
import { idsOf, withVerdict } from '../support/report-queries.ts';
import { disturbances } from './staging/disturbances.ts';
import { binsOf } from './staging/fault-bins.ts';
import { oneOfEach, pickFaults } from './staging/judge-faults.ts';
import { startStaging } from './staging/proxy.ts';
import { variantMixes } from './staging/variant-mixes.ts';
import { wholeRun } from './staging/whole-run.ts';
import { NAMES, SEVERAL } from './unreliable/faults.ts';

const FAULTS = NAMES.slice(0, SEVERAL);

/** Longer than the time limit of a whole run, so that the run itself can say why it was cut short. */
const TIMEOUT_MS = 660_000;

test('a whole run behind a gateway blames each of several faults, and nothing else', {
  tag: '@slow',
}, async () => {
  test.setTimeout(TIMEOUT_MS);
  const { code, ended, output, report } = await wholeRun(startStaging, { faults: FAULTS });
  expect(ended, output).toBe(true);
  expect(code, output).toBe(1);
  const broken = listFaults().flatMap(({ name, breaks }) => (FAULTS.includes(name) ? breaks : []));
  expect(idsOf(withVerdict(report, 'fail')).sort(), output).toEqual(broken.sort());
  const inconclusive = withVerdict(report, 'inconclusive').filter(({ level }) => level === 'MUST');
  expect(inconclusive.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
});

const REQUESTS = 20_000;
const disturbancesOf = (seed: number) => Array.from({ length: REQUESTS }, disturbances(seed));

test('a gateway delays each request, answers a few itself and closes a few connections', () => {
  const all = disturbancesOf(1);
  const delays = all.map(({ delayMs }) => delayMs);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(25);
  expect(Math.max(...delays)).toBeLessThanOrEqual(60);
  const answers = all.flatMap(({ instead }) => instead ?? []);
  expect(answers.length / REQUESTS).toBeCloseTo(0.01, 2);
  expect(all.filter(({ closes }) => closes).length / REQUESTS).toBeCloseTo(0.02, 2);
  expect(
    answers.slice(0, 5).map(({ status, headers }) => `${status} ${headers['retry-after'] ?? ''}`),
  ).toEqual(['429 1', '429 ', '502 ', '503 ', '429 1']);
});

test('the same seed gives the same disturbances, and another seed gives others', () => {
  expect(disturbancesOf(7)).toEqual(disturbancesOf(7));
  expect(disturbancesOf(7)).not.toEqual(disturbancesOf(8));
});

test('a gateway passes on what the target answers, and the position of a request decides whether it answers itself', async () => {
  const target = await startStaging({}, 1);
  const {
    TARGET_BASE_URL: base,
    TARGET_ACCESS_TOKEN: token,
    NODE_EXTRA_CA_CERTS: authority,
  } = target.settings;
  const agent = new Agent({ connect: { ca: readFileSync(authority as string) } });
  const expected = Array.from({ length: 200 }, disturbances(1)).map(({ instead }) => instead?.status ?? 200);
  expect(
    new Set(expected).size,
    'different statuses, since the gateway answers some requests itself',
  ).toBeGreaterThan(1);
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

test('one fault for every MUST is judged, and no two faults of one choice share a server', async () => {
  const faults = oneOfEach(undefined);
  const musts = testable.filter(({ level, unchecked }) => level === 'MUST' && !unchecked);
  expect(faults.map(({ breaks }) => breaks).sort()).toEqual(musts.map(({ id }) => id).sort());
  for (const size of [30, 8, 1]) {
    const bins = binsOf(faults, size);
    const names = bins.flat().map(({ name }) => name);
    expect(names.sort()).toEqual(faults.map(({ name }) => name).sort());
    for (const bin of bins) {
      expect(bin.length).toBeLessThanOrEqual(size);
      const choices = bin.map(({ choice }) => choice);
      expect(new Set(choices).size).toBe(bin.length);
    }
  }
});

test('the same seed picks the same faults', () => {
  expect(pickFaults(5, 3)).toHaveLength(5);
  expect(pickFaults(5, 3)).toEqual(pickFaults(5, 3));
  expect(pickFaults(5, 3)).not.toEqual(pickFaults(5, 4));
});

test('every variant is in some mix, and no mix has two variants of one choice', () => {
  const variants = listVariants();
  const choiceOf = new Map(variants.map(({ name, choice }) => [name, choice]));
  expect([...new Set(variantMixes().flat())].sort()).toEqual(variants.map(({ name }) => name).sort());
  for (const mix of variantMixes())
    expect(new Set(mix.map((name) => choiceOf.get(name))).size).toBe(mix.length);
});
