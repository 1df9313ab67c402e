import {
  allOf,
  assignmentOf,
  control,
  type Exchange,
  expect,
  expectOpened,
  isAccepted,
  notTested,
  requirement,
  type SessionRequest,
  shownParts,
  test,
} from '../../fixtures/index.ts';

// "Minting short-lived embed sessions that authorize external viewers of embedded dashboards." What a session is worth, only an
// adapter shows (`redeem`), and each session may be one that can be opened once.

// "`deploymentId`: the service the session grants access to"; "`securityContext`: Custom context passed to queries"
test(
  'a session is opened with the deployment and the context of its request',
  requirement('embed-session-use'),
  async ({ creatorMode, deploymentId, discovery, embed, otherUser, redemption, target, user }) => {
    const other = await discovery.outOfScopeDeploymentId();
    const elsewhere = 'value' in other ? { deploymentId: other.value } : {};
    const gold = { plan: 'gold', region: ['emea', 'apac'], limits: { rows: 0, beta: false } };
    const odd = { plan: '', 'odd name': 'ü', nothing: null };
    const [attribute] = target.settings.TARGET_USER_ATTRIBUTES ?? [];
    const others: SessionRequest = {
      userProfile: { displayName: 'Conformance Viewer 1' },
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
      ...('value' in other ? [{ externalId: user, ...elsewhere, securityContext: gold }] : []),
    ];
    const answers: Exchange[] = [];
    for (const body of bodies) answers.push(await embed.mint(body));
    // And some that are made at the same time: with every other field, of another user, and in the other mode
    const together: SessionRequest[] = [
      { externalId: user, ...others, securityContext: gold },
      { externalId: otherUser, securityContext: odd },
      ...(creatorMode
        ? [{ externalId: user, ...creatorMode, ...elsewhere, securityContext: { mode: 'creator' } }]
        : []),
    ];
    answers.push(...(await allOf(together.map((body) => embed.mint(body)))));

    // When they are opened, then each has what its own request had
    const sessions = await expectOpened(redemption, answers);
    const all = [...bodies, ...together];
    const wanted = {
      deploymentId: all.map((body) => body.deploymentId ?? deploymentId),
      securityContext: all.map(({ securityContext = {} }) => securityContext),
    };
    for (const part of shownParts(sessions, ['deploymentId', 'securityContext']))
      expect(
        sessions.map((one) => one[part] ?? (part === 'securityContext' ? {} : undefined)),
        `${part} of the sessions`,
      ).toEqual(wanted[part]);
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
    const isDue = (seconds: number): boolean =>
      seconds > -CLOCKS_APART && seconds < (lifetimeSeconds ?? Number.POSITIVE_INFINITY) + CLOCKS_APART;
    const byClock = clocks.map((mintedAt) => (end - mintedAt) / 1_000);
    const seconds = byClock.find(isDue) ?? byClock[0];
    expect(seconds, 'seconds after which the session ends').toBeGreaterThan(-CLOCKS_APART);
    if (lifetimeSeconds !== undefined)
      expect(seconds, 'seconds after which the session ends').toBeLessThan(lifetimeSeconds + CLOCKS_APART);
  }
  if (singleUse)
    expect(
      (await redemption.again(answer)) === undefined,
      'whether a session that was opened cannot be opened again',
    ).toBe(true);
});

// "`showDashboardChat`: Shows or hides the AI chat [...] for this session"; "omitted: inherit the account-wide setting;
// `true` or `false`: force it, taking precedence"
test(
  'the chat shows as the session says, otherwise as the account says',
  requirement('embed-chat-display'),
  async ({ creatorMode, embed, otherUser, redemption, target, user }) => {
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    const bodies: SessionRequest[] = [
      { externalId: user },
      { externalId: user, settings: { showDashboardChat: true } },
      { externalId: user, settings: { showDashboardChat: false } },
      { externalId: user },
      { externalId: user, settings: {} },
      { externalId: otherUser },
    ];
    const answers: Exchange[] = [];
    for (const body of bodies) answers.push(await embed.mint(body));
    // Also in creator mode, and for an internal user, where these get sessions
    const settings = { showDashboardChat: false };
    const further = await allOf([
      ...(creatorMode ? [embed.mint({ externalId: user, ...creatorMode, settings })] : []),
      ...(internalId === undefined ? [] : [embed.mint({ internalId, settings })]),
    ]);
    const hidden = further.filter(isAccepted);
    const sessions = await expectOpened(redemption, [...answers, ...hidden]);
    shownParts(sessions, ['showDashboardChat']);
    const [inherited, ...others] = sessions.map(({ showDashboardChat }) => showDashboardChat ?? null);
    expect(
      others,
      'whether the chat shows: with true, with false, three times as the account says, then with false in creator mode, and for an internal user',
    ).toEqual([true, false, inherited, inherited, inherited, ...hidden.map(() => false)]);
  },
);
