import {
  about,
  atOnce,
  expect,
  forSamples,
  isAccepted,
  itemsByBaseListing,
  type KnownListing,
  knownListings,
  type ListingQuery,
  notTested,
  requirement,
  sortedKeys,
  test,
  type WorkspaceClient,
  workspacePageOf,
} from '../../fixtures/index.ts';

const TYPES = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;

/** Compares a filtered listing with the same listing without the filter. */
async function judge(workspace: WorkspaceClient, query: ListingQuery): Promise<void> {
  const { types = TYPES } = query;
  const walk = await workspace.walk(query);
  const { items, end } = walk;
  const named = types.join(' and ');
  expect(
    end,
    `how a listing with types=${named} ends`,
    `answer types=${named} with a page, also after a cursor`,
  ).not.toBe('no page');
  const others = TYPES.filter((type) => !types.includes(type));
  const wrong = items
    .filter(({ type }) => others.some((other) => other === type))
    .map(({ id, type }) => ({ id, type }));
  expect(wrong, `items of other types than ${types.join(' and ')}`).toEqual([]);
  const expected = await itemsByBaseListing(workspace, query);
  about(walk);
  if (expected && end === 'last page')
    expect(sortedKeys(items), `every ${types.join(' and ')}`).toEqual(sortedKeys(expected));
}

/** A type that is named twice is one type: a target may refuse that, or lists each item once. */
async function judgeNamedTwice(
  workspace: WorkspaceClient,
  { query: { folderId }, items }: KnownListing,
): Promise<void> {
  const place = folderId === undefined ? {} : { folderId };
  const first = workspace.walkCache.pageSize;
  const named = [
    ['FOLDER', 'FOLDER'],
    ['REPORT', 'WORKBOOK', 'REPORT'],
  ] as const;
  for (const [types, answer] of await atOnce(named, (one) =>
    workspace.listCombination({ ...place, types: one, first }),
  )) {
    if (!isAccepted(answer)) continue;
    const { items: shown, pageInfo } = workspacePageOf(answer);
    const owed = items.filter(({ type }) => types.some((one) => one === type));
    const keys = sortedKeys(shown);
    expect(keys, `the items with types=${types.join(' and ')}, each once`).toEqual(
      pageInfo.hasNextPage === false ? sortedKeys(owed) : [...new Set(keys)],
    );
  }
}

// "types: Restrict results to these types"
test(
  'types restricts the listing to one type',
  requirement('workspace-types-filter'),
  async ({ snapshot, walkCache, workspace }) => {
    const known = await snapshot();
    if (new Set(known.all.map(({ type }) => type)).size < 2)
      notTested('the workspace needs items of two types');
    const first = walkCache.pageSize;
    for (const { query } of knownListings(known).slice(0, 3))
      for (const type of TYPES) await judge(workspace, { ...query, types: [type], first });
    for (const type of TYPES) {
      await judge(workspace, { types: [type], first });
      await judge(workspace, { search: 'a', types: [type], first });
    }
    await forSamples(workspace, known, async (query) => {
      if (query.types?.length === 1) await judge(workspace, query);
    });
  },
);

// "repeat the parameter to pass several"
test(
  'repeating types selects their union',
  requirement('workspace-types-repeated'),
  async ({ snapshot, walkCache, workspace }) => {
    const known = await snapshot();
    const several = knownListings(known).filter(
      ({ items }) => new Set(items.map(({ type }) => type)).size > 1,
    );
    const [listing] = several;
    if (!listing) return notTested('the workspace needs a listing of 2 to 36 items of two types');
    for (const types of [
      ['WORKBOOK', 'REPORT'],
      ['REPORT', 'FOLDER'],
      ['FOLDER', 'WORKBOOK'],
      ['REPORT', 'WORKBOOK', 'FOLDER'],
    ] as const)
      await judge(workspace, { ...listing.query, types, first: walkCache.pageSize });
    await judgeNamedTwice(workspace, listing);
    // Within a folder
    const inside = several.find(({ query }) => query.folderId !== undefined);
    if (inside)
      await judge(workspace, { ...inside.query, types: ['WORKBOOK', 'REPORT'], first: walkCache.pageSize });
    const small = Math.min(walkCache.pageSize, Math.ceil(listing.items.length / 3));
    await judge(workspace, { ...listing.query, types: ['REPORT', 'WORKBOOK'], first: small });
    await forSamples(workspace, known, async (query) => {
      if (query.types && query.types.length > 1) await judge(workspace, query);
    });
  },
);
