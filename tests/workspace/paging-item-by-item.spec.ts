import {
  about,
  among,
  atOnce,
  type CallerView,
  containsText,
  DIRECTIONS,
  expect,
  folderCount,
  hiddenFromOne,
  type Id,
  isAccepted,
  isComplete,
  isFolder,
  isMixed,
  isWorkbookOrReport,
  itemKey,
  itemKeys,
  judgeWalk,
  type KnownListing,
  knownListings,
  type ListingCombinations,
  type ListingQuery,
  LONG_SEARCH,
  requirement,
  sortedKeys,
  sortKeyOf,
  test,
  VISIBLE_KEYS,
  type VisibleKey,
  WalkCache,
  type WorkspaceItem,
  type WorkspaceSnapshot,
  without,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';
import { KINDS, type Read, repeatedIn, strangersIn } from './support.ts';

// Short listings, read so that a page ends behind each item: where items tie, where names are odd, where something is hidden.

/** A listing of more items is not read item by item, nor is one of more items whose names are odd. */
const [MAX_ITEMS, MAX_ODD] = [8, 16];
/** A target may send pages without items, where it leaves out what the caller may not see. */
const MAX_EMPTY_PAGES = 4;
const TYPE_SETS = [['WORKBOOK'], ['REPORT'], KINDS] as const;

/** A listing to read as a caller: item by item unless it says in what pages. */
interface Asked {
  readonly view: CallerView;
  readonly listing: KnownListing;
  readonly pages?: readonly number[];
  /** What another caller is shown, and this one is not. */
  readonly hidden?: readonly WorkspaceItem[];
}

/** Names that some collations take for one: as they are compared without case and marks. */
const loose = (name: string): string => name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const ties = (items: readonly WorkspaceItem[], key: VisibleKey): boolean =>
  new Set(items.map((item) => (key === 'name' ? loose(item.name) : Date.parse(sortKeyOf(item, key))))).size <
  items.length;

const isShort = ({ items }: KnownListing): boolean => items.length > 1 && items.length <= MAX_ITEMS;
const byLength = (a: KnownListing, b: KnownListing): number => a.items.length - b.items.length;
const ofTypes = (items: readonly WorkspaceItem[], types: readonly string[]): WorkspaceItem[] =>
  items.filter(({ type }) => types.includes(type));
const finding = (items: readonly WorkspaceItem[], text: string): WorkspaceItem[] =>
  items.filter(({ name }) => containsText(name, text));

/** The root and folders, by types; folders before the root. */
const listingsByTypes = (snapshot: WorkspaceSnapshot): KnownListing[] =>
  [...knownListings(snapshot, 1)]
    .reverse()
    .flatMap(({ query, items }) =>
      TYPE_SETS.map((types) => ({ query: { ...query, types }, items: ofTypes(items, types) })),
    );

/** The texts that no target may refuse, and that find the same with a collation that ignores marks as with one that does not. */
const certain = (snapshot: WorkspaceSnapshot, texts: readonly string[]): string[] =>
  isComplete(snapshot)
    ? [...new Set(texts)].filter(
        (text) =>
          text.length <= LONG_SEARCH &&
          snapshot.all.every(({ name }) => containsText(name, text) === loose(name).includes(loose(text))),
      )
    : [];

const wordsIn = (items: readonly WorkspaceItem[]): string[] =>
  items.flatMap(({ name }) => name.split(/\s+/u)).filter((word) => word.length > 1);

/** Searches for words of names that are not folders, or for other texts. */
const searches = (
  snapshot: WorkspaceSnapshot,
  texts = wordsIn(snapshot.all.filter(isWorkbookOrReport)),
): KnownListing[] =>
  certain(snapshot, texts).map((search) => ({
    query: { search, types: KINDS },
    items: finding(snapshot.all.filter(isWorkbookOrReport), search),
  }));

const inEachDirection = (
  { query, items }: KnownListing,
  orderByField: NonNullable<ListingQuery['orderByField']>,
): KnownListing[] =>
  DIRECTIONS.map((orderByDirection) => ({ items, query: { ...query, orderByField, orderByDirection } }));

/** A search that finds folders of one name in different places, by name. */
function namesakes(snapshot: WorkspaceSnapshot): KnownListing[] {
  const names = snapshot.all.filter(isFolder).map(({ name }) => name);
  const shared = names.filter((name, index) => names.indexOf(name) < index);
  return certain(snapshot, shared)
    .map((search) => ({
      query: { search, orderByField: 'name' as const },
      items: finding(snapshot.all, search),
    }))
    .filter(isShort)
    .slice(0, 1);
}

/**
 * For each key in which items tie, in each direction: the shortest listing in which they do. One in which dates tie also without an
 * order.
 */
function tiedInEachOrder(listings: readonly KnownListing[]): KnownListing[] {
  const short = listings.filter(isShort).sort(byLength);
  const ordered = VISIBLE_KEYS.flatMap((key) => {
    const found = short.find(({ items }) => ties(items, key));
    return found ? inEachDirection(found, key) : [];
  });
  return [...ordered, ...short.filter(({ items }) => ties(items, 'updated_at')).slice(0, 1)];
}

/** The listings in which items tie: as one caller, and searches as the other one. */
const tied = (first: CallerView, second: CallerView): Asked[] => [
  ...tiedInEachOrder(listingsByTypes(first.known)).map((listing) => ({ view: first, listing })),
  ...[...tiedInEachOrder(searches(second.known)), ...namesakes(second.known)].map((listing) => ({
    view: second,
    listing,
  })),
];

/**
 * A folder in the order of the last view, which most items tie in because they were never viewed: one with a folder in it that holds
 * more of the same types, if there is one.
 */
function byLastView(view: CallerView): Asked[] {
  const { contents } = view.known;
  const holdsBelow = ({ query: { folderId, types = KINDS } }: KnownListing): number =>
    Number(contents.get(folderId as Id)?.some(({ id }) => ofTypes(contents.get(id) ?? [], types).length > 0));
  const [found] = listingsByTypes(view.known)
    .filter((listing) => isShort(listing) && listing.query.folderId !== undefined)
    .sort((a, b) => holdsBelow(b) - holdsBelow(a) || byLength(a, b));
  return found ? inEachDirection(found, 'viewer_last_viewed_at').map((listing) => ({ view, listing })) : [];
}

/** The listing that holds most names with characters beyond ASCII, by name. */
function oddlyNamed(view: CallerView): Asked[] {
  const oddIn = ({ items }: KnownListing): number =>
    items.filter(({ name }) => /[^ -~]|^\s|\s$/.test(name)).length;
  const [found] = listingsByTypes(view.known)
    .filter((listing) => oddIn(listing) > 0 && listing.items.length <= MAX_ODD)
    .sort((a, b) => oddIn(b) - oddIn(a));
  const [upwards] = found ? inEachDirection(found, 'name') : [];
  return upwards ? [{ view, listing: upwards }] : [];
}

/** Listings by name in which the first page ends with the last folder: folders, and a search. */
function foldersByName(view: CallerView): Asked[] {
  const { known } = view;
  const found = certain(known, wordsIn(known.all.filter(isFolder))).map((search) => ({
    query: { search, types: ['REPORT', 'WORKBOOK', 'FOLDER'] as const },
    items: finding(known.all, search),
  }));
  const mixed = (listings: readonly KnownListing[]): KnownListing[] =>
    listings.filter(({ items }) => isMixed(items) && items.length <= MAX_ODD);
  return [...mixed(knownListings(known)).slice(0, 3), ...mixed(found).slice(0, 1)]
    .flatMap((listing) => inEachDirection(listing, 'name'))
    .map((listing) => ({ view, listing, pages: [folderCount(listing.items), listing.items.length] }));
}

/**
 * Listings in which a caller is shown less than the other one, who shows where what is hidden stands: a folder or the root, and a
 * search, in each direction.
 */
function gapsOf(view: CallerView, { known: other }: CallerView): Asked[] {
  const hidden = hiddenFromOne(view.known, other);
  const keys = new Set(itemKeys(hidden));
  const isHidden = (item?: WorkspaceItem): boolean => item !== undefined && keys.has(itemKey(item));
  const inOther = new Map(knownListings(other, 1).map(({ query, items }) => [query.folderId, items]));
  /** What both are shown, as far as the other one shows it. */
  const wholeOf = ({ query: { folderId, search = '', types = KINDS } }: KnownListing): WorkspaceItem[] =>
    ofTypes(finding(search === '' ? (inOther.get(folderId) ?? []) : other.all, search), types);
  /** How many hidden items stand at an end of it, by date: there a page holds nothing else. */
  const hiddenAtEnds = (listing: KnownListing): number => {
    const dated = wholeOf(listing).sort((a, b) => Date.parse(a.updatedAt) - Date.parse(b.updatedAt));
    return Number(isHidden(dated[0])) + 2 * Number(isHidden(dated.at(-1)));
  };
  /** Whether a page that is neither the first nor the last has an item. */
  const hasLaterPages = ({ items }: KnownListing): number => Number(items.length > 2);
  // Pieces of hidden names are in other names, too.
  const pieces = wordsIn(other.all.filter(isHidden)).flatMap((word) =>
    Array.from(word, (_, index) => word.slice(index, index + 2)).filter((piece) => /^[a-z]{2}$/i.test(piece)),
  );
  return [listingsByTypes(view.known), searches(view.known, pieces)].flatMap((listings, index) => {
    const [found] = listings
      .filter(({ items }) => items.length > 0 && items.length <= MAX_ITEMS)
      .filter((listing) => wholeOf(listing).some(isHidden))
      .sort(
        (a, b) => hasLaterPages(b) - hasLaterPages(a) || hiddenAtEnds(b) - hiddenAtEnds(a) || byLength(a, b),
      );
    if (!found) return [];
    const [upwards, downwards] = inEachDirection(found, 'updated_at');
    const [byCreation] = inEachDirection(found, 'created_at');
    return [index === 0 ? byCreation : upwards, downwards].flatMap((listing) =>
      listing ? [{ view, listing, hidden }] : [],
    );
  });
}

const gaps = (first: CallerView, second: CallerView): Asked[] => [
  ...gapsOf(second, first),
  ...gapsOf(first, second),
];

type ReadByItem = Read & Asked;

async function readByItem(asked: Asked, walks = asked.view.client.walkCache): Promise<ReadByItem> {
  const { view, listing, pages } = asked;
  const { query, items } = listing;
  const sizes = pages ?? Array.from({ length: items.length + MAX_EMPTY_PAGES }, () => 1);
  const walk = await view.client.withWalks(walks).read(query, sizes, { endsThere: true });
  const inPages = pages ? `in pages of ${pages.join(', ')}` : 'item by item';
  const how = `${writeJson(query)} as ${view.client.caller}, ${inPages}`;
  return { ...asked, query, owed: items, walk, how };
}

/** Every item comes, each once, where the end was reached. */
function expectAll({ walk, owed, how, pages }: ReadByItem): void {
  // A target may bind cursors to the page size, and refuse another one.
  const early = pages && walk.isRefused ? ['no usable cursor'] : ['no page', 'no usable cursor'];
  expect(walk.end, `how a walk with ${how} ends`).not.toBeOneOf(early);
  expect(repeatedIn(walk.items), `items that come again with ${how}`).toEqual([]);
  // More may come: a search may find what stands in folders that its caller may not see.
  const missing = sortedKeys(without(owed, walk.items));
  if (walk.end === 'last page') expect(missing, `the items that do not come with ${how}`).toEqual([]);
}

/** What to read as the first caller and as the other one, who may be the same. */
type Plan = (first: CallerView, second: CallerView) => Asked[];

async function planned(combinations: ListingCombinations, plan: Plan): Promise<Asked[]> {
  const { first, second = first } = await combinations.views();
  return first && second ? plan(first, second) : [];
}

type Claim = readonly [id: string, claim: string, plan: Plan, judge: (read: ReadByItem) => void];

const CLAIMS: readonly Claim[] = [
  [
    'workspace-cursor-walk-complete',
    'items with equal sort keys are each listed once, wherever a page ends',
    tied,
    expectAll,
  ],
  [
    'workspace-cursor-walk-complete',
    'a walk ordered by name yields items with unusual names once, too',
    oddlyNamed,
    expectAll,
  ],
  [
    'workspace-first-limits',
    'a page that ends with the last folder holds no more than first',
    foldersByName,
    ({ walk, pages: [folders = 0] = [], how }) =>
      expect(walk.pages[0]?.size ?? 0, `items on the first page with ${how}`).toBeLessThanOrEqual(folders),
  ],
  ['workspace-cursor-walk-complete', 'a page by name may end with the last folder', foldersByName, expectAll],
  [
    'workspace-cursor-walk-complete',
    'items that were never viewed come on later pages as well',
    byLastView,
    // A target may know no cursors in an order that no item shows.
    (read) => read.walk.end === 'last page' && expectAll(read),
  ],
  [
    'workspace-folder-contents',
    'a folder in the order of the last view shows nothing from elsewhere',
    byLastView,
    (read) => expect(itemKeys(strangersIn(read)), `items of other places with ${read.how}`).toEqual([]),
  ],
  [
    'workspace-has-next-page-truthful',
    'items that a caller may not see do not end a walk early',
    gaps,
    ({ owed, walk, how }) => {
      let left = owed.length;
      for (const { size, pageInfo } of walk.pages) {
        left -= size;
        if (pageInfo.hasNextPage !== undefined && left > 0)
          expect(pageInfo.hasNextPage, `hasNextPage where ${left} items are left with ${how}`).toBe(true);
      }
      expect(walk.end, `how a walk with ${how} ends`).not.toBe('no usable cursor');
    },
  ],
  [
    'workspace-cursor-walk-complete',
    'items that a caller may not see leave no gap in a walk',
    gaps,
    expectAll,
  ],
  [
    'workspace-access-filtered',
    'items that a caller may not see are on no page',
    gaps,
    ({ walk, how, hidden = [] }) =>
      expect(
        itemKeys(among(walk.items, hidden)),
        `items that only the other user may see, with ${how}`,
      ).toEqual([]),
  ],
  [
    'workspace-search-all-folders',
    'a search finds visible items that come after hidden ones',
    gaps,
    (read) => read.query.search !== undefined && expectAll(read),
  ],
];

for (const [id, claim, plan, judge] of CLAIMS)
  test(claim, requirement(id), async ({ combinations }) => {
    for (const [asked, read] of await atOnce(await planned(combinations, plan), (one) => readByItem(one)))
      await judgeWalk(
        read.query,
        read.walk,
        (walk) => judge({ ...read, walk }),
        async () => (await readByItem(asked, new WalkCache(read.walk.pages.length))).walk,
      );
  });

/** Of so many items that a page of two has one of two behind it: a folder by name as one caller, and a search by date as the other. */
function fourOrMore(first: CallerView, second: CallerView): Asked[] {
  const [inFolders, found] = [listingsByTypes(first.known), searches(second.known)].map((listings) =>
    listings.filter((listing) => isShort(listing) && listing.items.length > 3).sort(byLength),
  );
  // A cursor that is made of names may be split at a sign in them.
  const signs = ({ items }: KnownListing) => items.filter(({ name }) => /[!-/:-@[-`{-~]/.test(name)).length;
  const [inFolder] = (inFolders ?? []).sort((a, b) => signs(b) - signs(a));
  return [
    { view: first, listing: inFolder && inEachDirection(inFolder, 'name')[1] },
    { view: second, listing: found?.[0] && inEachDirection(found[0], 'updated_at')[1] },
  ].flatMap(({ view, listing }) => (listing ? [{ view, listing }] : []));
}

test(
  'a cursor leads to the same items whenever it is used',
  requirement('workspace-cursor-walk-complete'),
  async ({ combinations }) => {
    for (const asked of await planned(combinations, fourOrMore)) {
      // Given cursors behind each item
      const read = await readByItem(asked);
      const { walk, query, how, view } = read;
      about(walk);
      expectAll(read);
      const cursors = walk.pages.map(({ pageInfo }) => pageInfo.endCursor);
      // When they are used again, out of order, twice, and with a larger page, then each leads to what stands behind it
      for (const index of [1, 0, 0, 2]) {
        const first = index === 2 ? 2 : 1;
        const after = cursors[index];
        // Behind an empty page, cursors have other numbers than items.
        const isByItem = walk.pages.every(({ size }) => size === 1);
        if (after === undefined || walk.end !== 'last page' || !isByItem) continue;
        const answer = await view.client.listCombination({ ...query, first, after });
        const where = `what stands behind cursor ${index + 1}, once more, with ${how}`;
        // How long a cursor counts is not shown, and a target may bind it to the page size.
        if (!isAccepted(answer)) continue;
        // A page may be shorter than `first`.
        const keys = itemKeys(workspacePageOf(answer).items);
        const behind = walk.items.slice(index + 1, index + 1 + Math.min(first, Math.max(keys.length, 1)));
        expect(keys, where).toEqual(itemKeys(behind));
      }
    }
  },
);

test(
  'a later page may be smaller: it holds no more than its own `first`',
  requirement('workspace-first-limits'),
  async ({ combinations }) => {
    for (const { view, listing } of await planned(combinations, fourOrMore)) {
      const { client } = view;
      const { query } = listing;
      const { pageInfo } = workspacePageOf(await client.listCombination({ ...query, first: 2 }));
      if (!pageInfo.hasNextPage || pageInfo.endCursor === undefined) continue;
      const answer = await client.listCombination({ ...query, first: 1, after: pageInfo.endCursor });
      // A target may bind cursors to the page size.
      if (!isAccepted(answer)) continue;
      expect(
        workspacePageOf(answer).size,
        `items on a page with first=1 behind one with first=2, with ${writeJson(query)}`,
      ).toBeLessThanOrEqual(1);
    }
  },
);
