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
  ['scimListUsers', 'TARGET_ACCESS_TOKEN'],
  ['listEmbedTenantGroups', 'TARGET_API_KEY'],
] as const;
const NOTHING = 'nothing of the service';

// "Only HTTPS is accepted." The target may refuse, redirect, or close the port.
test(
  'plain HTTP is not served',
  requirement('auth-https-only'),
  async ({ deploymentId, discovery, http, setting, target, user }) => {
    // A real credential is sent over plain HTTP to this machine alone; elsewhere none is sent.
    const isThisMachine = isLoopback(setting('TARGET_HTTP_URL'));
    const [embedTenantName] = discovery.identities.embedTenants;
    const values = { deploymentId, externalId: user, ...(embedTenantName ? { embedTenantName } : {}) };
    let controls = 0;
    for (const [operation, credential] of CALLS) {
      if (/EmbedTenant/.test(operation) && embedTenantName === undefined) continue;
      const call = { ...sampleCall(operation, values), allowsAbsent: true };
      const as = target.settings[credential] ? credential : null;

      // Given that the operation is served over HTTPS
      if (as && isServed(await http.send({ ...call, as }))) controls += 1;

      // When it is asked over plain HTTP, then the answer holds nothing of the service
      const answer = await http.probe({ ...call, as: isThisMachine ? as : null, base: 'TARGET_HTTP_URL' });
      if (!isExchange(answer)) continue;
      expect(
        isServed(answer) ? answer.text.slice(0, 200) : NOTHING,
        `what ${operation} yields over plain HTTP`,
      ).toBe(NOTHING);
    }
    if (controls === 0) notTested('nothing is served over HTTPS either, so silence proves nothing');
  },
);

/** Whether an answer is one of the service: the list or the session that was asked for. */
function isServed(answer: Exchange): boolean {
  const { items, sessionId, Resources } = (answer.json ?? {}) as Record<string, unknown>;
  return isAccepted(answer) && ([items, Resources].some(Array.isArray) || typeof sessionId === 'string');
}
