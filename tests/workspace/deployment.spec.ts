import { expect, ids, isAccepted, isRefused, notTested, requirement, test } from '../../fixtures/index.ts';

// Deployment ids beyond every real one, and small enough for a 32-bit integer.
const UNKNOWN_DEPLOYMENT = 2_000_000_011;

test(
  'items belong to the deployment of the path',
  requirement('workspace-path-deployment'),
  async ({ census, deploymentId, discovery, workspace }) => {
    const { all } = await census();
    if (all.length === 0) notTested('the workspace needs an item');
    const foreign = all.filter(
      (item) => typeof item.deploymentId === 'number' && item.deploymentId !== deploymentId,
    );
    expect(ids(foreign), `items of another deployment than ${deploymentId}`).toEqual([]);
    // Search, filters and later pages stay in the deployment too.
    for (const query of [
      { search: 'a' },
      { search: 'e', first: 2 },
      { types: ['REPORT'] as const },
      { first: 3 },
    ]) {
      const { items: found } = await workspace.walk({ first: 100, ...query });
      const strays = found.filter(
        (item) => typeof item.deploymentId === 'number' && item.deploymentId !== deploymentId,
      );
      expect(ids(strays), `items of another deployment found by ${JSON.stringify(query)}`).toEqual([]);
    }

    const unknown = await workspace.as('TARGET_ACCESS_TOKEN', UNKNOWN_DEPLOYMENT).list({ first: 1 });
    const items = (unknown.json as { items?: unknown[] } | undefined)?.items;
    expect(isRefused(unknown) ? [] : (items ?? []), 'items of a deployment that does not exist').toEqual([]);

    const other = await discovery.outOfScopeDeploymentId();
    if ('missing' in other) return;
    const listing = await workspace.as('TARGET_ACCESS_TOKEN', other.value).list({ first: 100 });
    if (!isAccepted(listing)) return;
    const listed =
      (listing.json as { items?: { id: number; deploymentId: number }[] } | undefined)?.items ?? [];
    const own = new Set(ids(all));
    expect(
      listed
        .filter(({ id, deploymentId: named }) => own.has(id) || named === deploymentId)
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
