import { isDeepStrictEqual } from 'node:util';
import {
  ANY_PROFILE,
  allOf,
  asExternalId,
  assignmentOf,
  control,
  definitionsOf,
  type Exchange,
  expect,
  inconclusive,
  internalUserIn,
  isAccepted,
  isRefused,
  isValue,
  namesakes,
  notTested,
  type RedeemedSession,
  type Redemption,
  requirement,
  type SessionRequest,
  test,
  under,
  valueOfNamesake,
} from '../../fixtures/index.ts';
import { elsewhereOf } from './support.ts';

// What a session is worth, only an adapter shows (`redeem`), and each session may be one that can be opened once.

/** What the sessions of answers are worth: they can be opened, unless so much time went by that they may have ended. */
async function expectOpened(redemption: Redemption, answers: readonly Exchange[]) {
  const { lifetimeSeconds } = redemption.promises;
  const oldest = performance.now() - (lifetimeSeconds ?? 30) * 1_000;
  const seen = await allOf(answers.map((answer) => redemption.of(control(answer))));
  return seen.map((one, index) => {
    if (one === undefined && (answers[index]?.during?.begun ?? oldest) < oldest)
      inconclusive(`session ${index + 1} of ${seen.length} may have ended before it was opened`);
    if (one === undefined && lifetimeSeconds === undefined && seen.at(-1) !== undefined)
      notTested(
        'a session cannot be opened after others were made, and TARGET_ADAPTER promises no lifetimeSeconds',
      );
    expect(one !== undefined, `whether session ${index + 1} of ${seen.length} can be opened`).toBe(true);
    return one ?? ({} as RedeemedSession);
  });
}

/** Those of the parts that the adapter shows of some of these sessions. The test is not tested where it shows none. */
function shownParts<Part extends keyof RedeemedSession>(sessions: RedeemedSession[], parts: Part[]) {
  const shown = parts.filter((part) => sessions.some((one) => one[part] !== undefined));
  return shown.length > 0 ? shown : notTested(`redeem of TARGET_ADAPTER shows no ${parts.join(', ')}`);
}

const NOTHING_SHOWN = 'redeem of TARGET_ADAPTER shows nothing of whom a session is for, or of what they have';

/** What of a session is compared: whom it is for, its mode, and the groups and values that count in it. */
type SessionView = Readonly<Record<string, unknown>>;

/** What a view is about: what else a user has is not the suite's doing. */
interface ViewedNames {
  readonly groups: readonly string[];
  readonly attributes: readonly string[];
  /** Values that the test sends. In place of none, a session may have another one, such as the default of the definition. */
  readonly sent?: readonly unknown[];
}

/** What a redeemed session shows; what the adapter leaves out is left out. An attribute without a value is null. */
function sessionView(session: RedeemedSession, names: ViewedNames): SessionView {
  const { user, groups, attributeValues, creatorMode, embedTenantName } = session;
  const own = new Set(groups);
  return {
    ...(user && { externalId: user.externalId, internalId: user.internalId }),
    ...(groups && { groups: names.groups.filter((name) => own.has(name)) }),
    ...(attributeValues && {
      values: Object.fromEntries(names.attributes.map((name) => [name, attributeValues[name] ?? null])),
    }),
    ...(creatorMode !== undefined && { creatorMode }),
    ...(embedTenantName !== undefined && { embedTenantName }),
  };
}

/**
 * Opens a session, and judges as much of it as the adapter shows; the test is not tested where that is nothing.
 *
 * @param mint - asks for the session, with the same body each time
 * @param what - names the session in messages
 */
async function expectView(
  redemption: Redemption,
  mint: () => Promise<Exchange>,
  names: ViewedNames,
  expected: SessionView,
  what: string,
): Promise<RedeemedSession> {
  const partsIn = (view: SessionView, other: SessionView): SessionView =>
    Object.fromEntries(Object.entries(view).filter(([part]) => part in other));
  const { values: wanted = {} } = expected as {
    values?: Record<string, ReturnType<typeof assignmentOf>['value']>;
  };
  const isOwed = ([name, value]: [string, unknown]): boolean =>
    isValue(value, wanted[name] ?? null) ||
    ((wanted[name] ?? null) === null && names.sent?.some((one) => isDeepStrictEqual(one, value)) === false);
  const shownOf = (one: RedeemedSession): SessionView => {
    const { values, ...others } = partsIn(sessionView(one, names), expected);
    const entries = Object.entries(values ?? {}).map((entry) =>
      isOwed(entry) ? [entry[0], wanted[entry[0]] ?? null] : entry,
    );
    return values ? { ...others, values: Object.fromEntries(entries) } : others;
  };
  const fits = (shown: SessionView) => isDeepStrictEqual(shown, partsIn(expected, shown));
  const seen = await redemption.settled(mint, (one) => fits(shownOf(one)));
  expect(seen !== undefined, `whether ${what} can be opened`).toBe(true);
  const shown = seen ? shownOf(seen) : {};
  if (Object.keys(shown).length === 0) notTested(NOTHING_SHOWN);
  expect(shown, what).toEqual(partsIn(expected, shown));
  return seen ?? {};
}

test(
  'a creator-mode session is opened with what its user has in the embed tenant',
  requirement('embed-session-creator-mode'),
  async ({ embed, mayNameTenant, names, redemption, scope, sibling, user }) => {
    const { group, attribute } = names;
    const [outside, inside] = [valueOfNamesake(names, 0), valueOfNamesake(names, 1)];
    const sent = [outside, inside].map(({ userAttributes }) => userAttributes?.[0]?.value);
    const viewed = { groups: [group], attributes: [attribute.name], sent };
    const none: SessionRequest = { groups: [], userAttributes: [{ name: attribute.name, value: null }] };
    const has = (own: SessionRequest, mode: SessionView): SessionView => ({
      externalId: user,
      groups: own.groups ?? [],
      values: { [attribute.name]: own.userAttributes?.[0]?.value ?? null },
      ...mode,
    });
    const here = { creatorMode: true, embedTenantName: scope.name };
    const joined = { groups: [group], ...inside };
    const member = { groups: [group], ...outside };
    const expectIn = (mint: () => Promise<Exchange>, expected: SessionView, what: string) =>
      expectView(redemption, mint, viewed, expected, what);
    const expectHere = (own: SessionRequest, sent: SessionRequest) =>
      expectIn(() => scope.session(user, sent), has(own, here), 'a session in creator mode');
    const readOnly = (sent: SessionRequest) => embed.session({ externalId: user, ...sent });
    const expectOutside = (own: SessionRequest) =>
      expectIn(() => readOnly(own), has(own, { creatorMode: false }), 'a read-only session');
    // Given namesakes of what is tenant-wide, which the user has in one embed tenant alone
    for (const place of [scope, sibling]) await place.session(user, namesakes(names, 1, 'a namesake'));
    const plain = [await expectOutside(none)];
    const opened = await expectHere(joined, joined);

    // When sessions are opened, then those of that embed tenant have them, and no others do
    if (mayNameTenant) {
      const named = { embedTenantName: scope.name };
      const expected = has(none, { creatorMode: false, ...named });
      await expectIn(() => readOnly(named), expected, 'a read-only session that names the embed tenant');
    }
    // Also where another session of its user comes before it is opened, if it lasts until then
    const followed = async () => [await scope.session(user), await sibling.session(user)][0] as Exchange;
    if (redemption.promises.lifetimeSeconds !== undefined)
      await expectIn(followed, has(joined, here), 'a session in creator mode, after one elsewhere');
    const there = has(none, { creatorMode: true, embedTenantName: sibling.name });
    await expectIn(() => sibling.session(user), there, 'a session in another embed tenant');
    // And the other way round
    await expectHere(none, none);
    plain.push(await expectOutside(member));
    await expectHere(none, {});

    // A session that names no embed tenant is for the current one, whichever an earlier session named: another one each time
    const [before, after] = plain.map(({ embedTenantName }) => embedTenantName ?? null);
    expect(after, 'the embed tenant of sessions that name none').toBe(before);
    shownParts([opened, ...plain], ['groups', 'attributeValues', 'creatorMode', 'embedTenantName']);
  },
);

/** What a creator-mode session defines: nothing of it is about how the session is opened. */
const DEFINED = definitionsOf('groups', ['conformanceopened']);

/** What a session has in its context of what sessions sent: a service may add what is its own. */
const contextOf = ({ securityContext }: RedeemedSession, sent: readonly string[]) =>
  Object.fromEntries(Object.entries(securityContext ?? {}).filter(([name]) => sent.includes(name)));

test(
  'a session is opened with the deployment and the context of its request',
  requirement('embed-session-use'),
  async ({ creatorMode, deploymentId, discovery, embed, otherUser, redemption, target, user }) => {
    const elsewhere = await elsewhereOf(discovery);
    const stores = Array.from({ length: 100 }, (_, index) => 1_000 + index);
    const small = { plan: 'gold', Region: ['emea', 'apac'], limits: { rows: 0, beta: false, of: [{}] } };
    const large = { ...small, limits: { ...small.limits, stores } };
    // How large a context may be is not shown.
    const isTooLarge = isRefused(await embed.mint({ externalId: user, securityContext: large }));
    const gold = isTooLarge ? small : large;
    const odd = {
      ...{ plan: '', odd_name: 'ü & "R" <5', off: false, on: true, zero: 0, list: [], map: {}, one: [''] },
      ...{ code: '0042', since: '2024-02-01T00:00:00Z', share: -1.5, at: 1_700_000_000_001 },
    };
    const [attribute] = target.settings.TARGET_USER_ATTRIBUTES ?? [];
    const others: SessionRequest = {
      userProfile: ANY_PROFILE,
      groups: [],
      ...(attribute ? { userAttributes: [assignmentOf(attribute.name, attribute.type)] } : {}),
      settings: { showDashboardChat: false },
    };
    // Given sessions of which each has something that the one before it had not
    const bodies: SessionRequest[] = [
      { externalId: user, securityContext: gold },
      { externalId: user, securityContext: odd },
      { externalId: user },
      { externalId: otherUser, securityContext: odd },
      ...('deploymentId' in elsewhere ? [{ externalId: user, ...elsewhere, securityContext: gold }] : []),
    ];
    const answers: Exchange[] = [];
    for (const body of bodies) {
      const answer = await embed.mint(body);
      // The key may be scoped to the usual deployment. The other one comes last.
      if ('deploymentId' in body && isRefused(answer)) bodies.pop();
      else answers.push(answer);
    }
    // And some that are made at the same time: with every other field, of another user, and in the other mode
    const together: SessionRequest[] = [
      { externalId: user, ...others, securityContext: gold },
      { externalId: otherUser, securityContext: odd },
      ...(creatorMode
        ? [{ externalId: user, ...creatorMode, ...DEFINED, securityContext: { mode: 'creator' } }]
        : []),
    ];
    answers.push(...(await allOf(together.map((body) => embed.mint(body)))));

    // When they are opened, then each has what its own request had
    const sessions = await expectOpened(redemption, answers);
    const wanted = [...bodies, ...together].map((body) => ({
      deploymentId: body.deploymentId ?? deploymentId,
      securityContext: body.securityContext ?? {},
    }));
    const sent = wanted.flatMap(({ securityContext }) => Object.keys(securityContext));
    for (const part of shownParts(sessions, ['deploymentId', 'securityContext']))
      for (const [index, session] of sessions.entries()) {
        const seen = part === 'securityContext' ? contextOf(session, sent) : session[part];
        const what = `${part} with which TARGET_ADAPTER opens session ${index + 1} of ${sessions.length}`;
        expect(seen, what).toEqual(wanted[index]?.[part]);
      }
  },
);

/** How far the clocks of a target may be apart, in seconds: the one that dates its answers, and the one that ends its sessions. */
const CLOCKS_APART = 60;

test('a session ends', requirement('embed-session-ends'), async ({ embed, redemption, user }) => {
  const { lifetimeSeconds, singleUse = false } = redemption.promises;
  const answer = control(await embed.mint({ externalId: user }));
  // A gateway may date answers by a clock of its own.
  const clocks = [Date.parse(answer.headers.date ?? '') || Date.now(), Date.now()];
  const [session = {}] = await expectOpened(redemption, [answer]);
  const { endsAt } = session;
  if (endsAt === undefined && !singleUse)
    notTested('redeem of TARGET_ADAPTER shows no endsAt, and its sessions promise no singleUse');
  if (endsAt !== undefined) {
    const end = new Date(endsAt).getTime();
    if (Number.isNaN(end)) throw new Error(`endsAt of redeem of TARGET_ADAPTER is no instant: "${endsAt}"`);
    const latest = lifetimeSeconds === undefined ? Number.MAX_VALUE : lifetimeSeconds + CLOCKS_APART;
    const byClock = clocks.map((mintedAt) => (end - mintedAt) / 1_000);
    const seconds = byClock.find((one) => one > -CLOCKS_APART && one < latest) ?? byClock[0];
    expect(seconds, 'seconds after which the session ends').toBeGreaterThan(-CLOCKS_APART);
    expect(seconds, 'seconds after which the session ends').toBeLessThan(latest);
  }
  if (!singleUse) return;
  const again = await redemption.again(answer);
  expect(again !== undefined, 'whether a session of single use can be opened again').toBe(false);
});

test(
  'the chat shows as the session says, otherwise as the account says',
  requirement('embed-chat-display'),
  async ({ creatorMode, embed, otherUser, redemption, target, user }) => {
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    const settings = { showDashboardChat: false };
    const answers: Exchange[] = [];
    for (const body of [{}, { settings: { showDashboardChat: true } }, { settings }, {}, { settings: {} }])
      answers.push(await embed.mint({ externalId: user, ...body }));
    answers.push(await embed.mint({ externalId: otherUser }));
    // Also in creator mode, and for an internal user, where these get sessions: with settings, and then without
    const further: SessionRequest[] = [
      ...(creatorMode ? [{ externalId: user, ...creatorMode, ...DEFINED }] : []),
      ...(internalId === undefined ? [] : [{ internalId }]),
    ];
    const mintEach = async (fields: SessionRequest): Promise<Exchange[]> =>
      (await allOf(further.map((body) => embed.mint({ ...body, ...fields })))).filter(isAccepted);
    const hidden = await mintEach({ settings });
    const later = await mintEach({});
    const sessions = await expectOpened(redemption, [...answers, ...hidden, ...later]);
    shownParts(sessions, ['showDashboardChat']);
    const [inherited, ...others] = sessions.map(({ showDashboardChat }) => showDashboardChat ?? null);
    const wanted = [true, false, inherited, inherited, inherited, ...hidden.map(() => false)];
    const what = 'whether the chat shows: with true, false, as the account says, false, as the account says';
    expect(others, what).toEqual([...wanted, ...later.map(() => inherited)]);
  },
);

const assigned = (groups: readonly string[], userAttributes: ReturnType<typeof assignmentOf>[]) => ({
  ...(groups.length === 0 ? {} : { groups: [...groups] }),
  ...(userAttributes.length === 0 ? {} : { userAttributes }),
});

test(
  'a session is opened as its user, with their groups and values',
  requirement('embed-session-user'),
  async ({ attributesOfEachType, embed, groupsIfAny, otherUser, redemption, user }) => {
    const groups = groupsIfAny.slice(0, 2);
    // A zero is a value, too; it may also be what the definition gives to whoever has none.
    const values = attributesOfEachType.map(({ name, type }) =>
      type === 'number' ? { name, value: 0 } : assignmentOf(name, type),
    );
    const none = values.map(({ name }) => ({ name, value: null }));
    const attributes = values.map(({ name }) => name);
    const sent = values.map(({ value }) => value).filter((value) => value !== 0);
    const names = { groups, attributes, sent };
    const has = (externalId: string, own: readonly string[], its: typeof none | typeof values = values) => ({
      externalId,
      ...(own.length === 0 ? {} : { groups: [...own] }),
      ...(its.length === 0 ? {} : { values: Object.fromEntries(its.map((one) => [one.name, one.value])) }),
    });
    const expectAs = (body: SessionRequest, expected: SessionView, what: string) =>
      expectView(redemption, () => embed.session(body), names, expected, what);

    // Given two users, each in one group, of whom one has a value: when sessions are opened, then each has what its user has
    const [first, second] = [groups.slice(0, 1), groups.slice(1)];
    const [one, other] = [has(user, first), has(otherUser, second, none)];
    await expectAs({ externalId: user, ...assigned(first, values) }, one, 'a session that assigns');
    await expectAs({ externalId: otherUser, ...assigned(second, none) }, other, "another user's session");
    // Also where a request says nothing of them
    await expectAs({ externalId: user }, one, 'a later session');
    await expectAs({ externalId: otherUser, securityContext: { plan: 'gold' } }, other, 'one with a context');
    await expectAs(
      { externalId: user, ...assigned(groups, none) },
      has(user, groups, none),
      'one that changes',
    );
    await expectAs({ externalId: otherUser }, other, 'one of the other user after that');
  },
);

test(
  'a session of an internal user is opened as that user, with what is their own',
  requirement('embed-internal-permissions'),
  async ({ creatorMode, embed, groupsIfAny: groups, internalId, redemption, scim, target, user }) => {
    const attributes = (target.settings.TARGET_USER_ATTRIBUTES ?? []).slice(0, 1);
    const viewed = { groups, attributes: attributes.map(({ name }) => name) };
    const mint = (body: SessionRequest = {}) => embed.session({ internalId, ...body });

    // Given what the internal user has of their own
    const [own = {}] = await expectOpened(redemption, [await mint()]);
    const view = sessionView(own, viewed);
    if (Object.keys(view).length === 0) notTested(NOTHING_SHOWN);
    const expected = { ...view, ...('internalId' in view ? { externalId: undefined, internalId } : {}) };
    expect(view, 'a session of an internal user').toEqual(expected);
    // SCIM shows them, whatever an adapter shows of external users.
    const hasToken = target.settings.TARGET_ACCESS_TOKEN !== undefined;
    const { groups: shown = [] } = (hasToken && (await internalUserIn(scim, internalId, user))) || {};
    const theirs = groups.filter((name) =>
      shown.some(({ display, type }) => display === name && !/^indirect$/i.test(type ?? '')),
    );
    const listed = [...(own.groups ?? [])];
    const missing = theirs.filter((name) => !listed.includes(name));
    // Where no type tells their own groups from those around them, as nested groups are, one of them will do.
    const mayBeNested = shown.every(({ type }) => type === undefined) && missing.length < theirs.length;
    if (own.groups && !mayBeNested)
      expect(missing, `groups of "${internalId}" that the session lacks`).toEqual([]);

    // When an external user gets groups, values, a context and another mode, then the internal user keeps theirs
    const userAttributes = attributes.map(({ name, type }) => assignmentOf(name, type));
    const chosen = groups.length > 0 ? { groups: groups.slice(0, 2) } : {};
    if (creatorMode) await embed.session({ externalId: user, ...creatorMode });
    const given = assigned([], userAttributes);
    await embed.session({ externalId: user, ...chosen, ...given, securityContext: { plan: 'gold' } });
    for (const body of [{}, { settings: { showDashboardChat: false } }])
      await expectView(redemption, () => mint(body), viewed, expected, 'a later session of an internal user');
    const [later = {}] = await expectOpened(redemption, [await mint()]);
    expect(contextOf(later, ['plan']), 'the context in a session of an internal user').toEqual({});

    // And a session of an external user whose id is that username is not one of theirs
    const answer = await embed.mint({ externalId: asExternalId(internalId) });
    const [namesake = {}] = isAccepted(answer) ? await expectOpened(redemption, [answer]) : [];
    const fix = 'look externalId up among external users alone';
    await under('embed-session-user', () =>
      expect(
        namesake.user?.internalId ?? undefined,
        'the internal user of a session of an external one',
        fix,
      ).toBe(undefined),
    );
    if (groups.length > 0) await embed.session({ externalId: user, groups: [] });
  },
);
