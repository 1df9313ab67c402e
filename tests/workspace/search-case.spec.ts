import {
  expect,
  expectNamedSearches,
  expectSearch,
  forTexts,
  isPlainName,
  itemKey,
  itemKeys,
  namePiecesInAnyCase,
  notTested,
  requirement,
  swapAsciiCase,
  swapCaseBeyondAscii,
  test,
} from '../../fixtures/index.ts';

// "search: Case-insensitive substring match on item names"
test(
  'search ignores the case of ASCII letters',
  requirement('workspace-search-case-insensitive'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const names = known.all
      .map(({ name }) => name)
      .filter((name) => /[A-Za-z]{2}/.test(name) && isPlainName(name));
    // An i shows case folding of another language: in Turkish, I is the capital of another letter.
    const name =
      names.find((text) => /i/i.test(text)) ??
      names[0] ??
      notTested('the workspace needs a name with letters');
    await expectSearch(workspace, known, { search: name.toUpperCase() });
    await expectSearch(workspace, known, { search: name.toLowerCase() });
    // A long text is a text like any other.
    const inAscii = known.all.map(({ name: one }) => one).filter((one) => /^[ -~]+$/.test(one));
    const long = inAscii.reduce((a, b) => (b.length > a.length ? b : a), name);
    await expectNamedSearches(workspace, known, [{ search: swapAsciiCase(long) }]);
    await forTexts(workspace, known, namePiecesInAnyCase(names), 6);
  },
);

test(
  'search ignores the case of letters beyond ASCII',
  requirement('workspace-search-folds-unicode'),
  async ({ snapshot, workspace }) => {
    // Given names with such letters, a capital one and a small one: a target may fold only one of the two
    const known = await snapshot();
    const items = known.all.filter(({ name }) => swapCaseBeyondAscii(name) !== name);
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
