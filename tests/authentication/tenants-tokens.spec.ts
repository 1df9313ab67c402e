import {
  alsoRequirement,
  atOnce,
  type CrossedCall,
  control,
  crossedCalls,
  type Exchange,
  expect,
  isAccepted,
  isRefused,
  isTurnedAway,
  notTested,
  TENANTS,
  test,
} from '../../fixtures/index.ts';

const SAME =
  'TARGET_BASE_URL and TARGET_PLAIN_BASE_URL may be addresses of one tenant: set TARGET_API_KEY and TARGET_PLAIN_API_KEY, which show whether they are';

/** Whether a tenant does not know a token that the other one takes for what every user may do. */
const isUnknown = ([{ call }, { status }]: [CrossedCall, Exchange]): boolean =>
  call.operation === 'listDeployments' && status === 401;

// "Every request must be authenticated": a token counts where it was issued, at `https://{tenant}.{platform_host}/api`.
test(
  'an access token of one tenant is refused by another tenant',
  alsoRequirement('auth-foreign-key-refused'),
  async ({ deploymentId, embed, http, plainEmbed, target, user }) => {
    const { settings } = target;
    const [here, there] = TENANTS;
    for (const { token } of TENANTS)
      if (settings[token] === undefined)
        notTested(`set ${token}: whether tenants take each other's access tokens is not known without it`);
    if (settings[here.base] === settings[there.base] || settings[here.token] === settings[there.token])
      notTested('TARGET_PLAIN_BASE_URL and TARGET_PLAIN_ACCESS_TOKEN are those of the same tenant');

    // Given what each tenant answers to its own token
    const calls = await crossedCalls(http, settings, deploymentId);
    for (const { own } of calls) control(own);
    for (const { base } of TENANTS)
      if (!calls.some(({ call }) => call.base === base))
        notTested(`${base} answers nothing to its own token`);

    // When the same is asked with the token of the other one
    const answers = await atOnce(calls, ({ call }) => http.send(call));

    // Then the caller is turned away. Addresses of one tenant would let both tokens in: then it would take its keys at both.
    if (!answers.every(([, answer]) => isTurnedAway(answer)) && !answers.some(isUnknown)) {
      const keys = [
        { client: embed, key: settings.TARGET_API_KEY, base: there.base },
        { client: plainEmbed, key: settings.TARGET_PLAIN_API_KEY, base: here.base },
      ];
      const refused = [];
      for (const { client, key, base } of keys)
        if (key !== undefined && isAccepted(await client.mint({ externalId: user })))
          refused.push(isRefused(await client.mint({ externalId: user }, { base })));
      if (!refused.includes(true)) notTested(SAME);
    }
    for (const [{ call }, answer] of answers)
      expect(answer, `${call.operation} at ${call.base} with ${call.as}:`).toBeTurnedAway();
  },
);
