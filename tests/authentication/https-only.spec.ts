import { expect, isExchange, isLoopback, requirement, sampleCall, test } from '../../fixtures/index.ts';

// "Only HTTPS is accepted." Refusing, redirecting and closing the port are all fine.
test(
  'plain HTTP is not served',
  requirement('auth-https-only'),
  async ({ deploymentId, http, target, users }) => {
    // A real credential goes over plain HTTP to this machine alone; elsewhere only strangers ask.
    const mine = isLoopback(target.settings.TARGET_HTTP_URL as string);
    const values = { deploymentId, externalId: users[0] as string, embedTenantName: '' };
    const calls = [
      {
        ...sampleCall('workspaceObjects', values),
        as: mine && target.settings.TARGET_ACCESS_TOKEN ? 'TARGET_ACCESS_TOKEN' : null,
      },
      {
        ...sampleCall('listDeployments', values),
        as: mine && target.settings.TARGET_ACCESS_TOKEN ? 'TARGET_ACCESS_TOKEN' : null,
      },
      {
        ...sampleCall('generateSession', values),
        as: mine && target.settings.TARGET_API_KEY ? 'TARGET_API_KEY' : null,
      },
    ] as const;
    for (const call of calls) {
      const answer = await http.probe({ ...call, base: 'TARGET_HTTP_URL' });
      if (!isExchange(answer)) continue;
      const { items, sessionId } = (answer.json ?? {}) as { items?: unknown; sessionId?: unknown };
      const served =
        answer.status >= 200 &&
        answer.status < 300 &&
        (Array.isArray(items) || typeof sessionId === 'string');
      expect(
        served ? answer.text.slice(0, 200) : 'nothing of the service',
        `what ${answer.operation} yields over plain HTTP`,
      ).toBe('nothing of the service');
    }
  },
);
