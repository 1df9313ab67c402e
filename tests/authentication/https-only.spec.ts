import {
  type Exchange,
  expect,
  isAccepted,
  isExchange,
  isLoopback,
  notTested,
  requirement,
  sampleCall,
  test,
} from '../../fixtures/index.ts';

const CALLS = [
  ['workspaceObjects', 'TARGET_ACCESS_TOKEN'],
  ['listDeployments', 'TARGET_ACCESS_TOKEN'],
  ['generateSession', 'TARGET_API_KEY'],
] as const;

// "Only HTTPS is accepted." Refusing, redirecting and closing the port are all fine.
test(
  'plain HTTP is not served',
  requirement('auth-https-only'),
  async ({ deploymentId, http, target, users }) => {
    // A real credential goes over plain HTTP to this machine alone; elsewhere only strangers ask.
    const mine = isLoopback(target.settings.TARGET_HTTP_URL as string);
    const values = { deploymentId, externalId: users[0] as string, embedTenantName: '' };
    let controls = 0;
    for (const [operation, setting] of CALLS) {
      const call = sampleCall(operation, values);
      const as = target.settings[setting] ? setting : null;
      // The control: the same is served over HTTPS.
      if (as && isServed(await http.send({ ...call, as }))) controls += 1;
      const answer = await http.probe({ ...call, as: mine ? as : null, base: 'TARGET_HTTP_URL' });
      if (!isExchange(answer)) continue;
      expect(
        isServed(answer) ? answer.text.slice(0, 200) : 'nothing of the service',
        `what ${operation} yields over plain HTTP`,
      ).toBe('nothing of the service');
    }
    if (controls === 0) notTested('nothing is served over HTTPS either, so silence proves nothing');
  },
);

/** Tells whether an answer is one of the service: the list or the session that was asked for. */
function isServed(answer: Exchange): boolean {
  const { items, sessionId } = (answer.json ?? {}) as { items?: unknown; sessionId?: unknown };
  return isAccepted(answer) && (Array.isArray(items) || typeof sessionId === 'string');
}
