import {
  assignmentOf,
  control,
  expect,
  expectOpened,
  expectView,
  NOTHING_SHOWN,
  notTested,
  requirement,
  type SessionRequest,
  type SessionView,
  sessionView,
  test,
} from '../../fixtures/index.ts';

// As whom a session is opened, and with what of theirs: only an adapter shows it (`redeem`).

const assigned = (group: string | undefined, assignment: ReturnType<typeof assignmentOf> | undefined) => ({
  ...(group === undefined ? {} : { groups: [group] }),
  ...(assignment ? { userAttributes: [assignment] } : {}),
});

test(
  'a session is opened as its user, with their groups and values',
  requirement('embed-session-user'),
  async ({ discovery, embed, otherUser, redemption, target, user }) => {
    const known = await discovery.groups();
    const groups = 'value' in known ? known.value.slice(0, 2) : [];
    const [attribute] = target.settings.TARGET_USER_ATTRIBUTES ?? [];
    const names = { groups, attributes: attribute ? [attribute.name] : [] };
    const value = attribute && assignmentOf(attribute.name, attribute.type);
    const has = (externalId: string, group: string | undefined, own = value?.value ?? null): SessionView => ({
      externalId,
      ...(group === undefined ? {} : { groups: [group] }),
      ...(value ? { values: { [value.name]: own } } : {}),
    });
    const expectAs = (body: SessionRequest, expected: SessionView, what: string) =>
      expectView(redemption, async () => control(await embed.mint(body)), names, expected, what);

    // Given two users, each in one group, of whom one has a value: when sessions are opened, then each has what its user has
    const [first, second] = groups;
    const none = value && { ...value, value: null };
    const [one, other] = [has(user, first), has(otherUser, second, null)];
    await expectAs({ externalId: user, ...assigned(first, value) }, one, 'a session that assigns');
    await expectAs({ externalId: otherUser, ...assigned(second, none) }, other, "another user's session");
    // Also where a request says nothing of them
    await expectAs({ externalId: user }, one, 'a later session');
    await expectAs({ externalId: otherUser, securityContext: { plan: 'gold' } }, other, 'one with a context');
    await expectAs(
      { externalId: user, ...assigned(second, none) },
      has(user, second, null),
      'one that changes',
    );
    await expectAs({ externalId: otherUser }, other, 'one of the other user after that');
  },
);

// "When `internalId` is used, the internal user's existing permissions apply"
test(
  'a session of an internal user is opened as that user, with what is their own',
  requirement('embed-internal-permissions'),
  async ({ creatorMode, discovery, embed, internalId, redemption, target, user }) => {
    const known = await discovery.groups();
    const groups = 'value' in known ? known.value : [];
    const attributes = (target.settings.TARGET_USER_ATTRIBUTES ?? []).slice(0, 1);
    const viewed = { groups, attributes: attributes.map(({ name }) => name) };
    const mint = async (body: SessionRequest = {}) => control(await embed.mint({ internalId, ...body }));

    // Given what the internal user has of their own
    const [own = {}] = await expectOpened(redemption, [await mint()]);
    const view = sessionView(own, viewed);
    if (Object.keys(view).length === 0) notTested(NOTHING_SHOWN);
    const expected = { ...view, ...('internalId' in view ? { externalId: undefined, internalId } : {}) };
    expect(view, 'a session of an internal user').toEqual(expected);
    const memberships = await discovery.memberships();
    const shown = 'value' in memberships ? await memberships.value.of(internalId) : undefined;
    const missing = groups.filter((name) => shown?.has(name) && !view.groups?.includes(name));
    if (view.groups) expect(missing, `groups of "${internalId}" that the session lacks`).toEqual([]);

    // When an external user gets groups, values, a context and another mode, then the internal user keeps theirs
    const userAttributes = attributes.map(({ name, type }) => assignmentOf(name, type));
    const chosen = groups.length > 0 ? { groups: groups.slice(0, 2) } : {};
    if (creatorMode) await embed.session({ externalId: user, ...creatorMode });
    await embed.session({ externalId: user, ...chosen, userAttributes, securityContext: { plan: 'gold' } });
    for (const body of [{}, { settings: { showDashboardChat: false } }])
      await expectView(redemption, () => mint(body), viewed, expected, 'a later session of an internal user');
    const [later = {}] = await expectOpened(redemption, [await mint()]);
    if (later.securityContext !== undefined)
      expect(later.securityContext ?? {}, 'the context in a session of an internal user').toEqual({});
    if (groups.length > 0) await embed.session({ externalId: user, groups: [] });
  },
);
