import { setTimeout as sleep } from 'node:timers/promises';
import {
  allOf,
  alsoRequirement,
  definitionsOf,
  expect,
  firstRecord,
  itemKey,
  itemKeys,
  notTested,
  RECORD_KIND_NAMES,
  test,
  type WorkspaceClient,
  type WorkspaceItem,
} from '../../fixtures/index.ts';

/** Deletions, each of which would have to take something with it: somebody else may delete an item at any time. */
const TRIALS = 2;
/** How long nothing is done, which shows whether items go all the same. */
const QUIET_MS = 200;

/** Items that are looked for once more where they are gone: a page that others filled meanwhile shows them no more. */
const MAX_LOOKED_FOR = 3;

/** The items on the first pages of two listings that show much of a workspace. */
async function itemsSeen(workspace: WorkspaceClient): Promise<WorkspaceItem[]> {
  const pages = await allOf([{}, { search: 'e' }].map((query) => workspace.page(query)));
  return pages.flatMap(({ items }) => items);
}

/** Names of items that were seen, and are not there after something was done. */
async function goneAfter(workspace: WorkspaceClient, act: () => Promise<unknown>): Promise<string[]> {
  const before = await itemsSeen(workspace);
  await act();
  const left = new Set(itemKeys(await itemsSeen(workspace)));
  const missing = before.filter((item) => !left.has(itemKey(item)) && item.name.trim() !== '');
  const names = missing.slice(0, MAX_LOOKED_FOR).map(async (item) => {
    const { items } = await workspace.page({ search: item.name });
    return itemKeys(items).includes(itemKey(item)) ? [] : [item.name];
  });
  return (await allOf(names)).flat();
}

// "DELETE {base_url}/v1/embed-tenants/{embedTenantName}/groups/{id}": of the embed tenant, and of nothing else.
for (const { kind, slug, noun } of RECORD_KIND_NAMES)
  test(
    `deleting a ${noun} takes nothing from the workspace`,
    alsoRequirement(`embed-tenants-${slug}-delete`),
    async ({ embedTenants, scope, target, user, workspace }) => {
      if (target.settings.TARGET_ACCESS_TOKEN === undefined) notTested('set TARGET_ACCESS_TOKEN');
      let gone: string[] = [];
      for (let trial = 1; trial <= TRIALS; trial += 1) {
        const defined = await scope.define(user, definitionsOf(kind, [`conformance-apart-${trial}`]));
        const { id } = firstRecord(defined, kind);
        gone = await goneAfter(workspace, () => embedTenants.remove(kind, scope.name, id));
        if (gone.length === 0) return;
        const meanwhile = await goneAfter(workspace, () => sleep(QUIET_MS));
        if (meanwhile.length > 0) notTested('somebody deletes items of the workspace at the same time');
      }
      expect(
        gone,
        `items of the workspace that are gone after each of ${TRIALS} deletions of a ${noun}`,
        'delete the record of the embed tenant, by its kind and its id, and nothing else',
      ).toEqual([]);
    },
  );
