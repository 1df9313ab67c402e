import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { curl } from '../../../fixtures/http/curl.ts';
import { writeUrl } from '../../../fixtures/http/url.ts';
import { handOver, prepareHandover, takeOver } from '../../../fixtures/session/handover.ts';
import { readSettings } from '../../../fixtures/target/read-settings.ts';
import { compareIds, type Id, idOf, readId, sortedIds, unusedId } from '../../../fixtures/values/id.ts';
import { writeJson } from '../../../fixtures/values/json.ts';
import { show } from '../../../fixtures/verdict/failure.ts';
import { Contract } from '../../../schemas/contract.ts';

/** Neighbours that are one and the same as floating-point numbers. */
const [ONE, OTHER] = [4611686018427388905n, 4611686018427388906n];

const integers = fc.oneof(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.maxSafeInteger().map(BigInt));

test('an id is read as it is written', () => {
  fc.assert(
    fc.property(integers, (integer) => {
      const id = readId(String(integer));
      expect(String(id)).toBe(String(integer));
      expect(id).toBe(idOf(integer));
    }),
  );
  expect(readId(' 0042 ')).toBe(42);
  expect(readId('1.5')).toBe(1.5);
  for (const text of ['', ' ', 'first', '12 13', '1e999']) expect(readId(text), text).toBeUndefined();
});

test('ids of all sizes are sorted together', () => {
  fc.assert(
    fc.property(fc.array(integers), (some) => {
      const sorted = sortedIds(some.map(idOf));
      expect(sorted.map(BigInt)).toEqual(some.toSorted((a, b) => compareIds(a, b)));
    }),
  );
  expect(sortedIds([OTHER, 3, ONE, -1])).toEqual([-1, 3, ONE, OTHER]);
});

test('an unused id is another one, and fits where the known ones are kept', () => {
  for (const most of [31n, 53n, 63n])
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 2n ** most - 1n })), (some) => {
        const unused = unusedId(some.map(idOf));
        expect(some).not.toContain(BigInt(unused));
        expect(BigInt(unused)).toBeLessThan(2n ** most);
      }),
    );
  expect(unusedId([])).toBe(7919);
  expect(unusedId([-0.5, 1000])).toBe(8919);
  expect(unusedId([2n ** 63n - 1n, 2n ** 63n - 1n - 7919n])).toBe(2n ** 63n - 1n - 7920n);
});

test('settings hold ids as they are written', () => {
  const given = {
    TARGET_BASE_URL: 'https://acme.example/api',
    TARGET_PRIVATE_ITEM_ID: String(ONE),
    TARGET_DEPLOYMENT_ID: String(OTHER),
    TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID: String(ONE),
    TARGET_PLAIN_DEPLOYMENT_ID: '12',
  };
  expect(readSettings(given)).toMatchObject({
    TARGET_PRIVATE_ITEM_ID: ONE,
    TARGET_DEPLOYMENT_ID: OTHER,
    TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID: ONE,
    TARGET_PLAIN_DEPLOYMENT_ID: 12,
  });
  for (const wrong of [{ TARGET_PRIVATE_ITEM_ID: '1.5' }, { TARGET_DEPLOYMENT_ID: 'the first' }])
    expect(() => readSettings({ ...given, ...wrong })).toThrow(`${Object.keys(wrong)[0]}: `);
});

test('addresses, bodies and what is told of a failure hold every digit', () => {
  const url = writeUrl('https://acme.example/api', '/v1/deployments/{id}', { id: ONE }, { folderId: OTHER });
  expect(url).toBe(`https://acme.example/api/v1/deployments/${ONE}?folderId=${OTHER}`);
  const line = curl({ method: 'POST', url, headers: {}, body: writeJson({ deploymentId: ONE }) }, false);
  expect(line).toContain(`-d '{"deploymentId":${ONE}}'`);
  expect(show(ONE)).toBe(String(ONE));
  expect(show({ seen: new Set([ONE, OTHER]), by: new Map([['a', ONE]]) })).toBe(
    `{"seen":[${ONE},${OTHER}],"by":{"a":${ONE}}}`,
  );
});

test('a worker hands over every digit', () => {
  const forget = prepareHandover(process.env);
  try {
    const knowledge = { contents: new Map<Id, Id[]>([[ONE, [OTHER, 7]]]), seen: new Set<Id>([ONE, OTHER]) };
    handOver('ids', knowledge);
    expect(takeOver('ids')).toEqual(knowledge);
  } finally {
    forget();
  }
});

const contract = await Contract.load();
const ITEM = {
  id: ONE,
  deploymentId: ONE,
  name: 'a',
  type: 'REPORT',
  folderId: OTHER,
  meta: { seen: OTHER },
  calculatedFields: {},
  createdAt: '2025-01-02',
  updatedAt: '2025-01-02T03:04:05Z',
};

/** What the contract does not allow in a listing of one item. */
const judged = (change: object) =>
  contract.judgeAnswer(
    'workspaceObjects',
    {
      status: 200,
      mediaType: 'application/json',
      json: {
        items: [{ ...ITEM, ...change }],
        pageInfo: { hasNextPage: false, hasPreviousPage: false },
      },
    },
    () => undefined,
  );

test('an integer of any size is one to the contract', () => {
  expect(judged({})).toEqual([]);
  expect(judged({ id: 10n ** 400n, folderId: -ONE })).toEqual([]);
  expect(contract.judgeRequest('workspaceObjects', { folderId: ONE }, undefined)).toEqual([]);
  expect(contract.judgeRequest('workspaceObjects', { first: -ONE }, undefined)).not.toEqual([]);
  const body = { deploymentId: ONE, externalId: 'viewer' };
  expect(contract.judgeRequest('generateSession', {}, body)).toEqual([]);
  expect(contract.judgeRequest('generateSession', {}, { ...body, externalId: ONE })).not.toEqual([]);
});

test('an integer of any size is no text and no object to the contract, and is told as it came', () => {
  for (const field of ['name', 'meta', 'slug', 'createdAt', 'isFavorite', 'user']) {
    const [violation, ...others] = judged({ [field]: ONE });
    expect(others, field).toEqual([]);
    expect(violation).toMatchObject({ pointer: `/items/0/${field}`, received: ONE });
  }
});
