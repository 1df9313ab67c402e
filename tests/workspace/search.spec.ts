import {
  baseItems,
  contains,
  expect,
  expectedItems,
  fc,
  forAll,
  forSamples,
  ids,
  isFolder,
  type ListingQuery,
  notTested,
  pageOf,
  pieces,
  piecesInAnyCase,
  requirement,
  test,
  typeSubsets,
  type WorkspaceClient,
  type WorkspaceSnapshot,
  writeJson,
} from '../../fixtures/index.ts';

/** Compares a search with the snapshot: everything known that matches, and nothing that does not match. */
async function judge(
  workspace: WorkspaceClient,
  known: WorkspaceSnapshot,
  query: { search: string } & Pick<ListingQuery, 'types'>,
): Promise<void> {
  const { search } = query;
  const { items: found, cut } = await workspace.everything(query);
  const wrong = found.filter(({ name }) => name !== '' && !contains(fold(name), fold(search)));
  expect(
    wrong.map(({ name }) => name),
    `names without ${writeJson(search)}`,
  ).toEqual([]);
  if (cut) return;
  const got = new Set(ids(found));
  const missing = (expectedItems(known, query) ?? []).filter(({ id }) => !got.has(id));
  expect(
    missing.map(({ name }) => name),
    `names with ${writeJson(search)} that are missing`,
  ).toEqual([]);
}

/** Texts that a property judges even where the budget for generated ones is used up. */
const LEAST_TEXTS = 2;

/** Whether one more generated text may be judged. */
function affordable({ walkCache }: WorkspaceClient): () => boolean {
  let judged = 0;
  return () => {
    judged += 1;
    return judged <= LEAST_TEXTS || walkCache.affordsMore;
  };
}

/** The same for generated texts, as long as the budget affords them. */
const judgeTexts = (
  workspace: WorkspaceClient,
  known: WorkspaceSnapshot,
  texts: fc.Arbitrary<string>,
  atMost: number,
): Promise<void> => {
  const affords = affordable(workspace);
  return forAll(
    [texts],
    async (search) => {
      if (affords()) await judge(workspace, known, { search });
    },
    { atMost },
  );
};

/** Letters beyond ASCII may be folded or not, and marks may be ignored: neither makes a find wrong. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const isPlain = (name: string): boolean => /^[A-Za-z0-9 ]+$/.test(name);

// "search: Case-insensitive substring match on item names"
test(
  'search finds every name that holds the text',
  requirement('workspace-search-substring'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const names = known.all.map(({ name }) => name).filter(isPlain);
    if (names.length < 2) notTested('the workspace needs two items with plain names');
    const answer = await workspace.list({ search: names[0] as string });
    expect(answer, 'a search for a name:', 'accept any text as `search`').toBeAccepted();
    const affords = affordable(workspace);
    await forAll([pieces(names), fc.option(typeSubsets, { nil: undefined })], async (search, types) => {
      if (affords()) await judge(workspace, known, { search, ...(types ? { types } : {}) });
    });
    // The same set in small pages and in any order.
    await forSamples(workspace, known, async (query) => {
      const expected = query.search === undefined ? undefined : await baseItems(workspace, query);
      if (!expected) return;
      const { items, end } = await workspace.walk(query);
      if (end === 'last page')
        expect(new Set(ids(items)), `what ${writeJson(query)} finds`).toEqual(new Set(ids(expected)));
    });
    // A text is not cut: the longest name is found, and with a little more nothing is.
    const longest = known.all.map(({ name }) => name).reduce((a, b) => (b.length > a.length ? b : a));
    await judge(workspace, known, { search: longest });
    await judge(workspace, known, { search: `${longest} and conformance` });
  },
);

test(
  'search ignores case',
  requirement('workspace-search-case-insensitive'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const names = known.all
      .map(({ name }) => name)
      .filter((name) => /[A-Za-z]{2}/.test(name) && isPlain(name));
    if (names.length === 0) notTested('the workspace needs a name with letters');
    // An i shows a fold of another language: in Turkish, I is the capital of another letter.
    const name = (names.find((text) => /i/i.test(text)) ?? names[0]) as string;
    await judge(workspace, known, { search: name.toUpperCase() });
    await judge(workspace, known, { search: name.toLowerCase() });
    await judgeTexts(workspace, known, piecesInAnyCase(names), 6);
  },
);

test(
  'search folds letters beyond ASCII',
  requirement('workspace-search-folds-unicode'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const items = known.all.filter(({ name }) => swapped(name) !== name);
    if (items.length === 0)
      notTested('the workspace needs a name with letters beyond ASCII that have two cases');
    // A capital and a small letter: one of the two sides may be folded alone.
    const holds = (letters: RegExp) =>
      items.find(({ name }) => letters.test(name.replace(/\p{ASCII}/gu, '')));
    const several = new Set([items[0], holds(/\p{Lu}/u), holds(/\p{Ll}/u)]);
    let told = 0;
    for (const item of several) {
      if (!item) continue;
      const { items: found, cut } = await workspace.everything({ search: swapped(item.name) });
      if (cut) continue;
      told += 1;
      expect(ids(found), `what ${swapped(item.name)} finds`).toContain(item.id);
    }
    if (told === 0) notTested('more items than are read hold each name with letters beyond ASCII');
  },
);

/** The letters beyond ASCII in their other case. */
const swapped = (name: string): string =>
  name.replace(/[^\p{ASCII}]/gu, (letter) => {
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return other.length === letter.length ? other : letter;
  });

const isBlankBetween = (three: readonly string[]): boolean => /^\S \S$/u.test(three.join(''));

/** What means something else in LIKE, in a regular expression, in a shell, or in an address that is decoded twice. */
const SPECIAL = [
  '%',
  '_',
  '*',
  '?',
  '.',
  '\\',
  "'",
  '"',
  '+',
  '&',
  '#',
  '[a-z]',
  '%61',
  '%20',
  '(',
  '^',
  '$',
];

const ENTITIES: readonly (readonly [character: string, text: string])[] = [
  ['&', 'amp'],
  ['<', 'lt;'],
  ['"', 'quot'],
  ["'", '#39'],
];
const MOST_ESCAPES = 2;

/** What a name would hold more, were its characters escaped. */
const escapesIn = (name: string): string[] => [
  ...ENTITIES.flatMap(([character, text]) => (name.includes(character) ? text : [])),
  ...[...name].flatMap((letter) =>
    /[\u0080-\uffff]/.test(letter) ? `u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : [],
  ),
];

// A substring match knows no wildcards: every character stands for itself.
test(
  'every character of search is literal',
  requirement('workspace-search-literal'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    if (known.all.length < 2) notTested('the workspace needs two items');
    for (const search of SPECIAL) await judge(workspace, known, { search });
    // Names may be kept escaped, for a page or as JSON; what an escape adds is no part of a name.
    const escapes = known.all.flatMap(({ name }) => escapesIn(name));
    for (const search of [...new Set(escapes)].slice(0, MOST_ESCAPES))
      await judge(workspace, known, { search });
    // Blanks count, at either end and two in a row.
    const spaced = known.all.map(({ name }) => name).filter((name) => /\S \S/u.test(name));
    for (const name of spaced.slice(0, 2)) {
      const characters = Array.from(name);
      const at = characters.findIndex((_, place) =>
        isBlankBetween(characters.slice(Math.max(0, place - 1), place + 2)),
      );
      const part = (from: number, to: number): string => characters.slice(from, to).join('');
      for (const search of [part(at, at + 3), part(0, at + 1), name.replace(' ', '  ')]) {
        await judge(workspace, known, { search });
      }
    }
    const odd = known.all.map(({ name }) => name).filter((name) => /[^A-Za-z0-9 ]/.test(name));
    if (odd.length > 0) await judgeTexts(workspace, known, pieces(odd), 8);
  },
);

// "searches across all folders, not only the current level"
test(
  'search looks into every folder',
  requirement('workspace-search-all-folders'),
  async ({ snapshot, workspace }) => {
    const { root, contents } = await snapshot();
    const atRoot = new Set(ids(root));
    // Of each folder a folder inside it, if there is one, and another item.
    const inFolders = [...contents.values()]
      .map((items) => items.filter(({ id, name }) => !atRoot.has(id) && isPlain(name)))
      .flatMap((items) => [items.find(isFolder), items.find((item) => !isFolder(item))])
      .filter((item) => item !== undefined)
      .slice(0, 12);
    if (inFolders.length === 0) notTested('the workspace needs a folder with something in it');
    for (const { id, name } of inFolders) {
      const { items: found, cut } = await workspace.everything({ search: name });
      if (cut) continue;
      expect(ids(found), `what the name of an item in a folder, ${writeJson(name)}, finds`).toContain(id);
    }
  },
);

test(
  'a text that no name holds yields an empty page',
  requirement('workspace-search-absent-text'),
  async ({ snapshot, workspace }) => {
    const { all } = await snapshot();
    if (all.length === 0) notTested('the workspace needs an item');
    const page = await workspace.list({ search: 'conformance-no-such-name-xyzzy' });
    expect(page).toHaveStatus(200);
    expect((page.json as { items?: unknown } | null | undefined)?.items, 'what nothing matches').toEqual([]);
    expect(pageOf(page).pageInfo.hasNextPage ?? false, 'hasNextPage of an empty page').toBe(false);
  },
);
