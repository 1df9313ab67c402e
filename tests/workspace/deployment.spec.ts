import {
  expect,
  forSamples,
  type Id,
  ids,
  isAccepted,
  isItemId,
  isRefused,
  notTested,
  orderedPage,
  pageOf,
  requirement,
  test,
  type WorkspaceItem,
  writeJson,
} from '../../fixtures/index.ts';

// Deployment ids beyond every real one, and small enough for a 32-bit integer.
const UNKNOWN_DEPLOYMENT = 2_000_000_011;

test(
  'items belong to the deployment of the path',
  requirement('workspace-path-deployment'),
  async ({ snapshot, deploymentId, discovery, walkCache, workspace }) => {
    const known = await snapshot();
    if (known.all.length === 0) notTested('the workspace needs an item');
    const foreign = (items: readonly WorkspaceItem[]): Id[] =>
      ids(items.filter((item) => item.deploymentId !== undefined && item.deploymentId !== deploymentId));
    expect(foreign(known.all), `items of another deployment than ${deploymentId}`).toEqual([]);
    // Search, filters and later pages stay in the deployment too.
    for (const query of [{ search: 'a' }, { search: 'e' }, { types: ['REPORT'] as const }]) {
      const { items } = await workspace.whole(query);
      expect(foreign(items), `items of another deployment found by ${writeJson(query)}`).toEqual([]);
    }
    const small = { first: orderedPage(workspace, known, {}) };
    expect(
      foreign((await workspace.walk(small)).items),
      'items of another deployment, in small pages',
    ).toEqual([]);
    await forSamples(workspace, known, async (query) => {
      const { items } = await workspace.walk(query);
      expect(foreign(items), 'items of another deployment').toEqual([]);
    });

    const unknown = await workspace.as('TARGET_ACCESS_TOKEN', UNKNOWN_DEPLOYMENT).list({ first: 1 });
    const { items } = (unknown.json ?? {}) as { items?: unknown };
    const shown: unknown[] = isRefused(unknown) || !Array.isArray(items) ? [] : items;
    expect(shown, 'items of a deployment that does not exist').toEqual([]);

    const other = await discovery.outOfScopeDeploymentId();
    if ('missing' in other) return;
    const listing = await workspace.as('TARGET_ACCESS_TOKEN', other.value).list({ first: walkCache.page });
    if (!isAccepted(listing)) return;
    const { items: listed } = pageOf(listing);
    const own = new Set(ids(known.all));
    expect(
      listed
        .filter(({ id, deploymentId: named }) => (isItemId(id) && own.has(id)) || named === deploymentId)
        .map(({ id }) => id),
      `items of deployment ${deploymentId} in the listing of deployment ${other.value}`,
    ).toEqual([]);
  },
);

test(
  'an unknown deployment is refused',
  requirement('workspace-unknown-deployment'),
  async ({ workspace }) => {
    await workspace.page({ first: 1 });
    expect(await workspace.as('TARGET_ACCESS_TOKEN', UNKNOWN_DEPLOYMENT).list({ first: 1 })).toBeRejected();
  },
);
