import {
  expect,
  isAccepted,
  itemKeys,
  notTested,
  pagedListing,
  requirement,
  test,
  workspacePageOf,
} from '../../fixtures/index.ts';

const ORDERS = [{}, { orderByField: 'name', orderByDirection: 'ASC' }] as const;

// "Cursor: continue after this position": that of the first item of a page is one, too.
test(
  'after=startCursor leads on to the second item of a page',
  requirement('workspace-after-start-cursor'),
  async ({ snapshot, workspace }) => {
    const { query } = pagedListing(await snapshot());
    let judged = 0;
    for (const order of ORDERS) {
      const asked = { ...query, ...order, first: 2 };
      const { items, pageInfo } = await workspace.page(asked);
      const [, second] = items;
      if (pageInfo.startCursor === undefined || !second) continue;
      judged += 1;
      const answer = await workspace.list({ ...asked, after: pageInfo.startCursor });
      expect(answer, 'a page after the startCursor of another one:').toBeAccepted();
      if (isAccepted(answer))
        expect(
          itemKeys(workspacePageOf(answer).items).slice(0, 1),
          'the item behind the startCursor of a page, which is its second one',
        ).toEqual(itemKeys([second]));
    }
    if (judged === 0) notTested('no page with two items has a startCursor');
  },
);
