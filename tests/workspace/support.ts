/** What several rules of the listing are judged by: pages and searches, whoever asks for them, where, and how. */
import {
  about,
  atOnce,
  type Beginning,
  beginningOf,
  containsText,
  DIRECTIONS,
  type Direction,
  expect,
  expectedItems,
  folderCount,
  holdingEnd,
  isFolder,
  isWorkbookOrReport,
  itemKeys,
  judgeEach,
  type ListingQuery,
  LONG_SEARCH,
  lateFolders,
  mayBegin,
  notTested,
  orderPageSize,
  type Stretch,
  sortedKeys,
  sortKeyOf,
  VISIBLE_KEYS,
  type VisibleKey,
  type Walk,
  type WorkspaceClient,
  type WorkspaceItem,
  type WorkspaceSnapshot,
  without,
  writeJson,
} from '../../fixtures/index.ts';

export const OTHER = 'TARGET_OTHER_ACCESS_TOKEN';
export const TYPES = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;
export const KINDS = ['WORKBOOK', 'REPORT'] as const;

/** Pages of a listing as rules judge them. `owed` is empty where it is not known. */
export type Read = Pick<Stretch, 'query' | 'owed' | 'walk' | 'how'>;

export const shown = (items: readonly WorkspaceItem[]) =>
  items.map(({ id, type, name }) => ({ id, type, name }));

/** A letter that one of some names holds, a frequent one if there is one; the first character of a name otherwise. */
export const letterIn = (items: readonly WorkspaceItem[]): string =>
  [...'eaorintsl', ...items.flatMap(({ name }) => [...name.trim()].slice(0, 1))].find((letter) =>
    items.some(({ name }) => containsText(name, letter)),
  ) ?? 'e';

/** Items that the query of a listing does not ask for. */
export const strangersIn = ({ owed, walk }: Read, items = walk.items): WorkspaceItem[] =>
  without(items, owed);

export const repeatedIn = (items: readonly WorkspaceItem[]) =>
  itemKeys(items).filter((key, index, keys) => keys.indexOf(key) < index);

/** Folders come before other items, on these pages and on those behind them. */
export function judgeFoldersFirst({ walk, owed, how }: Read): void {
  if (folderCount(owed) === 0) return;
  const late = lateFolders(beginningOf(walk.pages, owed));
  expect(shown(late), `folders that come, or are left to come, behind another item with ${how}`).toEqual([]);
}

/** Later pages show what the query asks for, as the first one does: one that breaks the filters did not lose them on the way. */
export function judgeLaterPages(stretch: Read): void {
  const [first, ...later] = stretch.walk.pages;
  if (!first || later.length === 0 || strangersIn(stretch, first.items).length > 0) return;
  const found = later.flatMap(({ items }) => items);
  expect(
    shown(strangersIn(stretch, found)),
    `items of later pages that the query rules out with ${stretch.how}`,
  ).toEqual([]);
}

const begun = ({ walk, owed }: Read): Beginning => beginningOf(walk.pages, owed);

const kindsOf = ({ items, left }: Beginning): Beginning[] =>
  KINDS.map((kind) => ({
    items: items.filter(({ type }) => type === kind),
    left: left.filter(({ type }) => type === kind),
  }));

/**
 * The directions in which all parts of a listing may be in the order that is asked for. Which one counts where none is asked for is not
 * shown.
 */
function waysOf({ query }: Read, ...parts: readonly Beginning[]): readonly Direction[] {
  const { orderByField, orderByDirection } = query;
  const key = VISIBLE_KEYS.find((one) => one === orderByField);
  if (key === undefined) return [];
  const asked = orderByDirection ? [orderByDirection] : DIRECTIONS;
  return asked.filter((direction) => parts.every((part) => mayBegin(part, key, direction)));
}

/** Expects what a stretch shows to be in order, and what is left to belong behind it. */
function expectInOrder(stretch: Read, ways: readonly Direction[], what: string): void {
  const { items, left } = begun(stretch);
  const key = stretch.query.orderByField as VisibleKey;
  const keys = (some: readonly WorkspaceItem[]): string[] =>
    some.filter((item) => !isFolder(item)).map((item) => `${item.type} ${item.id} ${sortKeyOf(item, key)}`);
  expect(
    ways.length > 0 ? 'in order' : { 'shown so far': keys(items), 'not shown yet': keys(left) },
    `${what} by ${key} with ${stretch.how}`,
  ).toBe('in order');
}

/** Whether a page shows types in turn: they are one sequence, whatever its order is. */
const areMixed = ({ walk }: Read): boolean =>
  walk.pages.some(({ items }) => {
    const types = items.filter(isWorkbookOrReport).map(({ type }) => type);
    return types.filter((type, index) => index > 0 && type !== types[index - 1]).length > 1;
  });

/** The items are in the order of a key, those of each type where types are apart, and what is left belongs behind them. */
export const judgeOrderBy =
  (key: VisibleKey) =>
  (stretch: Read): void => {
    if (stretch.query.orderByField !== key) return;
    const all = begun(stretch);
    const parts = [...kindsOf(all), ...(areMixed(stretch) ? [all] : [])];
    expectInOrder(stretch, waysOf(stretch, ...parts), 'the order');
  };

/** Workbooks and reports are one sequence. Judged where each type by itself is in order, and where types are apart. */
export function judgeOneSequence(stretch: Read): void {
  const all = begun(stretch);
  const kinds = kindsOf(all);
  if (waysOf(stretch, ...kinds).length === 0) return;
  const ways = waysOf(stretch, all, ...kinds);
  if (ways.length > 0 || !areMixed(stretch)) expectInOrder(stretch, ways, 'workbooks and reports');
}

/** Where the first page is in order, the pages behind it are in order, too. */
export function judgeLaterOrder(stretch: Read): void {
  const [first, ...later] = stretch.walk.pages;
  if (!first || later.length === 0) return;
  const start = beginningOf([first], stretch.owed);
  if (waysOf(stretch, start).length === 0) return;
  expectInOrder(stretch, waysOf(stretch, start, begun(stretch)), 'the order over all pages');
}

/**
 * A listing in the order of a key. Who reads one direction reads the other one, too: both walks are on their way together.
 *
 * @throws the runner's skip, as not tested, where it could not be walked
 */
export async function readInOrder(
  workspace: WorkspaceClient,
  snapshot: WorkspaceSnapshot,
  listing: ListingQuery,
  key: VisibleKey,
): Promise<Record<Direction, Read>> {
  const first = orderPageSize(workspace, snapshot, listing);
  const walks = await atOnce(DIRECTIONS, (orderByDirection) =>
    workspace.walk({ ...listing, orderByField: key, orderByDirection, first }),
  );
  const [up, down] = walks.map(([orderByDirection, walk]): Read => {
    if (walk.end !== 'last page' && walk.end !== 'cut')
      notTested(
        `the listing could not be walked to its last page: ${walk.end}`,
        'workspace-cursor-walk-complete',
        'workspace-search-substring',
      );
    const query = { ...listing, orderByField: key, orderByDirection };
    return { query, owed: [], walk, how: writeJson(query) };
  }) as [Read, Read];
  return { ASC: up, DESC: down };
}

/** A walk ends as it should, and one that was read to its end yields exactly these items. */
export function expectEachOnce(query: ListingQuery, walk: Walk, expected: readonly WorkspaceItem[]): void {
  const how = `a walk with ${writeJson(query)}`;
  about(walk);
  expect(
    walk.end,
    `how ${how} ends`,
    walk.end === 'no page' ? 'answer every `endCursor` that was sent with a page' : undefined,
  ).not.toBeOneOf(['no page', 'cursor repeats', 'items repeat']);
  if (walk.end !== 'cut') expect(sortedKeys(walk.items), `the items of ${how}`).toEqual(sortedKeys(expected));
  else expect(itemKeys(without(walk.items, expected)), `items of ${how} that its listing lacks`).toEqual([]);
}

/** So much of a longer name is searched for. */
export const beginningOfName = (name: string, most = 500): string => [...name].slice(0, most).join('');

export type Search = { search: string } & Omit<ListingQuery, 'first' | 'after'>;

/**
 * Judges what a few searches find that a test names, each in one page, at the same time, and whatever is left of the budget: what is asked for
 * when most of it is used up would not be judged in any whole run.
 */
export async function expectNamedSearches(
  workspace: WorkspaceClient,
  known: WorkspaceSnapshot,
  queries: readonly Search[],
): Promise<void> {
  const sizes = [workspace.walkCache.pageSize];
  const read = (query: Search): Promise<Walk> => workspace.read(query, sizes, { endsThere: true });
  // What was read at the same time is not read again below, where a firewall that refuses one text hides nothing of the others.
  await holdingEnd(async () => {
    await atOnce(queries, read);
  });
  await judgeEach(queries, async (query) => {
    const walk = await read(query);
    about(walk);
    const { length } = query.search;
    // One that is longer than any name may be refused, too.
    const mayBeRefused = length > LONG_SEARCH || known.all.every(({ name }) => name.length < length);
    if (walk.isRefused && mayBeRefused) return;
    const asked = `what a search with ${writeJson(query)} is answered in place of a page`;
    expect(walk.refusal, asked, 'accept any text as `search`').toBe(undefined);
    judgeFound(known, query, walk.items, { cut: walk.end !== 'last page' });
  });
}

/**
 * Judges what a search found by the snapshot: every known item that matches, where it was read to its end, and none that does not match.
 *
 * @param cut - whether it was not read to its end
 * @param text - what the names that are found must hold
 */
export function judgeFound(
  known: WorkspaceSnapshot,
  query: Search,
  found: readonly WorkspaceItem[],
  { cut = false, text = query.search.trim() } = {},
): void {
  const { search, folderId } = query;
  const how = folderId === undefined ? writeJson(search) : `${writeJson(search)} in folder ${folderId}`;
  const wrong = found.filter(({ name }) => !mayHold(name, text));
  expect(
    wrong.map(({ name }) => name),
    `the found names that do not hold ${writeJson(text)}, when ${how} is searched for`,
  ).toEqual([]);
  if (cut) return;
  const missing = lostBy(known, query, found, text).map(({ name }) => name);
  expect(missing, `the names that are not found when ${how} is searched for`).toEqual([]);
}

const segmenter = new Intl.Segmenter('und');
/** A text with a sign around each character that a reader sees: a letter and its marks, a flag, a joined emoji. */
const framed = (text: string): string =>
  ['', ...Array.from(segmenter.segment(text), ({ segment }) => segment), ''].join('\0');

/**
 * Known items that a search should have found. A part of a character as readers see it need not find it, nor a Greek capital whose small
 * form depends on what is beside it.
 */
export function lostBy(
  known: WorkspaceSnapshot,
  query: Search,
  found: readonly WorkspaceItem[],
  text = query.search.trim(),
): WorkspaceItem[] {
  const owed = text.includes('Σ') ? [] : (expectedItems(known, query) ?? []);
  return without(owed, found).filter(({ name }) => containsText(framed(name), framed(text)));
}

/** A text without marks and characters without any width, in small letters. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toUpperCase()
    .toLowerCase();

/** Whether anything is left of a text where marks do not count: a target may search for nothing else. */
export const isSearchable = (text: string): boolean => plain(text).trim() !== '';

const { compare } = new Intl.Collator('und', { sensitivity: 'base' });

/**
 * Whether a name may be found by a text. A target may fold letters beyond ASCII, take Hiragana for Katakana, the last form of a Hebrew letter
 * for the usual one and the digits of one script for those of another, and ignore marks, or characters without any width, as Unicode
 * collations do, or not: none of that makes what it finds wrong.
 */
function mayHold(name: string, text: string): boolean {
  if (name === '' || [name, text].some(isUncertain) || containsText(plain(name), plain(text))) return true;
  const letters = [...new Set(plain(text))].filter((letter) => compare(letter, '') !== 0);
  const alike = (one: string): string =>
    [...plain(one)]
      .filter((letter) => compare(letter, '') !== 0)
      .map((letter) => letters.find((other) => compare(letter, other) === 0) ?? letter)
      .join('');
  return alike(name).includes(alike(text));
}

/** Whether a text holds a letter that some targets take for others, as æ for ae. */
const isUncertain = (text: string): boolean =>
  /ß/i.test(text) || /(?!\p{ASCII})[\p{Script=Latin}\p{P}]/u.test(plain(text));
