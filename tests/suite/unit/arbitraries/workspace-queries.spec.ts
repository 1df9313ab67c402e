import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import {
  directions,
  edgePageSizes,
  namePieces,
  namePiecesInAnyCase,
  pagedQueries,
  typeSubsets,
  visibleOrders,
  workspaceListings,
  workspaceQueries,
} from '../../../../fixtures/arbitraries/workspace-queries.ts';
import type { ListingQuery } from '../../../../fixtures/clients/workspace.ts';
import type { WorkspaceSnapshot } from '../../../../fixtures/clients/workspace-snapshot.ts';
import { writeUrl } from '../../../../fixtures/http/url.ts';
import { NAMES, snapshots, WORKSPACE } from './sample-workspaces.ts';
import { type Cases, itKeepsItsPromise, listingProblems, samplesOf, wrongOnes } from './sampling.ts';
import { all, isBeyondAscii, repeated } from './session-rules.ts';

/** Generators of queries of the workspace listing. */

const TYPES = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;
const MOST = 100;

/** What the contract forbids in a query, and what does not arrive at the target as it was meant. */
function queryProblems(query: ListingQuery): unknown[] {
  const sent = Object.entries(query).map(([name, value]) => [name, [value].flat().map(String)]);
  let arrived: unknown;
  try {
    const { searchParams } = new URL(writeUrl('https://a.example', '', {}, { ...query }));
    arrived = Object.keys(query).map((name) => [name, searchParams.getAll(name)]);
  } catch (error) {
    return [`cannot be written as a URL: ${error}`];
  }
  return all(listingProblems(query), isDeepStrictEqual(arrived, sent) ? [] : [{ sent, arrived }]);
}

const includes = (name: string, text: string): boolean => name.toLowerCase().includes(text.toLowerCase());

/** A query is of a listing that is there: a folder that was read to its end, or a text of a name. */
function knownProblems(
  { folderId, search }: ListingQuery,
  { all: items, contents }: WorkspaceSnapshot,
): string[] {
  const found = items.some(({ name }) => includes(name, search ?? ''));
  return [
    ...(folderId !== undefined && search !== undefined ? ['is of a folder and a search'] : []),
    ...(folderId !== undefined && !contents.has(folderId) ? ['is of a folder that was not read'] : []),
    ...(search?.trim() === '' || search !== search?.trim() ? ['searches for blanks at an end'] : []),
    ...(found ? [] : ['searches for what no name holds']),
  ];
}

const LOWER = NAMES.map((name) => name.toLowerCase());
const some = (is: (name: string, piece: string) => boolean) => (piece: string) =>
  LOWER.some((name) => is(name, piece.toLowerCase()));
const isStart = some((name, piece) => name.startsWith(piece) && name !== piece);
const isEnd = some((name, piece) => name.endsWith(piece) && name !== piece);
const PIECES: Cases<string> = {
  'one character': (piece) => [...piece].length === 1,
  'a whole name': [5, some((name, piece) => name === piece)],
  'a start': isStart,
  'an end': isEnd,
  'a middle': (piece) => !isStart(piece) && !isEnd(piece),
  'a blank inside': (piece) => piece.includes(' '),
  'beyond ASCII': isBeyondAscii,
  'a pair of surrogates': (piece) => /[^\0-\uffff]/u.test(piece),
  ...Object.fromEntries(
    ['%', '_', '*', '+', '&', '\\', '"', "'"].map((sign) => [sign, (piece: string) => piece.includes(sign)]),
  ),
};
const pieceProblems = (search: string): unknown[] =>
  all(
    queryProblems({ search }),
    search.trim() === search ? [] : ['has a blank at an end'],
    search === '' ? ['is empty'] : [],
  );
itKeepsItsPromise(
  'pieces',
  namePieces(NAMES),
  (search) => all(pieceProblems(search), NAMES.some((name) => name.includes(search)) ? [] : ['of no name']),
  PIECES,
);
itKeepsItsPromise(
  'piecesInAnyCase',
  namePiecesInAnyCase(NAMES),
  (search) => all(pieceProblems(search), NAMES.some((name) => includes(name, search)) ? [] : ['of no name']),
  { ...PIECES, 'another case': (piece) => NAMES.every((name) => !name.includes(piece)) },
);

itKeepsItsPromise(
  'typeSubsets',
  typeSubsets,
  (types) => all(queryProblems({ types }), repeated(types), types.length === 0 ? ['is empty'] : []),
  {
    ...Object.fromEntries(
      TYPES.map((type) => [`${type} alone`, (types: string[]) => String(types) === type]),
    ),
    'two types': (types) => types.length === 2,
    'all types': (types) => types.length === 3,
    'in another order': (types) => TYPES.indexOf(types[0] ?? 'FOLDER') > TYPES.indexOf(types[1] ?? 'REPORT'),
  },
);

const FILTERS: Cases<ListingQuery> = {
  'the root': ({ folderId, search }) => folderId === undefined && search === undefined,
  'a folder': ({ folderId }) => folderId !== undefined,
  'no folder': ({ folderId }) => folderId === undefined,
  'a search': ({ search }) => search !== undefined,
  'a search for a wildcard': ({ search = '' }) => /[%_*\\]/.test(search),
  'a search beyond ASCII': ({ search = '' }) => isBeyondAscii(search),
};
itKeepsItsPromise(
  'listings',
  workspaceListings(WORKSPACE),
  (query) => all(queryProblems(query), knownProblems(query, WORKSPACE)),
  FILTERS,
);

const QUERIES: Cases<ListingQuery> = {
  ...FILTERS,
  'all types': ({ types }) => types === undefined,
  'no order': ({ orderByField, orderByDirection }) => !orderByField && !orderByDirection,
  ...Object.fromEntries(
    TYPES.map((type) => [`type ${type}`, ({ types }: ListingQuery) => types?.includes(type) ?? false]),
  ),
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
const pairProblems = ({ orderByField, orderByDirection }: ListingQuery): string[] =>
  Boolean(orderByField) === Boolean(orderByDirection) ? [] : ['has half an order'];
itKeepsItsPromise(
  'queries',
  workspaceQueries(WORKSPACE),
  (query) => all(queryProblems(query), knownProblems(query, WORKSPACE), pairProblems(query)),
  QUERIES,
);
itKeepsItsPromise(
  'visibleOrders and directions',
  fc.record({ orderByField: visibleOrders, orderByDirection: directions }),
  queryProblems,
  {
    'newest first': (order) =>
      isDeepStrictEqual({ ...order }, { orderByField: 'updated_at', orderByDirection: 'DESC' }),
  },
);

const sizeProblems = (first: number, most = MOST): string[] => [
  ...(Number.isInteger(first) && first >= 1 ? [] : [`${first} is no page size`]),
  ...(first > most ? [`${first} is more than ${most}`] : []),
];
itKeepsItsPromise(
  'samples',
  pagedQueries(WORKSPACE, MOST),
  (query) => all(queryProblems(query), sizeProblems(query.first), pairProblems(query)),
  {
    ...QUERIES,
    'one item on a page': ({ first }) => first === 1,
    'several items on a page': ({ first }) => first > 1,
  },
);

itKeepsItsPromise(
  'samples of any workspace',
  fc
    .tuple(snapshots(), fc.constantFrom(10, MOST))
    .chain(([snapshot, most]) => pagedQueries(snapshot, most).map((query) => ({ query, snapshot, most }))),
  ({ query, snapshot, most }) =>
    all(queryProblems(query), sizeProblems(query.first, most), knownProblems(query, snapshot)),
  {
    'the root': ({ query }) => query.folderId === undefined && query.search === undefined,
    'a folder': ({ query }) => query.folderId !== undefined,
    'a search': ({ query }) => query.search !== undefined,
    'a part': ({ snapshot }) => !snapshot.wholeRoot,
  },
);

test('edgePageSizes: sizes around the folders and around the whole, each once and the smallest first', () => {
  const wrong = wrongOnes([[], ...samplesOf(snapshots()).map(({ root }) => root)], (root) => {
    const sizes = edgePageSizes(root, MOST);
    const folders = root.filter(({ type }) => type === 'FOLDER').length;
    const wanted =
      root.length <= 18 ? [1, folders, folders + 1, root.length - 1, root.length, root.length + 1] : [];
    return all(
      sizes.flatMap((first) => sizeProblems(first)),
      sizes.flatMap((first) => listingProblems({ first })),
      wanted.filter((size) => size > 0 && !sizes.includes(size)).map((size) => `${size} is left out`),
      repeated(sizes.map(String)),
      isDeepStrictEqual(
        sizes,
        sizes.toSorted((a, b) => a - b),
      )
        ? []
        : ['in another order'],
      sizes.some((size) => Math.ceil(root.length / size) > 18) ? ['leads to more than 18 pages'] : [],
    );
  });
  expect(wrong).toEqual([]);
});
