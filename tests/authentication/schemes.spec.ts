import { setTimeout as sleep } from 'node:timers/promises';
import {
  atOnce,
  type Call,
  declaredCall,
  describeExchange,
  type Exchange,
  endIfStrangersGetTheSame,
  expect,
  type HttpClient,
  inconclusive,
  isAbsent,
  isAccepted,
  isExchange,
  isForbidden,
  isRedirect,
  isServed,
  isUnauthorized,
  judgeAnswers,
  notTested,
  platformResources,
  RESTART_MS,
  requirement,
  sampleCall,
  test,
} from '../../fixtures/index.ts';

/** How often the right credential is sent: the client notes it where one that was accepted is refused later. */
const TIMES = 9;

/** Asks so often, and again later where the credential was refused meanwhile: what restarts refuses it for some seconds. */
async function judgeOften(http: HttpClient, ask: () => Promise<unknown>): Promise<void> {
  for (let time = 0; time < TIMES; time += 1) await ask();
  if (http.wasRefusedOnce) {
    await sleep(RESTART_MS);
    for (let time = 0; time < TIMES; time += 1) await ask();
  }
  judgeAnswers(http);
}

test(
  'the platform accepts the bearer token',
  requirement('auth-bearer-accepted'),
  async ({ contract, discovery, http, routes, setting, target, user, workspace }) => {
    const right = await workspace.list({ first: 1 });
    expect(right).toBeAccepted();

    // The interface does not say what else is accepted: it is noted, without a verdict.
    const { scheme } = contract.operation('listDeployments');
    const { TARGET_API_KEY: apiKey, TARGET_DATA_API_TOKEN: dataToken } = target.settings;
    const token = setting('TARGET_ACCESS_TOKEN');
    const ways: Record<string, Omit<Call, 'as' | 'operation'>> = {
      'the scheme in lower case': { authorization: `${scheme.prefix.toLowerCase()}${token}` },
      'blanks around the credential': { authorization: `${scheme.prefix}  ${token} ` },
      'the credential without a scheme': { authorization: token },
      'the credential in the query string': { query: { access_token: token }, breaksContract: true },
      ...(apiKey && { 'an API key instead': { authorization: `${scheme.prefix}${apiKey}` } }),
      ...(dataToken && { 'a data token instead': { authorization: `${scheme.prefix}${dataToken}` } }),
    };
    for (const [name, call] of Object.entries(ways)) {
      const answer = await http.probe({ operation: 'listDeployments', as: null, ...call });
      const isTaken = isExchange(answer) && isAccepted(answer);
      http.journal.observations.add(`listDeployments ${isTaken ? 'accepts' : 'does not accept'} ${name}`);
    }

    // What a service forbids to a user it knows (403) says nothing of the scheme. The root of what takes API keys may take them, too.
    const resources = platformResources.filter((operation) => operation !== 'getEmbed');
    const asked = await atOnce(resources, async (operation) => {
      const deploymentId = await discovery.deploymentFor(contract.operation(operation));
      const call = sampleCall(operation, { deploymentId, externalId: user });
      return { call, answer: await http.send({ ...call, as: 'TARGET_ACCESS_TOKEN', allowsAbsent: true }) };
    });
    for (const [operation, { call, answer }] of asked) {
      if (!isUnauthorized(answer.status)) continue;
      const { prefix } = contract.operation('generateSession').scheme;
      const otherWays = [token, `${prefix}${token}`, ...(apiKey ? [`${prefix}${apiKey}`] : [])];
      const probed = await atOnce(otherWays, (authorization) =>
        http.probe({ ...call, as: null, authorization }),
      );
      const isLetInElse = probed.some(([, other]) => isExchange(other) && isServed(other));
      if (isLetInElse || routes.isOffered('platform'))
        expect(answer, `${operation} with TARGET_ACCESS_TOKEN:`).toBeLetIn();
    }

    await judgeOften(http, () => http.send({ operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' }));
    const path = { deploymentId: workspace.deploymentId };
    endIfStrangersGetTheSame(right, [await http.send({ operation: 'workspaceObjects', path, as: null })]);
  },
);

const SCIM_LISTS = ['scimListUsers', 'scimListGroups'] as const;

test('SCIM accepts the bearer token', requirement('auth-scim-bearer-accepted'), async ({ http, routes }) => {
  const asked = async (operation: string, as: 'TARGET_ACCESS_TOKEN' | null): Promise<Exchange> =>
    http.send({ operation, as, allowsAbsent: true });
  const answers = await atOnce(SCIM_LISTS, (operation) => asked(operation, 'TARGET_ACCESS_TOKEN'));
  const served = answers.filter(([, answer]) => !isAbsent(answer));
  if (served.length === 0) notTested(await routes.whyProfileMissing('scim'));
  if (served.every(([, { status }]) => status === 403)) {
    // It may be the fault of the token, but what is declared is owed, and nothing of it was seen.
    if (routes.isOffered('scim'))
      inconclusive(
        'SCIM forbids its lists to TARGET_ACCESS_TOKEN: set the token of a user who may read them',
      );
    notTested('SCIM forbids its lists to this token');
  }
  for (const [operation, answer] of served) {
    // Whom a service knows it may forbid its directory: that says nothing of the scheme.
    if (answer.status === 403) continue;
    // A service may have a credential of its own for SCIM, and then does not offer what the interface shows.
    if ((answer.status === 401 || isRedirect(answer)) && !routes.isOffered('scim'))
      notTested(`SCIM is not served to this token: ${describeExchange(answer)}`);
    expect(answer, `${operation} with TARGET_ACCESS_TOKEN:`).toBeLetIn();
    endIfStrangersGetTheSame(answer, [await asked(operation, null)]);
  }
});

test(
  'generate-session accepts the API key',
  requirement('auth-api-key-accepted'),
  async ({ deploymentId, embed, http, user }) => {
    const right = await embed.mint({ externalId: user });
    expect(right).toBeAccepted();
    await judgeOften(http, () => embed.mint({ externalId: user }));
    const call = sampleCall('generateSession', { deploymentId, externalId: user });
    endIfStrangersGetTheSame(right, [await http.send({ ...call, as: null })]);
  },
);

const FAMILIES = [
  ['auth-data-token-accepted', 'data-api', 'TARGET_DATA_API_TOKEN', ['dataMeta', 'dataLoad', 'dataCoresql']],
  ['auth-ai-key-accepted', 'ai-api', 'TARGET_AI_API_KEY', ['aiStreamChatState']],
] as const;

for (const [id, profile, credential, operations] of FAMILIES) {
  test(
    `the ${profile} lets ${credential} in`,
    requirement(id),
    async ({ contract, http, routes, setting, target }) => {
      const unproved: string[] = [];
      const unreadable: string[] = [];
      const forbidden: Exchange[] = [];
      let judged = 0;
      for (const operation of operations) {
        const call = declaredCall(operation, target.settings);
        const answer = await http.sendUnlessMalformed({ ...call, as: credential, allowsAbsent: true });
        // Not every plan has every route, and one may be broken: the others are judged all the same.
        if (!answer) unreadable.push(operation);
        if (!answer || (isAbsent(answer) && (await routes.isAbsent(operation)))) continue;
        // Whom a service knows it may forbid a part of it: where another part is open to the same credential, that says nothing of the scheme.
        // Unless the credential lets in where it is sent in another scheme.
        const { scheme } = contract.operation('listDeployments');
        const authorization = scheme.prefix + setting(credential);
        const isAllowed = ({ status, json }: Exchange) => !isForbidden(status) || json === undefined;
        const otherwise = isAllowed(answer) || (await http.probe({ ...call, as: null, authorization }));
        if (otherwise !== true && !(isExchange(otherwise) && isAccepted(otherwise))) {
          forbidden.push(answer);
          continue;
        }
        expect(answer, `${operation} with ${credential}:`).toBeLetIn();
        const withoutCredential = await http.sendUnlessMalformed({ ...call, as: null });
        if (!withoutCredential) unreadable.push(operation);
        else if (withoutCredential.status === answer.status) unproved.push(describeExchange(answer));
        else judged += 1;
      }
      if (judged > 0) return;
      for (const answer of forbidden) expect(answer, `${answer.operation} with ${credential}:`).toBeLetIn();
      if (unreadable.length > 0)
        inconclusive(`${unreadable.join(', ')} sent no message of HTTP`, `service-${profile}-served`);
      if (unproved.length > 0)
        notTested(
          `a caller without credentials gets the same answer, so nothing is proved: ${unproved.join('; ')}`,
        );
      notTested(await routes.whyProfileMissing(profile));
    },
  );
}
