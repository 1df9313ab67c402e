import {
  alsoRequirement,
  beyond32Bits,
  containsText,
  countDistinctKeys,
  expect,
  isAccepted,
  isAscending,
  isRefused,
  isSameItem,
  itemKeys,
  knownListings,
  type ListingQuery,
  notTested,
  orderPageSize,
  requirement,
  test,
  under,
  type WorkspaceItem,
  withoutFolders,
  workspacePageOf,
  writeJson,
} from '../../fixtures/index.ts';

import { KINDS } from './support.ts';

/** Larger than the id of any real deployment, and small enough for a 32-bit integer. */
const UNKNOWN_DEPLOYMENT = 2_000_000_011;
const QUERIES = [{ search: 'a' }, { types: ['REPORT'] }, { search: 'e', types: ['REPORT'] }] as const;

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
    const isRootMore = known.root.length > 1;
    const listing = isRootMore ? small : { ...knownListings(known)[0]?.query, first: 1 };
    const [page] = isRootMore ? (await workspace.walk(small)).pages : [await workspace.page(listing)];
    const endCursor = page?.pageInfo.endCursor;
    const after = typeof endCursor === 'string' ? [{ ...listing, after: endCursor }] : [];
    const there = workspace.as('TARGET_ACCESS_TOKEN', other.value);
    let root: readonly WorkspaceItem[] = [];
    for (const query of [
      {},
      { search: known.all.find(({ name }) => /^[\w ]+$/.test(name))?.name.trim() ?? 'e' },
      { types: KINDS, first: 1 },
      ...(folderId === undefined ? [] : [{ folderId }]),
      ...after,
    ] as readonly ListingQuery[]) {
      const answer = await there.list({ first, ...query }, { mayBeRefused: true });
      if (!isAccepted(answer)) continue;
      const { items, pageInfo } = workspacePageOf(answer);
      // Nothing says that an id is of one deployment alone: an item is where it says that it is.
      const wrong = items.filter((item) =>
        item.deploymentId === other.value
          ? false
          : item.deploymentId === deploymentId || known.all.some((own) => isSameItem(own, item)),
      );
      const where = `in the listing of deployment ${other.value} with ${writeJson(query)}`;
      expect(itemKeys(wrong), `items of deployment ${deploymentId} ${where}`).toEqual([]);

      // And its parameters count there
      const { search = '', types, folderId: inside } = query;
      if (Object.keys(query).length === 0) root = items;
      const isListed = (item: WorkspaceItem): boolean => items.some((one) => isSameItem(one, item));
      const next = { ...query, after: pageInfo.endCursor ?? '' };
      const behind = types && pageInfo.hasNextPage && (await there.list(next, { mayBeRefused: true }));
      const later = behind && isAccepted(behind) ? workspacePageOf(behind).items : [];
      const plain = items.filter(({ name }) => /^[ -~]*$/.test(name));
      for (const [id, ruledOut] of [
        ['workspace-search-substring', plain.filter(({ name }) => !containsText(name, search))],
        ['workspace-types-filter', items.filter(({ type }) => types?.every((one) => one !== type))],
        ['workspace-folder-contents', inside === undefined ? [] : root.filter(isListed)],
        ['workspace-first-limits', items.slice(query.first ?? first)],
        ['workspace-cursor-walk-complete', later.filter(isListed)],
      ] as const)
        await under(id, () => expect(itemKeys(ruledOut), `items that are ruled out ${where}`).toEqual([]));
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
    if (countDistinctKeys(items, 'created_at') < 2)
      notTested('the workspace of the second deployment needs two items with different dates of creation');
    expect(isAscending(items, 'created_at'), `whether items of deployment ${other.value} are in order`).toBe(
      true,
    );
  },
);
