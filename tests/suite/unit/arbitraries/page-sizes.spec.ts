import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import { edgePageSizes } from '../../../../fixtures/workspace/arbitrary-queries.ts';
import { MAX_PAGE_SIZE, sizeProblems } from './query-rules.ts';
import { snapshots } from './sample-workspaces.ts';
import { listingProblems, samplesOf, wrongValues } from './sampling.ts';
import { problemsIn, repeated } from './session-rules.ts';

test('edgePageSizes: sizes near the number of folders and near the total, each once, in ascending order', () => {
  const wrong = wrongValues([[], ...samplesOf(snapshots()).map(({ root }) => root)], (root) => {
    const sizes = edgePageSizes(root, MAX_PAGE_SIZE);
    const folders = root.filter(({ type }) => type === 'FOLDER').length;
    const expected =
      root.length <= 18 ? [1, folders, folders + 1, root.length - 1, root.length, root.length + 1] : [];
    return problemsIn(
      sizes.flatMap((first) => sizeProblems(first)),
      sizes.flatMap((first) => listingProblems({ first })),
      expected.filter((size) => size > 0 && !sizes.includes(size)).map((size) => `${size} is missing`),
      repeated(sizes.map(String)),
      isDeepStrictEqual(
        sizes,
        sizes.toSorted((a, b) => a - b),
      )
        ? []
        : ['are not in ascending order'],
      sizes.some((size) => Math.ceil(root.length / size) > 18) ? ['lead to more than 18 pages'] : [],
    );
  });
  expect(wrong).toEqual([]);
});
