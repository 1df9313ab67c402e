import { expect, test } from '@playwright/test';
import { findRequirement } from '../../../schemas/requirements.ts';
import { contractCopy } from '../bench/schemathesis/contract-copy.ts';
import { comparedFaults, evenly, FAULTS, kindOf, shares } from '../bench/schemathesis/faults.ts';
import { newFailures, type SchemathesisComparison, type ToolRun } from '../bench/schemathesis/result.ts';
import { comparisonRows } from '../bench/schemathesis/rows.ts';
import { withoutUnicodeClasses } from '../bench/schemathesis/unicode-classes.ts';
import { printed } from '../bench/table.ts';

/** The parts of the comparison with Schemathesis that run nothing. */

test('a failure is new where the same check did not fail for the same operation of the honest reference', () => {
  const ofHonest = ['ServerError: GET /a', 'IgnoredAuth: GET /b'];
  const seen = ['ServerError: GET /b', 'ServerError: GET /a', 'ServerError: GET /b'];
  expect(newFailures(seen, ofHonest)).toEqual(['ServerError: GET /b']);
  expect(newFailures(ofHonest, ofHonest)).toEqual([]);
});

test('the faults are the same ones each time, from every section, half of them in what the contract states', () => {
  const faults = comparedFaults();
  expect(faults).toEqual(comparedFaults());
  expect(new Set(faults.map(({ name }) => name)).size).toBe(FAULTS);
  expect(faults.filter(({ breaks }) => kindOf(breaks) === 'contract')).toHaveLength(FAULTS / 2);
  const sections = faults.map(({ breaks }) => findRequirement(breaks).profile);
  expect(new Set(sections).size).toBe(10);
  expect(comparedFaults(3).map(({ breaks }) => kindOf(breaks))).toEqual(['contract', 'rule', 'rule']);
});

test('a number is divided evenly, but a small group gives no more than it has', () => {
  expect(shares([9, 1, 9], 6)).toEqual([3, 1, 2]);
  expect(shares([1, 1], 6)).toEqual([1, 1]);
  expect(shares([], 6)).toEqual([]);
  expect(evenly(['a', 'b', 'c', 'd', 'e', 'f'], 3)).toEqual(['b', 'd', 'f']);
  expect(evenly(['a', 'b'], 0)).toEqual([]);
});

test('a pattern without Unicode classes accepts the same characters', () => {
  const pattern = '^[^\\p{Lu}\\s]$';
  const [before, after] = [new RegExp(pattern, 'u'), new RegExp(withoutUnicodeClasses(pattern), 'u')];
  expect(after.source).not.toContain('\\p');
  for (const character of ['a', 'A', 'é', 'É', 'ß', 'Ω', 'ω', '\u{10400}', '\u{10428}', '1', ' ', '漢'])
    expect(after.test(character), character).toBe(before.test(character));
});

test('the copy of the contract has one server, whole paths, and a scheme for each credential', async () => {
  const settings = {
    TARGET_BASE_URL: 'https://127.0.0.1:1/creator/api',
    TARGET_DATA_API_URL: 'https://127.0.0.1:1/core-data',
    TARGET_AI_API_URL: 'https://127.0.0.1:1/agents/7',
  };
  const known = { deploymentId: 101, embedTenantName: 'tenant-1', internalId: 'ada', group: 'analysts' };
  const text = await contractCopy(settings, {
    ...known,
    userAttribute: 'country',
    scimUserId: '11',
    scimGroupId: '4001',
  });
  const { servers, paths, components } = JSON.parse(text);
  expect(servers).toEqual([{ url: 'https://127.0.0.1:1' }]);
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining([
      '/creator/api/v1/deployments',
      '/core-data/v1/meta',
      '/creator/api/scim/v2/Users',
    ]),
  );
  expect(paths['/agents/7/chat/stream-chat-state'].post.security).toEqual([{ aiKey: [] }]);
  expect(Object.keys(components.securitySchemes)).toEqual(['accessToken', 'apiKey', 'dataToken', 'aiKey']);
  expect(paths['/creator/api/scim/v2/Users/{id}'].get.parameters).toMatchObject([
    { in: 'path', example: '11' },
  ]);
  expect(text).not.toContain('\\\\p{');
});

const run = (seconds: number, requests: number, ...failures: string[]): ToolRun => ({
  seconds,
  requests,
  failures,
});
const COMPARISON: SchemathesisComparison = {
  version: '4.0.0',
  honest: {
    ours: run(61.04, 6_000),
    schemathesis: run(12, 1_200, 'ServerError: GET /a', 'IgnoredAuth: GET /a', 'IgnoredAuth: GET /b'),
  },
  faults: [
    {
      name: 'name-null',
      breaks: 'item-name',
      kind: 'contract',
      ours: { ...run(5, 10, 'item-name'), found: true },
      schemathesis: { ...run(12, 1_200, 'JsonSchemaError: GET /a'), found: true },
    },
    {
      name: 'order-lost',
      breaks: 'order',
      kind: 'rule',
      ours: { ...run(9, 30, 'order'), found: true },
      schemathesis: { ...run(180, 0), found: false, cutShort: true },
    },
  ],
};

test('the rows say what both tools took and found', () => {
  const rows = comparisonRows(COMPARISON).map(printed);
  expect(rows).toEqual([
    '  this suite: the honest target: 61.0 s',
    '  Schemathesis 4.0.0: the honest target: 12.0 s',
    '  this suite: the honest target: 6,000 requests',
    '  Schemathesis 4.0.0: the honest target: 1,200 requests',
    '  this suite: failures reported of the honest target: 0 failures, at most 0 failures, within: yes',
    '  Schemathesis 4.0.0: failures reported of the honest target (IgnoredAuth 2, ServerError 1): 3 failures',
    '  this suite: found of 1 faults that break what the contract states: 1 faults',
    '  Schemathesis 4.0.0: found of 1 faults that break what the contract states: 1 faults',
    '  this suite: found of 1 faults that break another rule: 1 faults',
    '  Schemathesis 4.0.0: found of 1 faults that break another rule: 0 faults',
    '  this suite: one fault, two at a time: 7.0 [5.0–9.0] s',
    '  Schemathesis 4.0.0: one fault, two at a time: 96.0 [12.0–180.0] s',
    '  this suite: one fault: 20 [10–30] requests',
    '  Schemathesis 4.0.0: one fault: 600 [0–1,200] requests',
  ]);
});
