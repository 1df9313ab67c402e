import {
  allOf,
  alsoRequirement,
  atOnce,
  type Call,
  control,
  type Exchange,
  expect,
  isAccepted,
  isPathSegment,
  isRefused,
  isServed,
  isTurnedAway,
  notTested,
  requirement,
  resourcesIn,
  sampleCall,
  sessionModes,
  test,
} from '../../fixtures/index.ts';
import { controlEachTenant } from './support.ts';

// Good practice: tokens and keys count where they were issued, at `https://{tenant}.{platform_host}/api`, and nowhere else.

/** The two tenants that settings may name: the base address of each, and a token of its own. */
const TENANTS = [
  { base: 'TARGET_BASE_URL', token: 'TARGET_ACCESS_TOKEN' },
  { base: 'TARGET_PLAIN_BASE_URL', token: 'TARGET_PLAIN_ACCESS_TOKEN' },
] as const;

const OPERATIONS = ['listDeployments', 'workspaceObjects', 'scimListUsers', 'scimListGroups', 'getUsers'];

const SAME =
  'TARGET_BASE_URL and TARGET_PLAIN_BASE_URL may be addresses of one tenant: set TARGET_API_KEY and TARGET_PLAIN_API_KEY, which show whether they are';

/** A call to one tenant with the token of the other one, and what the tenant answers to its own. */
interface CrossedCall {
  readonly call: Call;
  readonly own: Exchange;
}

const OF_ONE_TENANT =
  'look tokens up within the tenant; if both are of one person who is a user of both tenants, set TARGET_PLAIN_ACCESS_TOKEN to one of somebody else';

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

    // Given what each tenant answers to its own token, one of its users by their id among it
    const calls: CrossedCall[] = [];
    for (const { base, token } of TENANTS) {
      const as = base === here.base ? there.token : here.token;
      const crossedBy = async (sample: Omit<Call, 'as'>): Promise<CrossedCall[]> => {
        const call = { ...sample, base, allowsAbsent: true };
        const own = await http.send({ ...call, as: token });
        return isServed(own) ? [{ call: { ...call, as, isFinal: isRefused }, own }] : [];
      };
      const plainId = settings.TARGET_PLAIN_DEPLOYMENT_ID ?? deploymentId;
      const values = { deploymentId: base === here.base ? deploymentId : plainId };
      const found = await allOf(OPERATIONS.map((operation) => crossedBy(sampleCall(operation, values))));
      const users = found.flat().filter(({ call }) => call.operation === 'scimListUsers');
      const [single] = users.flatMap(({ own }) => resourcesIn(own) ?? []);
      calls.push(...found.flat());
      if (isPathSegment(single?.id))
        calls.push(...(await crossedBy({ operation: 'scimGetUser', path: { id: single.id } })));
    }
    for (const { own } of calls) control(own);
    for (const { base } of TENANTS)
      if (!calls.some(({ call }) => call.base === base))
        notTested(`${base} answers nothing to its own token`);

    // When the same is asked with the token of the other one
    const answers = await atOnce(calls, ({ call }) => http.send(call));

    // Then the caller is turned away. Addresses of one tenant would let both tokens in: then it would take its keys at both. It is not
    // one tenant where a token is unknown that the other one takes for what every user may do.
    const isUnknown = answers.some(
      ([{ call }, { status }]) => call.operation === 'listDeployments' && status === 401,
    );
    if (!answers.every(([, answer]) => isTurnedAway(answer)) && !isUnknown) {
      const keys = [
        { client: embed, key: settings.TARGET_API_KEY, base: there.base },
        { client: plainEmbed, key: settings.TARGET_PLAIN_API_KEY, base: here.base },
      ];
      const refused = [];
      for (const { client, key, base } of keys)
        if (key !== undefined && isAccepted(await client.mint({ externalId: user })))
          refused.push(isTurnedAway(await client.mint({ externalId: user }, { base })));
      if (!refused.includes(true)) notTested(SAME);
    }
    for (const [{ call }, answer] of answers)
      expect(answer, `${call.operation} at ${call.base} with ${call.as}:`, OF_ONE_TENANT).toBeTurnedAway();
  },
);

test(
  'a key of one tenant is refused by another tenant',
  requirement('auth-foreign-key-refused'),
  async ({ creatorMode, embed, plainEmbed, target, user }) => {
    const { TARGET_PLAIN_API_KEY: otherKey, TARGET_INTERNAL_ID: internalId } = target.settings;
    const { TARGET_SCOPED_API_KEY: scoped, TARGET_MEMBER_API_KEY: member } = target.settings;
    await controlEachTenant(target.settings, [embed, plainEmbed], user);

    // When each is sent to the other tenant, then the caller is turned away, whatever the session is
    for (const { name, body } of sessionModes({ user, internalId, creatorMode })) {
      const here = await embed.mint(body, { as: 'TARGET_PLAIN_API_KEY', isFinal: isRefused });
      expect(here, `a session ${name}, with TARGET_PLAIN_API_KEY at TARGET_BASE_URL:`).toBeTurnedAway();
    }
    for (const { name, body } of sessionModes({ user })) {
      const there = await plainEmbed.mint(body, { as: 'TARGET_API_KEY', isFinal: isRefused });
      expect(there, `a session ${name}, with TARGET_API_KEY at TARGET_PLAIN_BASE_URL:`).toBeTurnedAway();
    }
    for (const [as, value] of [
      ['TARGET_SCOPED_API_KEY', scoped],
      ['TARGET_MEMBER_API_KEY', member],
    ] as const) {
      if (value === undefined || value === otherKey) continue;
      const there = await plainEmbed.mint({ externalId: user }, { as, isFinal: isRefused });
      expect(there, `${as} at TARGET_PLAIN_BASE_URL:`).toBeTurnedAway();
    }
  },
);
