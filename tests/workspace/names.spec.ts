import {
  about,
  type CellView,
  expect,
  type ListingQuery,
  lettersInBothCases,
  type OddName,
  oddNames,
  requirement,
  swapAsciiCase,
  swapCaseBeyondAscii,
  test,
  type WorkspaceClient,
  type WorkspaceItem,
  type WorkspaceProduct,
  without,
  withoutMarks,
  wordsOf,
  writeJson,
} from '../../fixtures/index.ts';
import { expectNamedSearches, TYPES } from './support.ts';

// Names as they are: of other scripts, with marks, emoji, blanks. What a workspace lacks of them, the other tests of these rules
// judge with what it has.

/**
 * What a search finds, counted beside what other tests ask for.
 *
 * @param sizes - of its pages; one large page unless given
 * @returns undefined where that is not affordable, or the end was not reached
 */
async function findAll(
  workspace: WorkspaceClient,
  query: ListingQuery,
  sizes: readonly number[] = [workspace.walkCache.pageSize],
): Promise<readonly WorkspaceItem[] | undefined> {
  if (!workspace.hasRead(query, sizes, true) && !workspace.walkCache.affordsFurtherSearch) return undefined;
  const walk = await workspace.read(query, sizes, true);
  about(walk);
  return walk.end === 'last page' ? walk.items : undefined;
}

/** Odd names of the workspace, each with one of the callers in turn: there are more than one caller can search for. */
async function oddNamesOf(product: WorkspaceProduct): Promise<(OddName & CellView)[]> {
  const views = Object.values(await product.views());
  const [first] = views;
  if (!first) return [];
  return oddNames(first.known.all.map(({ name }) => name)).flatMap((odd, index) => {
    const able = views.filter(({ known }) => known.all.some(({ name }) => name === odd.name));
    const view = able[index % able.length];
    return view ? [{ ...odd, ...view }] : [];
  });
}

/** Judges searches for texts of each odd name, of one caller after the other. */
async function expectEachFound(
  product: WorkspaceProduct,
  textsOf: (odd: OddName) => readonly string[],
): Promise<void> {
  const odd = await oddNamesOf(product);
  for (const { client, known } of new Map(odd.map((one) => [one.client, one])).values()) {
    const texts = odd.filter((one) => one.client === client).flatMap(textsOf);
    const searches = [...new Set(texts)].filter((text) => text.trim() !== '');
    await expectNamedSearches(
      client,
      known,
      searches.map((search) => ({ search })),
    );
  }
}

test(
  'a name of any sort is found whole, and by the character that makes it odd',
  requirement('workspace-search-literal'),
  ({ product }) => expectEachFound(product, ({ name, odd }) => [name, odd]),
);

test(
  'a name of any sort is found by each of its words',
  requirement('workspace-search-substring'),
  ({ product }) => expectEachFound(product, ({ name }) => wordsOf(name)),
);

test(
  'letters of ASCII are found in their other case, whatever stands beside them',
  requirement('workspace-search-case-insensitive'),
  ({ product }) =>
    expectEachFound(product, ({ name }) => (swapAsciiCase(name) === name ? [] : [swapAsciiCase(name)])),
);

// A target may ignore marks, or not: but a name that holds a text holds each part of it.
test(
  'what a text finds, each word of it finds as well',
  requirement('workspace-search-literal'),
  async ({ product }) => {
    for (const { client, name } of await oddNamesOf(product)) {
      const text = withoutMarks(name);
      const [word] = wordsOf(text);
      if (text === name || word === undefined || word === text) continue;
      const [found, more] = [
        await findAll(client, { search: text }),
        await findAll(client, { search: word }),
      ];
      if (!found || !more) continue;
      expect(
        without(found, more).map((item) => item.name),
        `names that ${writeJson(text)} finds and ${writeJson(word)}, a part of it, does not`,
      ).toEqual([]);
    }
  },
);

for (const [id, claim, texts] of [
  [
    'workspace-search-literal',
    'a search for a name of any sort finds the same with all types',
    ({ name }: OddName) => [name],
  ],
  [
    'workspace-search-folds-unicode',
    'a search for letters in their other case finds the same with all types',
    ({ name }: OddName) => (swapCaseBeyondAscii(name) === name ? [] : [swapCaseBeyondAscii(name)]),
  ],
] as const)
  test(claim, requirement(id), async ({ product }) => {
    for (const { client, ...odd } of await oddNamesOf(product))
      for (const search of texts(odd)) {
        const found = await findAll(client, { search });
        const again = await findAll(client, { search, types: TYPES });
        if (found && again)
          expect(
            again.map(({ name }) => name).sort(),
            `what ${writeJson(search)} finds with all types, as without`,
          ).toEqual(found.map(({ name }) => name).sort());
      }
  });

test(
  'later pages find letters in their other case as the first one does',
  requirement('workspace-cursor-keeps-query'),
  async ({ product }) => {
    const { first } = await product.views();
    if (!first) return;
    for (const search of lettersInBothCases(first.known.all.map(({ name }) => name))) {
      const found = await findAll(first.client, { search });
      const again = found && found.length > 1 && (await findAll(first.client, { search }, [1, found.length]));
      if (again)
        expect(
          again.map((item) => item.name).sort(),
          `what ${writeJson(search)} finds on two pages, as on one`,
        ).toEqual(found.map((item) => item.name).sort());
    }
  },
);
