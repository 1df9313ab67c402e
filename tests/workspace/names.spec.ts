import {
  type ListingCombinations,
  type OddName,
  oddNames,
  requirement,
  swapAsciiCase,
  test,
  wordsOf,
} from '../../fixtures/index.ts';
import { beginningOfName, expectNamedSearches, isSearchable } from './support.ts';

// Names as they are: of other scripts, with marks, emoji, blanks. Where a workspace has none, the other tests of these rules judge.

/** Judges searches for texts of each odd name, which the callers share: there are more than one of them can search for. */
async function expectEachFound(
  combinations: ListingCombinations,
  textsOf: (odd: OddName, index: number) => readonly string[],
): Promise<void> {
  const views = Object.values(await combinations.views());
  const odd = oddNames(views[0]?.known.all.map(({ name }) => name) ?? []).map((one, index) => {
    const able = views.filter(({ known }) => known.all.some(({ name }) => name === one.name));
    return { ...one, view: able[index % able.length] };
  });
  for (const view of views) {
    const texts = odd.filter((one) => one.view === view).flatMap(textsOf);
    const searches = [...new Set(texts.map(beginningOfName))]
      .filter((text) => text.trim() !== '')
      .map((search) => ({ search }));
    await expectNamedSearches(view.client, view.known, searches);
  }
}

test(
  'an unusual name is found by its whole text, or by its unusual character',
  requirement('workspace-search-literal'),
  ({ combinations }) =>
    expectEachFound(combinations, ({ name, odd }, index) => [index % 2 || !isSearchable(odd) ? name : odd]),
);

test(
  'an unusual name is found by its first word, or by its last one',
  requirement('workspace-search-substring'),
  ({ combinations }) =>
    expectEachFound(combinations, ({ name }, index) => [wordsOf(name).at(index % 2 ? -1 : 0) ?? '']),
);

test(
  'ASCII letters are found in their other case, whatever characters are beside them',
  requirement('workspace-search-case-insensitive'),
  ({ combinations }) =>
    expectEachFound(combinations, ({ name }) => (swapAsciiCase(name) === name ? [] : [swapAsciiCase(name)])),
);
