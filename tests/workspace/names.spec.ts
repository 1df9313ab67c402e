import {
  type CellView,
  type OddName,
  oddNames,
  requirement,
  swapAsciiCase,
  test,
  type WorkspaceProduct,
  wordsOf,
} from '../../fixtures/index.ts';
import { expectNamedSearches } from './support.ts';

// Names as they are: of other scripts, with marks, emoji, blanks. What a workspace lacks of them, the other tests of these rules
// judge with what it has.

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
  textsOf: (odd: OddName, index: number) => readonly string[],
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
  'a name of any sort is found whole, or by the character that makes it odd',
  requirement('workspace-search-literal'),
  ({ product }) => expectEachFound(product, ({ name, odd }, index) => [index % 2 ? name : odd]),
);

test(
  'a name of any sort is found by its first word, or by its last one',
  requirement('workspace-search-substring'),
  ({ product }) =>
    expectEachFound(product, ({ name }, index) => [wordsOf(name).at(index % 2 ? -1 : 0) ?? '']),
);

test(
  'letters of ASCII are found in their other case, whatever stands beside them',
  requirement('workspace-search-case-insensitive'),
  ({ product }) =>
    expectEachFound(product, ({ name }) => (swapAsciiCase(name) === name ? [] : [swapAsciiCase(name)])),
);
