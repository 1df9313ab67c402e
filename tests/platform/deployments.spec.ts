import { expect, judgeShape, notTested, requirement, test } from '../../fixtures/index.ts';

interface Deployments {
  items?: ({ id?: unknown; name?: unknown } | null)[];
}

// "The deployments listing accepts the query parameter first (integer) and returns items, each with at least
// id and name."
test(
  'the deployments listing returns its items',
  requirement('platform-deployments-items'),
  async ({ http }) => {
    const answer = await http.send({ operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' });
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
  async ({ http }) => {
    const list = async (query: { first?: number }): Promise<unknown[]> => {
      const answer = await http.send({ operation: 'listDeployments', query, as: 'TARGET_ACCESS_TOKEN' });
      expect(answer).toBeAccepted();
      const { items } = (answer.json ?? {}) as Deployments;
      return Array.isArray(items) ? items : notTested('GET /v1/deployments shows no items');
    };
    const all = await list({});
    if (all.length === 0) notTested('GET /v1/deployments lists no deployment');
    expect((await list({ first: 1 })).length, 'deployments listed with first=1').toBeLessThanOrEqual(1);
    expect(
      (await list({ first: 100 })).length,
      'deployments listed with first=100',
      'accept a `first` beyond the number of deployments, and list them all',
    ).toBeGreaterThanOrEqual(Math.min(1, all.length));
  },
);
