import {
  affordingTexts,
  containsText,
  expect,
  expectNamedSearches,
  expectSearch,
  fc,
  forAll,
  forSamples,
  isFolder,
  isPlainName,
  itemKeys,
  itemsByBaseListing,
  namePieces,
  notTested,
  requirement,
  test,
  typeSubsets,
  type WorkspaceSnapshot,
  writeJson,
} from '../../fixtures/index.ts';

const TYPES = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;
/** How many folders are searched for by name. */
const MAX_FOLDERS = 2;

/** A number in a name without its last digit, and without its first: what a number is compared with as a whole is neither. */
function partsOfNumbersIn(names: readonly string[]): string[] {
  const [number] = names.flatMap((name) => /\d{3,}/.exec(name)?.[0] ?? []);
  return number === undefined ? [] : [number.slice(0, -1), number.slice(1)];
}

/** Names of folders, which what is in them does not hold, and the slug of an item, which is no name: with and without types. */
function textsBesideNames({ all, contents }: WorkspaceSnapshot): { search: string; types?: typeof TYPES }[] {
  const folders = all.filter(({ id, name }) => {
    const isElsewhere = (inside: string): boolean => !containsText(inside, name);
    return isPlainName(name) && contents.get(id)?.some((item) => !isFolder(item) && isElsewhere(item.name));
  });
  const { slug } = all.find((item) => !all.some(({ name }) => containsText(name, item.slug ?? ''))) ?? {};
  return [
    ...folders.slice(0, MAX_FOLDERS).map(({ name }) => ({ search: name })),
    ...(slug === undefined ? [] : [{ search: slug }, { search: slug, types: TYPES }]),
  ];
}

// "search: Case-insensitive substring match on item names"
test(
  'search finds every name that holds the text',
  requirement('workspace-search-substring'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const names = known.all.map(({ name }) => name).filter(isPlainName);
    const [one] = names;
    if (one === undefined || names.length < 2)
      return notTested('the workspace needs two items with plain names');
    const answer = await workspace.list({ search: one });
    expect(answer, 'a search for a name:', 'accept any text as `search`').toBeAccepted();

    // Pieces of names, with and without types
    const affords = affordingTexts(workspace);
    await forAll([namePieces(names), fc.option(typeSubsets, { nil: undefined })], async (search, types) => {
      if (affords()) await expectSearch(workspace, known, { search, ...(types ? { types } : {}) });
    });

    // The same items in small pages and in any order
    await forSamples(workspace, known, async (query) => {
      const expected = query.search === undefined ? undefined : await itemsByBaseListing(workspace, query);
      if (!expected) return;
      const { items, end } = await workspace.walk(query);
      if (end === 'last page')
        expect(new Set(itemKeys(items)), `what ${writeJson(query)} finds`).toEqual(
          new Set(itemKeys(expected)),
        );
    });

    // The text is not cut short: the longest name is found, and with more at its end nothing is.
    const longest = known.all.map(({ name }) => name).reduce((a, b) => (b.length > a.length ? b : a));
    await expectSearch(workspace, known, { search: longest });
    await expectSearch(workspace, known, { search: `${longest} and conformance` });

    await expectNamedSearches(workspace, known, [
      ...partsOfNumbersIn(names).map((search) => ({ search })),
      ...textsBesideNames(known),
    ]);
  },
);
