import {
  aroundOdd,
  expectFurtherSearch,
  oddNames,
  requirement,
  swapAsciiCase,
  test,
} from '../../fixtures/index.ts';

// Names as they are: of other scripts, with marks, emoji, blanks. What a workspace lacks of them, the other tests of these rules
// judge with what it has.
test(
  'a name of any sort is found whole, by a part, and by the character that makes it odd',
  requirement('workspace-search-literal'),
  async ({ product }) => {
    for (const { client, known } of Object.values(await product.views()))
      for (const odd of oddNames(known.all.map(({ name }) => name)))
        for (const search of new Set([odd.name, aroundOdd(odd), odd.odd]))
          if (search.trim() !== '') await expectFurtherSearch(client, known, search);
  },
);

test(
  'letters of ASCII are found in their other case, whatever stands beside them',
  requirement('workspace-search-case-insensitive'),
  async ({ product }) => {
    for (const { client, known } of Object.values(await product.views()))
      for (const { name } of oddNames(known.all.map((item) => item.name)))
        if (swapAsciiCase(name) !== name) await expectFurtherSearch(client, known, swapAsciiCase(name));
  },
);
