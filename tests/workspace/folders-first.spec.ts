import { expect, requirement, test } from '../../fixtures/index.ts';

test('folders come before everything else', requirement('workspace-folders-first'), async ({ workspace }) => {
  const items = await workspace.everything({ first: 3 });
  const kinds = items.map(({ type }) => type);
  expect(kinds.lastIndexOf('FOLDER'), 'the last folder').toBeLessThan(kinds.findIndex((kind) => kind !== 'FOLDER'));
});
