import {
  affordingTexts,
  expect,
  expectSearch,
  fc,
  forAll,
  forSamples,
  isPlainName,
  itemIds,
  itemsByBaseListing,
  namePieces,
  notTested,
  requirement,
  test,
  typeSubsets,
  writeJson,
} from '../../fixtures/index.ts';

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
        expect(new Set(itemIds(items)), `what ${writeJson(query)} finds`).toEqual(new Set(itemIds(expected)));
    });

    // The text is not cut short: the longest name is found, and with more at its end nothing is.
    const longest = known.all.map(({ name }) => name).reduce((a, b) => (b.length > a.length ? b : a));
    await expectSearch(workspace, known, { search: longest });
    await expectSearch(workspace, known, { search: `${longest} and conformance` });
  },
);
