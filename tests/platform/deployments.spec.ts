import {
  type Exchange,
  expect,
  type HttpClient,
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

const ask = (http: HttpClient, query: { first?: number } = {}): Promise<Exchange> =>
  http.send({ operation: 'listDeployments', query, as: 'TARGET_ACCESS_TOKEN' });

/** The deployments of an answer, which must be a list. */
function listedIn(answer: Exchange, routes: Parameters<typeof endIfForbidden>[1]): unknown[] {
  endIfForbidden(answer, routes);
  expect(answer).toBeAccepted();
  const { items } = (answer.json ?? {}) as Deployments;
  return Array.isArray(items) ? items : notTested('GET /v1/deployments shows no items');
}

test(
  'the deployments listing accepts `first`',
  requirement('platform-deployments-first'),
  async ({ http, routes }) => {
    const all = listedIn(await ask(http), routes);
    if (all.length === 0) notTested('GET /v1/deployments lists no deployment');
    listedIn(await ask(http, { first: 1 }), routes);
    // A largest page size is not shown: more may be refused.
    const many = await ask(http, { first: 100 });
    if (isRefused(many)) return;
    const fix = 'list what there is where `first` is more than the number of deployments';
    expect(listedIn(many, routes).length, 'deployments listed with first=100', fix).toBeGreaterThan(0);
  },
);

test(
  'the deployments listing is no longer than `first`',
  requirement('platform-deployments-first-limits'),
  async ({ http, routes }) => {
    if (listedIn(await ask(http), routes).length < 2) notTested('GET /v1/deployments lists fewer than two');
    const one = listedIn(await ask(http, { first: 1 }), routes);
    expect(one.length, 'deployments listed with first=1').toBeLessThanOrEqual(1);
  },
);
