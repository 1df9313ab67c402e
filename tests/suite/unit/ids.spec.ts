import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import { curl, writeUrl } from '../../../fixtures/http/request.ts';
import { unknownIds } from '../../../fixtures/scim/unknown-resources.ts';
import { compareIds, idOf, readId, sortedIds, unusedId } from '../../../fixtures/values/id.ts';
import { writeJson } from '../../../fixtures/values/json.ts';
import { show } from '../../../fixtures/verdict/outcome.ts';
import { Contract } from '../../../schemas/contract.ts';

/** Neighbouring integers that are the same floating-point number. */
const [ID, OTHER_ID] = [4611686018427388905n, 4611686018427388906n];
const integers = fc.oneof(fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }), fc.maxSafeInteger().map(BigInt));

test('an id keeps every digit when it is read', () => {
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

test('small and large ids are sorted in one order', () => {
  fc.assert(
    fc.property(fc.array(integers), (ids) => {
      const sorted = sortedIds(ids.map(idOf));
      expect(sorted.map(BigInt)).toEqual(ids.toSorted((a, b) => compareIds(a, b)));
    }),
  );
  expect(sortedIds([OTHER_ID, 3, ID, -1])).toEqual([-1, 3, ID, OTHER_ID]);
});

test('an unused id differs from the known ones, and fits into as many bits', () => {
  for (const bits of [31n, 53n, 63n])
    fc.assert(
      fc.property(fc.array(fc.bigInt({ min: 1n, max: 2n ** bits - 1n })), (ids) => {
        const unused = unusedId(ids.map(idOf));
        expect(ids).not.toContain(BigInt(unused));
        expect(BigInt(unused)).toBeLessThan(2n ** bits);
      }),
    );
  expect(unusedId([])).toBe(7919);
  expect(unusedId([-0.5, 1000])).toBe(8919);
  expect(unusedId([2n ** 63n - 1n, 2n ** 63n - 1n - 7919n])).toBe(2n ** 63n - 1n - 7920n);
});

test('addresses, bodies and messages keep every digit of an id', () => {
  const url = writeUrl(
    'https://acme.example/api',
    '/v1/deployments/{id}',
    { id: ID },
    { folderId: OTHER_ID },
  );
  expect(url).toBe(`https://acme.example/api/v1/deployments/${ID}?folderId=${OTHER_ID}`);
  const names = { redact: (text: string) => text, bases: [], privateCa: false };
  const line = curl({ method: 'POST', url, headers: {}, body: writeJson({ deploymentId: ID }) }, names);
  expect(line).toContain(`--data-raw '{"deploymentId":${ID}}'`);
  expect(show(ID)).toBe(String(ID));
  expect(show({ seen: new Set([ID, OTHER_ID]), by: new Map([['a', ID]]) })).toBe(
    `{"seen":[${ID},${OTHER_ID}],"by":{"a":${ID}}}`,
  );
});

const contract = await Contract.load();

const ITEM = {
  id: ID,
  deploymentId: ID,
  name: 'a',
  type: 'REPORT',
  folderId: OTHER_ID,
  meta: { seen: OTHER_ID },
  calculatedFields: {},
  createdAt: '2025-01-02',
  updatedAt: '2025-01-02T03:04:05Z',
};

/** What the contract finds wrong with a listing of one item. */
const problemsOf = (change: object) =>
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

test('the contract takes an integer of any size for an integer', () => {
  expect(problemsOf({})).toEqual([]);
  expect(problemsOf({ id: 10n ** 400n, folderId: -ID })).toEqual([]);
  expect(contract.judgeRequest('workspaceObjects', { folderId: ID }, undefined)).toEqual([]);
  expect(contract.judgeRequest('workspaceObjects', { first: -ID }, undefined)).not.toEqual([]);
  const body = { deploymentId: ID, externalId: 'viewer' };
  expect(contract.judgeRequest('generateSession', {}, body)).toEqual([]);
  expect(contract.judgeRequest('generateSession', {}, { ...body, externalId: ID })).not.toEqual([]);
});

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i;

test('an unknown id keeps the form of those that are known', () => {
  const forms: readonly (readonly [id: fc.Arbitrary<string>, form: RegExp])[] = [
    [fc.bigInt({ min: 10n ** 17n, max: 10n ** 18n - 1n }).map(String), /^[1-9]\d{17}$/],
    [fc.uuid({ version: 4 }), UUID],
    [fc.stringMatching(/^[\da-f]{24}$/), /^[\da-f]{24}$/],
    [fc.nat().map((number) => `u-${number}`), /^u-\d+$/],
  ];
  for (const [ids, form] of forms)
    fc.assert(
      fc.property(ids, (id) => {
        const unknown = unknownIds(id, []);
        expect(unknown).toHaveLength(3);
        for (const one of unknown) expect(one).toMatch(form);
      }),
    );
});

test('unknown ids differ from the known ones and from each other', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 30 }), (id) => {
      const first = unknownIds(id, []);
      expect(new Set([id, ...first].map((one) => one.toLowerCase())).size).toBe(first.length + 1);
      const next = unknownIds(id, first);
      expect(next.filter((one) => first.includes(one))).toEqual([]);
    }),
  );
});
