import {
  expect,
  expectedItems,
  fc,
  forAll,
  ids,
  listings,
  notTested,
  requirement,
  test,
} from '../../fixtures/index.ts';

const TYPES = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;
const sorted = (numbers: readonly number[]): number[] => [...numbers].sort((a, b) => a - b);

// "types: Restrict results to these types"
test(
  'types restricts the listing to one type',
  requirement('workspace-types-filter'),
  async ({ census, workspace }) => {
    const known = await census();
    if (new Set(known.all.map(({ type }) => type)).size < 2)
      notTested('the workspace needs items of two types');
    await forAll(
      [listings(known), fc.constantFrom(...TYPES), fc.constantFrom(2, 100)],
      async (listing, type, first) => {
        const items = await workspace.everything({ ...listing, types: [type], first });
        expect(
          items.filter((item) => item.type !== type).map(({ id, type: other }) => ({ id, type: other })),
          `items that are no ${type}`,
        ).toEqual([]);
        const expected = expectedItems(known, { ...listing, types: [type] }) ?? [];
        expect(
          sorted(ids(items).filter((id) => known.all.some((item) => item.id === id))),
          `every ${type}`,
        ).toEqual(sorted(ids(expected)));
      },
    );
  },
);

// "repeat the parameter to pass several"
test(
  'repeating types selects their union',
  requirement('workspace-types-repeated'),
  async ({ census, workspace }) => {
    const known = await census();
    if (new Set(known.root.map(({ type }) => type)).size < 2)
      notTested('the workspace root needs items of two types');
    const several = fc.shuffledSubarray([...TYPES], { minLength: 2 });
    await forAll([several, fc.constantFrom(2, 100)], async (types, first) => {
      const items = await workspace.everything({ types, first });
      expect(sorted(ids(items)), `the root items of types ${types.join(' and ')}`).toEqual(
        sorted(ids(expectedItems(known, { types }) ?? [])),
      );
    });
  },
);
