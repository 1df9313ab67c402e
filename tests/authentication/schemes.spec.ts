import {
  expect,
  isAbsent,
  isAccepted,
  isExchange,
  notTested,
  requirement,
  sampleCall,
  summarise,
  test,
} from '../../fixtures/index.ts';

// "Platform API (REST and SCIM 2.0): header Authorization: Bearer <ACCESS_TOKEN>."
test(
  'the platform takes the bearer token',
  requirement('auth-bearer-accepted'),
  async ({ http, target, workspace }) => {
    expect(await workspace.list({ first: 1 })).toBeAccepted();
    // What else is taken is not shown: it is noted, without a verdict.
    const token = target.settings.TARGET_ACCESS_TOKEN as string;
    const { TARGET_API_KEY: key, TARGET_DATA_API_TOKEN: dataToken } = target.settings;
    const others: [string, string | undefined, object][] = [
      ['the scheme in lower case', `bearer ${token}`, {}],
      ['blanks around scheme and token', `Bearer   ${token} `, {}],
      ['the token without a scheme', token, {}],
      ['the token in the query string', undefined, { query: { access_token: token }, breaksContract: true }],
      ...(key ? [['an API key as bearer token', `Bearer ${key}`, {}] as [string, string, object]] : []),
      ...(dataToken
        ? [['a data token as bearer token', `Bearer ${dataToken}`, {}] as [string, string, object]]
        : []),
    ];
    for (const [what, authorization, more] of others) {
      const call = { operation: 'listDeployments', as: null, ...more };
      const answer = await http.probe({ ...call, ...(authorization === undefined ? {} : { authorization }) });
      const taken = isExchange(answer) && isAccepted(answer);
      http.journal.observations.add(`listDeployments ${taken ? 'takes' : 'does not take'} ${what}`);
    }
  },
);

// "Generate session and the embed-tenant admin endpoints: Authorization: Api-Key <API_KEY>"
test('generate-session takes the API key', requirement('auth-api-key-accepted'), async ({ embed, users }) => {
  expect(await embed.mint({ externalId: users[0] as string })).toBeAccepted();
});

const FAMILIES = [
  // "Core Data API: header Authorization carries the JWT API token directly, without prefix."
  ['auth-data-token-accepted', 'TARGET_DATA_API_TOKEN', ['dataMeta', 'dataLoad', 'dataCoresql']],
  // "AI API: header Authorization: Api-Key <API_KEY>."
  ['auth-ai-key-accepted', 'TARGET_AI_API_KEY', ['aiStreamChatState']],
] as const;

for (const [id, setting, operations] of FAMILIES) {
  test(`${setting} is let in`, requirement(id), async ({ http }) => {
    for (const operation of operations) {
      const answer = await http.send({ ...sampleCall(operation, NOWHERE), as: setting });
      if (isAbsent(answer)) notTested(`the route is not served: ${summarise(answer)}`);
      expect(
        [401, 403].includes(answer.status) ? summarise(answer) : 'let in',
        `${operation} with ${setting}`,
      ).toBe('let in');
    }
  });
}

/** These families name no deployment, user or embed tenant. */
const NOWHERE = { deploymentId: 0, externalId: '', embedTenantName: '' };
