import {
  control,
  expect,
  isAbsent,
  isAccepted,
  isExchange,
  isRedirect,
  judgeAnswers,
  notTested,
  requirement,
  sampleCall,
  summarise,
  test,
  undocumentedSchemes,
} from '../../fixtures/index.ts';

/** The right credential is accepted every time: the client notes it when one that counts is refused now and then. */
const TIMES = 9;

// "Platform API (REST and SCIM 2.0): header Authorization: Bearer <ACCESS_TOKEN>."
test(
  'the platform takes the bearer token',
  requirement('auth-bearer-accepted'),
  async ({ contract, http, target, workspace }) => {
    const right = await workspace.list({ first: 1 });
    expect(right).toBeAccepted();
    // What else is taken is not shown: it is noted, without a verdict.
    const { scheme } = contract.operation('listDeployments');
    const { TARGET_ACCESS_TOKEN: token, TARGET_API_KEY, TARGET_DATA_API_TOKEN } = target.settings;
    const others = { 'an API key': TARGET_API_KEY, 'a data token': TARGET_DATA_API_TOKEN };
    for (const { name, call } of undocumentedSchemes(scheme.prefix, token as string, others)) {
      const answer = await http.probe({ operation: 'listDeployments', as: null, ...call });
      const taken = isExchange(answer) && isAccepted(answer);
      http.journal.observations.add(`listDeployments ${taken ? 'takes' : 'does not take'} ${name}`);
    }
    for (let time = 0; time < TIMES; time += 1)
      await http.send({ operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' });
    judgeAnswers(http);
    const path = { deploymentId: workspace.deploymentId };
    control.toldApart(right, [await http.send({ operation: 'workspaceObjects', path, as: null })]);
  },
);

// "Generate session and the embed-tenant admin endpoints: Authorization: Api-Key <API_KEY>"
test(
  'generate-session takes the API key',
  requirement('auth-api-key-accepted'),
  async ({ deploymentId, embed, http, users }) => {
    const externalId = users[0] as string;
    const right = await embed.mint({ externalId });
    expect(right).toBeAccepted();
    for (let time = 0; time < TIMES; time += 1) await embed.mint({ externalId });
    judgeAnswers(http);
    const call = sampleCall('generateSession', { deploymentId, externalId });
    control.toldApart(right, [await http.send({ ...call, as: null })]);
  },
);

const FAMILIES = [
  // "Core Data API: header Authorization carries the JWT API token directly, without prefix."
  ['auth-data-token-accepted', 'data-api', 'TARGET_DATA_API_TOKEN', ['dataMeta', 'dataLoad', 'dataCoresql']],
  // "AI API: header Authorization: Api-Key <API_KEY>."
  ['auth-ai-key-accepted', 'ai-api', 'TARGET_AI_API_KEY', ['aiStreamChatState']],
] as const;

for (const [id, profile, setting, operations] of FAMILIES) {
  test(`${setting} is let in`, requirement(id), async ({ http, routes }) => {
    const unproved: string[] = [];
    let judged = 0;
    for (const operation of operations) {
      const call = sampleCall(operation, NOWHERE);
      const answer = await http.send({ ...call, as: setting, absentToo: true });
      // Not every plan has every route: the others are judged all the same.
      if (isAbsent(answer)) continue;
      const isRefused = [401, 403].includes(answer.status) || isRedirect(answer);
      expect(isRefused ? summarise(answer) : 'let in', `${operation} with ${setting}`).toBe('let in');
      const stranger = await http.send({ ...call, as: null });
      if (stranger.status === answer.status) unproved.push(summarise(answer));
      else judged += 1;
    }
    if (judged > 0) return;
    if (unproved.length > 0)
      notTested(`the right credential gets what none gets, so nothing is proved: ${unproved.join('; ')}`);
    notTested(await routes.whyMissing(profile));
  });
}

/** These families name no deployment, user or embed tenant. */
const NOWHERE = { deploymentId: 0, externalId: '', embedTenantName: '' };
