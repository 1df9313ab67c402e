import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import {
  directions,
  pagedQueries,
  typeSubsets,
  visibleOrders,
  workspaceListings,
  workspaceQueries,
} from '../../../../fixtures/workspace/arbitrary-queries.ts';
import type { ListingQuery } from '../../../../fixtures/workspace/workspace-client.ts';
import {
  knownProblems,
  MAX_PAGE_SIZE,
  orderProblems,
  queryProblems,
  sizeProblems,
  TYPES,
} from './query-rules.ts';
import { snapshots, WORKSPACE } from './sample-workspaces.ts';
import { type Cases, testArbitrary } from './sampling.ts';
import { isBeyondAscii, problemsIn, repeated } from './session-rules.ts';

/** Arbitraries of queries of the workspace listing. */

testArbitrary(
  'typeSubsets',
  typeSubsets,
  (types) => problemsIn(queryProblems({ types }), repeated(types), types.length === 0 ? ['is empty'] : []),
  {
    ...Object.fromEntries(TYPES.map((type) => [`only ${type}`, (types: string[]) => String(types) === type])),
    'two types': (types) => types.length === 2,
    'all types': (types) => types.length === 3,
    'not in the given order': (types) =>
      TYPES.indexOf(types[0] ?? 'FOLDER') > TYPES.indexOf(types[1] ?? 'REPORT'),
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
testArbitrary(
  'workspaceListings',
  workspaceListings(WORKSPACE),
  (query) => problemsIn(queryProblems(query), knownProblems(query, WORKSPACE)),
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
testArbitrary(
  'workspaceQueries',
  workspaceQueries(WORKSPACE),
  (query) => problemsIn(queryProblems(query), knownProblems(query, WORKSPACE), orderProblems(query)),
  QUERIES,
);
testArbitrary(
  'visibleOrders and directions',
  fc.record({ orderByField: visibleOrders, orderByDirection: directions }),
  queryProblems,
  {
    'newest first': (order) =>
      isDeepStrictEqual({ ...order }, { orderByField: 'updated_at', orderByDirection: 'DESC' }),
  },
);

testArbitrary(
  'pagedQueries',
  pagedQueries(WORKSPACE, MAX_PAGE_SIZE),
  (query) => problemsIn(queryProblems(query), sizeProblems(query.first), orderProblems(query)),
  {
    ...QUERIES,
    'one item on a page': ({ first }) => first === 1,
    'several items on a page': ({ first }) => first > 1,
  },
);

testArbitrary(
  'pagedQueries of any workspace',
  fc
    .tuple(snapshots(), fc.constantFrom(10, MAX_PAGE_SIZE))
    .chain(([snapshot, max]) => pagedQueries(snapshot, max).map((query) => ({ query, snapshot, max }))),
  ({ query, snapshot, max }) =>
    problemsIn(queryProblems(query), sizeProblems(query.first, max), knownProblems(query, snapshot)),
  {
    'the root': ({ query }) => query.folderId === undefined && query.search === undefined,
    'a folder': ({ query }) => query.folderId !== undefined,
    'a search': ({ query }) => query.search !== undefined,
    'read in part': ({ snapshot }) => !snapshot.wholeRoot,
  },
);
