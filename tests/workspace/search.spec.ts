import {
  containsText,
  expect,
  type fc,
  forAll,
  isFolder,
  isListableFolder,
  itemKey,
  itemKeys,
  type KnownListing,
  knownListings,
  LONG_SEARCH,
  namePieces,
  notTested,
  requirement,
  swapAsciiCase,
  swapCaseBeyondAscii,
  test,
  type WorkspaceClient,
  type WorkspaceItem,
  type WorkspaceSnapshot,
  without,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';
import {
  beginningOfName,
  expectNamedSearches,
  isSearchable,
  judgeFound,
  type Search,
  TYPES,
} from './support.ts';

/**
 * Searches for a text, and judges what is found by the snapshot.
 *
 * @param text - what the names that are found must hold; the blanks at the ends of a term may be trimmed
 */
async function expectSearch(
  workspace: WorkspaceClient,
  known: WorkspaceSnapshot,
  query: Search,
  text?: string,
): Promise<void> {
  const { items, cut } = await workspace.allItems(query);
  judgeFound(known, query, items, { cut, text });
}

/** Texts that a property judges even where the budget for generated ones is used up. */
const MIN_TEXTS = 2;

/** Judges searches for generated texts, as many as the request budget affords. */
async function forTexts(
  workspace: WorkspaceClient,
  known: WorkspaceSnapshot,
  texts: fc.Arbitrary<string>,
  atMost = Number.POSITIVE_INFINITY,
): Promise<void> {
  let judged = 0;
  const judge = async (search: string): Promise<void> => {
    judged += 1;
    if (judged <= MIN_TEXTS || workspace.walkCache.affordsGeneratedQueries)
      await expectSearch(workspace, known, { search });
  };
  await forAll([texts], judge, { atMost });
}

/**
 * Whether a name holds nothing that a search could normalize, trim or escape: letters without marks, digits and blanks between them alone. A
 * piece of it is in the case that it has there.
 */
const isPlainName = (name: string): boolean =>
  /^[\p{L}\p{Nd} ]+$/u.test(name) && !/\p{M}/u.test(name.normalize('NFKD')) && name.trim() === name;

const hasLetters = ({ name }: WorkspaceItem): boolean =>
  /[A-Za-z]{2}/.test(name) && isPlainName(name) && swapCaseBeyondAscii(name) === name;

/** Folders that hold something: a search in one is a query of its own. */
const filledFolders = (known: WorkspaceSnapshot): KnownListing[] =>
  knownListings(known, 1).filter(({ query }) => query.folderId !== undefined);

const MAX_FOLDERS = 2;

const namesIn = ({ all }: WorkspaceSnapshot): string[] => all.map(({ name }) => name);
/** So much of a name as no target may refuse to search for, even with a blank more. */
const short = (name: string): string => beginningOfName(name, LONG_SEARCH - 1).trim();
const longer = (a: string, b: string): string => (b.length > a.length ? b : a);

/** A number in a name without its last digit, and without its first: what a number is compared with as a whole is neither. */
function partsOfNumbersIn(names: readonly string[]): string[] {
  const [number] = names.flatMap((name) => /\d{3,}/.exec(name)?.[0] ?? []);
  return number === undefined ? [] : [number.slice(0, -1), number.slice(1)];
}

/** A word in the plural, which no name holds: a search for other forms of a word, or for similar words, finds names by it. */
function pluralsOf(names: readonly string[]): string[] {
  const words = names.flatMap((name) => name.match(/[A-Za-z]{4,}/g) ?? []);
  const plurals = words.map((word) => `${word}s`);
  const [longest] = plurals
    .filter((plural) => !names.some((name) => containsText(name, plural)))
    .sort((a, b) => b.length - a.length);
  return longest === undefined ? [] : [longest];
}

/** Names of folders, which what is in them does not hold; the slug of an item, with and without types; and the domain of an owner. */
function textsBesideNames({ all, contents }: WorkspaceSnapshot): Search[] {
  const folders = all.filter(({ id, name }) => {
    const isElsewhere = (inside: string): boolean => !containsText(inside, name);
    return isPlainName(name) && contents.get(id)?.some((item) => !isFolder(item) && isElsewhere(item.name));
  });
  const isNoName = (text = ''): boolean => !all.some(({ name }) => containsText(name, text));
  const { slug } = all.find((item) => isNoName(item.slug)) ?? {};
  const { ownerDomain } = all.find((item) => isNoName(item.ownerDomain)) ?? {};
  return [
    ...folders.slice(0, MAX_FOLDERS).map(({ name }) => ({ search: name })),
    ...(slug === undefined ? [] : [{ search: slug }, { search: slug, types: TYPES }]),
    ...(ownerDomain === undefined ? [] : [{ search: ownerDomain }]),
  ];
}

test(
  'search finds every name that holds the text',
  requirement('workspace-search-substring'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const names = namesIn(known).filter(isPlainName);
    const [one] = names;
    if (one === undefined || names.length < 2)
      return notTested('the workspace needs two items with plain names');
    const answer = await workspace.list({ search: short(one) });
    expect(answer, 'a search for a name:', 'accept any text as `search`').toBeAccepted();
    await forTexts(workspace, known, namePieces(names));

    // The text is not cut short: the longest name is found, and with more at its end nothing is.
    const longest = beginningOfName(namesIn(known).reduce(longer));
    const others = [...partsOfNumbersIn(names), ...pluralsOf(names), longest, `${longest} and conformance`];

    await expectNamedSearches(workspace, known, [
      ...others.map((search) => ({ search })),
      ...textsBesideNames(known),
    ]);
  },
);

test(
  'search ignores the case of ASCII letters',
  requirement('workspace-search-case-insensitive'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const names = known.all.filter(hasLetters).map(({ name }) => name);
    // An i shows case folding of another language: in Turkish, I is the capital of another letter. For _, a query may be built anew.
    const name =
      namesIn(known).find((text) => /^\w*i\w*_\w*$/i.test(text)) ??
      names.find((text) => /i/i.test(text)) ??
      names[0] ??
      notTested('the workspace needs a name with letters');
    await expectSearch(workspace, known, { search: short(name).toUpperCase() });
    // In a folder as well, where there is a name that can be told
    const [inside] = filledFolders(known).flatMap(({ query, items }) =>
      items
        .filter((item) => hasLetters(item) && !isFolder(item))
        .map((item) => ({ ...query, search: swapAsciiCase(short(item.name)) })),
    );
    await expectSearch(workspace, known, inside ?? { search: short(name).toLowerCase() });
    // A part of a name is found as well, however long it is, also where types and an order may have the query built anew.
    const long = beginningOfName(
      namesIn(known)
        .filter((one) => /^[ -~]+$/.test(one))
        .reduce(longer, name),
    );
    await expectNamedSearches(workspace, known, [
      { search: swapAsciiCase(long.slice(1)), types: TYPES, orderByField: 'updated_at' },
    ]);
  },
);

test(
  'search ignores the case of letters beyond ASCII',
  requirement('workspace-search-folds-unicode'),
  async ({ snapshot, workspace }) => {
    // Given names with such letters, a capital one and a small one: a target may fold only one of the two
    const items = (await snapshot()).all.filter(({ name }) => swapCaseBeyondAscii(name) !== name);
    if (items.length === 0)
      notTested('the workspace needs a name with letters beyond ASCII that have two cases');
    const holding = (letters: RegExp) =>
      items.find(({ name }) => letters.test(name.replace(/\p{ASCII}/gu, '')));
    const samples = new Set([items[0], holding(/\p{Lu}/u), holding(/\p{Ll}/u)]);

    // When they are searched for in the other case, then they are found
    let judged = 0;
    for (const item of samples) {
      if (!item) continue;
      const search = swapCaseBeyondAscii(item.name);
      const { items: found, cut } = await workspace.allItems({ search });
      if (cut) continue;
      judged += 1;
      expect(itemKeys(found), `what ${search} finds`).toContain(itemKey(item));
    }
    if (judged === 0)
      notTested('each search for a name with letters beyond ASCII finds more items than are read');
  },
);

/** Texts with a meaning in LIKE, in a regular expression, in a shell, or in an address that is decoded twice. */
const SPECIAL = [...'%_*?.\\\'"+&#(^$', '-r', '[a-z]', '%61', '%20'];
/** What signs in names become where letters are made small by setting a bit, as { of [. */
const foldedSigns = (names: readonly string[]): readonly string[] => {
  const signs = names.flatMap((name) => name.match(/[@[\\\]^]/g) ?? []);
  return [...new Set(signs)].map((sign) => String.fromCharCode(sign.charCodeAt(0) | 0x20));
};
/** Words with a meaning in a search language or a program, texts that a path, a field or a list would be split at, and a tag. */
const WORDS = ['"or"', 'OR', 'not', 'undefined', 'zz/e', 'zz,e', 'name:e', '<e>'];

/**
 * Words of two names as a search language joins them, where either would do, and one with a sign inside: LIKE may escape the next letter by
 * it, or a parameter may end at it.
 */
function alternativesIn(names: readonly string[]): string[] {
  const [one, other] = new Set(names.flatMap((name) => /^[A-Za-z]{4,}/.exec(name)?.[0] ?? []));
  const split = ['|', '!', ';'].map((sign) => `${one?.slice(0, 3)}${sign}${one?.slice(3)}`);
  return one === undefined ? ['zz|e'] : [...split, ...(other === undefined ? [] : [`${one} OR ${other}`])];
}

const ENTITIES = { '&': 'amp', '<': 'lt;', '"': 'quot', "'": '#39' };
const MAX_ESCAPES = 2;

/** Texts that a name would hold as well if it were kept escaped. */
const escapesIn = (name: string): string[] => [
  ...Object.entries(ENTITIES).flatMap(([character, text]) => (name.includes(character) ? text : [])),
  ...[...name].flatMap((letter) =>
    /[\u0080-\uffff]/.test(letter) ? `u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : [],
  ),
];

/** Some names with a blank between two characters, and the three characters around it. */
const spacedNames = (names: readonly string[]) =>
  names
    .map(short)
    .flatMap((name) => {
      const { index, 0: three } = /\S \S/u.exec(name) ?? { index: -1, 0: '' };
      const blank = name.indexOf(' ', index);
      return index < 0 ? [] : [{ name, three, before: name.slice(0, blank + 1), after: name.slice(blank) }];
    })
    .slice(0, 2);

// A substring match has no wildcards.
test(
  'every character of search stands for itself',
  requirement('workspace-search-literal'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    if (known.all.length < 2) notTested('the workspace needs two items');
    const names = namesIn(known);
    // A zero is a text like any other, and digits are those of names: an id is none.
    const { id } = known.all.find((item) => !names.some((name) => name.includes(String(item.id)))) ?? {};
    const digits = id === undefined ? ['0'] : ['0', String(id)];
    // A backslash between two characters may be taken for an escape of the second one.
    const [backslash = '\\'] = names.flatMap((name) => /.\\./u.exec(name)?.[0] ?? []);
    await expectNamedSearches(workspace, known, [
      ...[...SPECIAL, ...digits, ...WORDS, ...alternativesIn(names), ...foldedSigns(names)].map((search) => ({
        search,
      })),
      // What has a meaning in LIKE, where a folder, several types, or an order, may have the query built anew.
      { ...filledFolders(known)[0]?.query, search: '%', types: TYPES },
      ...['_', backslash].map((search) => ({ search, types: TYPES })),
      ...['\\%', '_'].map((search) => ({ search, orderByField: 'name' as const })),
    ]);

    // Names may be kept escaped, for a page or as JSON: what an escape adds is not part of a name.
    for (const search of [...new Set(names.flatMap(escapesIn))].slice(0, MAX_ESCAPES))
      await expectSearch(workspace, known, { search });

    // Blanks count, also two in a row.
    for (const { name, three } of spacedNames(names))
      for (const search of [three, name.replace(' ', '  ')]) await expectSearch(workspace, known, { search });

    const withOtherCharacters = names.filter((name) => /[^A-Za-z0-9 ]/.test(name));
    if (withOtherCharacters.length > 0)
      await forTexts(workspace, known, namePieces(withOtherCharacters).filter(isSearchable), 8);
  },
);

test(
  'blanks at the ends of search stand for themselves',
  requirement('workspace-search-blanks-at-ends'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const spaced = spacedNames(namesIn(known));
    if (spaced.length === 0 || known.all.every(({ name }) => name.includes(' ')))
      notTested('the workspace needs an item whose name holds a blank, and one whose name holds none');
    for (const search of [' ', ...spaced.flatMap(({ before, after }) => [before, after])])
      await expectSearch(workspace, known, { search }, search);
  },
);

/** An item in a folder that is in another folder, and such a folder itself, each with that other folder. */
const nestedItems = (contents: WorkspaceSnapshot['contents']) => {
  const folders = [...contents].flatMap(([folderId, items]) =>
    items.filter(isListableFolder).map((item) => ({ item, place: { folderId } })),
  );
  const inside = folders.flatMap(({ item: { id }, place }) =>
    (contents.get(id) ?? []).map((item) => ({ item, place })),
  );
  return [inside, folders].flatMap((all) => all.find(({ item }) => isPlainName(item.name)) ?? []);
};

test(
  'search looks into every folder',
  requirement('workspace-search-all-folders'),
  async ({ snapshot, workspace }) => {
    // Given items in folders: of each folder a folder inside it, if there is one, and another item
    const { root, contents } = await snapshot();
    const inFolders = [...contents.values()]
      .map((items) => without(items, root).filter(({ name }) => isPlainName(name)))
      .flatMap((items) => [items.find(isFolder), items.find((item) => !isFolder(item))])
      .filter((item) => item !== undefined)
      .slice(0, 12);
    if (inFolders.length === 0) notTested('the workspace needs an item with a plain name in a folder');

    // When their names are searched for, then they are found. With folderId, too: at least what is below that folder is searched.
    const everywhere = inFolders.map((item) => ({ item, place: {} }));
    for (const { item, place } of [...everywhere, ...nestedItems(contents)]) {
      const query = { ...place, search: short(item.name) };
      const { items: found, cut } = await workspace.allItems(query);
      if (cut) continue;
      const what = `what a search for the name of an item in a folder finds, with ${writeJson(query)}`;
      expect(itemKeys(found), what).toContain(itemKey(item));
    }
  },
);

test(
  'a search for a text that no name holds yields an empty page',
  requirement('workspace-search-absent-text'),
  async ({ snapshot, workspace }) => {
    const { all } = await snapshot();
    if (all.length === 0) notTested('the workspace needs an item');
    const page = await workspace.list({ search: 'conformance-no-such-name-xyzzy' });
    expect(page).toHaveStatus(200);
    const { items } = (page.json ?? {}) as { items?: unknown };
    expect(items, 'items whose name holds a text that no name holds').toEqual([]);
    expect(workspacePageOf(page).pageInfo.hasNextPage ?? false, 'hasNextPage of an empty page').toBe(false);
    // A store may not know every character: then no name holds it, and it may be refused.
    expect(
      await workspace.list({ search: 'xyzzy \u{1f680}' }, { mayBeRefused: true }),
      'a search for an emoji:',
    ).toBeHandled();
  },
);
