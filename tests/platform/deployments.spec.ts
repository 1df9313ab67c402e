import {
  type Exchange,
  expect,
  isForbidden,
  isRefused,
  judgeShape,
  notTested,
  requirement,
  test,
} from '../../fixtures/index.ts';

interface Deployments {
  items?: ({ id?: unknown; name?: unknown } | null)[];
}

/** Whom a service knows it may forbid the list: that says nothing of it, unless the target offers it. */
function endIfForbidden({ status }: Exchange, routes: { isOffered(profile: 'platform'): boolean }): void {
  if (isForbidden(status) && !routes.isOffered('platform'))
    notTested('TARGET_ACCESS_TOKEN may not list deployments: set it to the token of a user who may');
}

// "The deployments listing accepts the query parameter first (integer) and returns items, each with at least
// id and name."
test(
  'the deployments listing returns its items',
  requirement('platform-deployments-items'),
  async ({ http, routes }) => {
    const answer = await http.send({ operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' });
    endIfForbidden(answer, routes);
    expect(answer).toBeAccepted();
    judgeShape(http);
  },
);

for (const field of ['id', 'name'] as const) {
  test(
    `each deployment has its ${field}`,
    requirement(`platform-deployment-${field}`),
    async ({ http, target }) => {
      const operation = 'listDeployments';
      const { json } = await http.send({ operation, as: 'TARGET_ACCESS_TOKEN' });
      const items = (json as Deployments | null | undefined)?.items;
      if (!Array.isArray(items) || items.length === 0)
        return notTested('GET /v1/deployments lists no deployment');

      // Whoever asks, and for however many
      const as = target.settings.TARGET_OTHER_ACCESS_TOKEN ? 'TARGET_OTHER_ACCESS_TOKEN' : null;
      const query = { first: items.length };
      await http.send({ operation, query, as: 'TARGET_ACCESS_TOKEN' });
      if (as) await http.send({ operation, query, as, allowsAbsent: true });
      judgeShape(http);
    },
  );
}

test(
  'the deployments listing honours `first`',
  requirement('platform-deployments-first'),
  async ({ http, routes }) => {
    const ask = (query: { first?: number }) =>
      http.send({ operation: 'listDeployments', query, as: 'TARGET_ACCESS_TOKEN' });
    const itemsOf = (answer: Exchange): unknown[] => {
      endIfForbidden(answer, routes);
      expect(answer).toBeAccepted();
      const { items } = (answer.json ?? {}) as Deployments;
      return Array.isArray(items) ? items : notTested('GET /v1/deployments shows no items');
    };
    const all = itemsOf(await ask({}));
    if (all.length === 0) notTested('GET /v1/deployments lists no deployment');
    const one = itemsOf(await ask({ first: 1 }));
    expect(one.length, 'deployments listed with first=1').toBeLessThanOrEqual(1);
    // A largest page size is not shown: more may be refused.
    const many = await ask({ first: 100 });
    if (isRefused(many)) return;
    const fix = 'list what there is where `first` is more than the number of deployments';
    expect(itemsOf(many).length, 'deployments listed with first=100', fix).toBeGreaterThan(0);
  },
);
