import {
  alsoRequirement,
  beyond32Bits,
  countDistinctKeys,
  expect,
  isAccepted,
  isAscending,
  isRefused,
  isSameItem,
  itemKeys,
  knownListings,
  notTested,
  orderPageSize,
  requirement,
  test,
  type WorkspaceItem,
  withoutFolders,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';

/** Larger than the id of any real deployment, and small enough for a 32-bit integer. */
const UNKNOWN_DEPLOYMENT = 2_000_000_011;
const QUERIES = [{ search: 'a' }, { search: 'e' }, { types: ['REPORT'] }] as const;

// Search, filters and later pages stay in the deployment as well.
test(
  'items belong to the deployment of the path',
  requirement('workspace-path-deployment'),
  async ({ snapshot, deploymentId, discovery, combinations, workspace }) => {
    const known = await snapshot();
    if (known.all.length === 0) notTested('the workspace needs an item');
    const expectOwn = (items: readonly WorkspaceItem[], where: string): void =>
      expect(
        itemKeys(
          items.filter((item) => item.deploymentId !== undefined && item.deploymentId !== deploymentId),
        ),
        `items of another deployment${where}`,
      ).toEqual([]);

    // Whatever is listed is of this deployment
    expectOwn(known.all, ` than ${deploymentId}`);
    for (const query of QUERIES)
      expectOwn((await workspace.walkInLargePages(query)).items, ` found by ${writeJson(query)}`);
    const small = { first: orderPageSize(workspace, known, {}) };
    expectOwn((await workspace.walk(small)).items, ', in small pages');
    await combinations.judge(({ walk, how }) => expectOwn(walk.items, ` with ${how}`));

    // A deployment that does not exist has no items
    for (const unknown of [UNKNOWN_DEPLOYMENT, beyond32Bits(deploymentId)]) {
      const answer = await workspace
        .as('TARGET_ACCESS_TOKEN', unknown)
        .list({ first: 1 }, { mayBeRefused: true });
      const { items } = (answer.json ?? {}) as { items?: unknown };
      const shown: unknown[] = isRefused(answer) || !Array.isArray(items) ? [] : items;
      expect(shown, `items of deployment ${unknown}, which does not exist`).toEqual([]);
    }

    // The listing of another one that may be listed shows no item of this one, by a filter, a folder or a cursor of this one either
    const other = await discovery.outOfScopeDeploymentId();
    if ('missing' in other) return;
    const first = workspace.walkCache.pageSize;
    const [folderId] = [...known.contents].flatMap(([id, inside]) => (inside.length > 0 ? [id] : []));
    // A cursor of the root, or of the folder that holds most where the root holds one item
    const listing = known.root.length > 1 ? {} : knownListings(known)[0]?.query;
    const { endCursor } = (await workspace.page({ ...listing, first: 1 })).pageInfo;
    const after = typeof endCursor === 'string' ? [{ ...listing, first: 1, after: endCursor }] : [];
    for (const query of [
      {},
      ...QUERIES.slice(1),
      ...(folderId === undefined ? [] : [{ folderId }]),
      ...after,
    ]) {
      const page = await workspace
        .as('TARGET_ACCESS_TOKEN', other.value)
        .list({ first, ...query }, { mayBeRefused: true });
      if (!isAccepted(page)) continue;
      // Nothing says that an id is of one deployment alone: an item is where it says that it is.
      const wrong = workspacePageOf(page).items.filter((item) =>
        item.deploymentId === other.value
          ? false
          : item.deploymentId === deploymentId || known.all.some((own) => isSameItem(own, item)),
      );
      expect(
        itemKeys(wrong),
        `items of deployment ${deploymentId} in the listing of deployment ${other.value} with ${writeJson(query)}`,
      ).toEqual([]);
    }
  },
);

test(
  'an unknown deployment is refused',
  requirement('workspace-unknown-deployment'),
  async ({ workspace }) => {
    await workspace.page({ first: 1 });
    const unknown = workspace.as('TARGET_ACCESS_TOKEN', UNKNOWN_DEPLOYMENT);
    expect(await unknown.list({ first: 1 }, { mayBeRefused: true })).toBeRejected();
  },
);

test(
  'the order that is asked for counts in another deployment as well',
  alsoRequirement('workspace-order-created-at'),
  async ({ discovery, workspace }) => {
    const other = await discovery.outOfScopeDeploymentId();
    if ('missing' in other) return notTested('no second deployment is known');
    const query = { ...QUERIES[0], orderByField: 'created_at', orderByDirection: 'ASC' } as const;
    const page = await workspace.as('TARGET_ACCESS_TOKEN', other.value).list(query, { mayBeRefused: true });
    // A user may be shut out of it.
    if (!isAccepted(page)) return notTested('the workspace of the second deployment is not open to the user');
    const items = withoutFolders(workspacePageOf(page).items);
    if (countDistinctKeys(items, 'created_at') < 2) notTested('a search there finds less than two dates');
    expect(isAscending(items, 'created_at'), `whether items of deployment ${other.value} are in order`).toBe(
      true,
    );
  },
);
