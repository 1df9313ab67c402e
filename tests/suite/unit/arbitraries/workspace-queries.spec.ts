import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import { writeUrl } from '../../../../fixtures/http/request.ts';
import { coveringRows, groupsOf, possibleGroups } from '../../../../fixtures/values/covering-array.ts';
import {
  namePieces,
  namePiecesInAnyCase,
  pagedQueries,
  typeSubsets,
} from '../../../../fixtures/workspace/arbitrary-queries.ts';
import type { WorkspaceSnapshot } from '../../../../fixtures/workspace/snapshot.ts';
import type { ListingQuery } from '../../../../fixtures/workspace/workspace-client.ts';
import { NAMES, WORKSPACE } from './sample-workspaces.ts';
import { type Cases, contract, isBeyondAscii, repeated, testArbitrary } from './sampling.ts';

/** Queries of the workspace listing: allowed, still what they are once they stand in a URL, and about what there is. */

const TYPES = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;
const MAX_PAGE_SIZE = 100;

function queryProblems(query: ListingQuery): unknown[] {
  const sent = Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)]);
  const { searchParams } = new URL(writeUrl('https://a.example', '', {}, { ...query }));
  const arrived = Object.keys(query).map((name) => [name, searchParams.getAll(name)]);
  return [
    ...contract.judgeRequest('workspaceObjects', { ...query }, undefined),
    ...(isDeepStrictEqual(arrived, sent) ? [] : [{ sent, arrived }]),
    ...(Boolean(query.orderByField) === Boolean(query.orderByDirection) ? [] : ['has half an order']),
  ];
}

const includes = (name: string, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());

/** Reports a query for something unknown: for a folder that was not read to its end, or a text that no name contains. */
function knownProblems({ folderId, search }: ListingQuery, { all, contents }: WorkspaceSnapshot): string[] {
  return [
    ...(folderId !== undefined && search !== undefined ? ['has both a folder and a search'] : []),
    ...(folderId !== undefined && !contents.has(folderId) ? ['names a folder that was not read'] : []),
    ...(search?.trim() === '' || search !== search?.trim() ? ['searches for blanks at one end'] : []),
    ...(all.some(({ name }) => includes(name, search ?? '')) ? [] : ['searches for a text of no name']),
  ];
}

const FILTERS: Cases<ListingQuery> = {
  'the root': ({ folderId, search }) => folderId === undefined && search === undefined,
  'a folder': ({ folderId }) => folderId !== undefined,
  'a search': ({ search }) => search !== undefined,
};

const QUERIES: Cases<ListingQuery> = {
  ...FILTERS,
  'a search for a wildcard': ({ search = '' }) => /[%_*\\]/.test(search),
  'a search beyond ASCII': ({ search = '' }) => isBeyondAscii(search),
  'all types': ({ types }) => types === undefined,
  'no order': ({ orderByField }) => !orderByField,
  ...Object.fromEntries(
    ['updated_at', 'created_at', 'name'].flatMap((field) =>
      ['ASC', 'DESC'].map((direction) => [
        `order ${field} ${direction}`,
        ({ orderByField, orderByDirection }: ListingQuery) =>
          orderByField === field && orderByDirection === direction,
      ]),
    ),
  ),
};

const pagedProblems = (query: ListingQuery): unknown[] => [
  ...queryProblems(query),
  ...knownProblems(query, WORKSPACE),
];

testArbitrary('pagedQueries', pagedQueries(WORKSPACE, MAX_PAGE_SIZE), pagedProblems, {
  ...QUERIES,
  'one item on a page': ({ first }) => first === 1,
  'several items on a page': ({ first }) => first > 1,
});

testArbitrary(
  'typeSubsets',
  typeSubsets,
  (types) => [...queryProblems({ types }), ...repeated(types), ...(types.length === 0 ? ['is empty'] : [])],
  {
    ...Object.fromEntries(TYPES.map((type) => [`only ${type}`, (types: string[]) => String(types) === type])),
    'all types': (types) => types.length === 3,
  },
);

const PIECES: Cases<string> = {
  'one character': (piece) => [...piece].length === 1,
  'a whole name': [3, (piece) => NAMES.some((name) => name.toLowerCase() === piece.toLowerCase())],
  'a blank inside': (piece) => piece.includes(' '),
  'a pair of surrogates': (piece) => /[^\0-\uffff]/u.test(piece),
  ...Object.fromEntries(
    ['%', '_', '*', '+', '&', '\\', '"'].map((sign) => [sign, (piece) => piece.includes(sign)]),
  ),
};

const pieceProblems = (search: string): unknown[] => [
  ...queryProblems({ search }),
  ...(search.trim() === search && search !== '' ? [] : ['is empty, or has a blank at one end']),
  ...(NAMES.some((name) => includes(name, search)) ? [] : ['is part of no name']),
];

testArbitrary('namePieces', namePieces(NAMES), pieceProblems, PIECES);

testArbitrary('namePiecesInAnyCase', namePiecesInAnyCase(NAMES), pieceProblems, {
  ...PIECES,
  'another case': (piece) => NAMES.every((name) => !name.includes(piece)),
});

test('a covering array holds every pair of values that go together, and nothing that does not', () => {
  // Of three factors no two bind each other without the third, and one is free.
  const values = ['1', '2', '3', '4'];
  const pairs = values.flatMap((a) => values.map((b) => ({ a, b })));
  const bound = pairs.flatMap(({ a, b }) =>
    values.flatMap((c) => ((Number(a) + Number(b) + Number(c)) % 2 === 0 ? [{ a, b, c }] : [])),
  );
  const product = { bound, free: { d: ['1', '2'] }, name: 'even sums' };
  const rows = coveringRows(product, 2, 1);
  expect(new Set(rows.flatMap((row) => groupsOf(row, 2)))).toEqual(new Set(possibleGroups(product, 2)));
  expect(possibleGroups(product, 2)).toHaveLength(3 * 16 + 3 * 8);
  expect(rows.length).toBeLessThan(24);
  expect(rows.every(({ a, b, c }) => (Number(a) + Number(b) + Number(c)) % 2 === 0)).toBe(true);
  expect(coveringRows({ ...product, name: 'even sums again' }, 2, 1), 'with the same seed').toEqual(rows);
});
