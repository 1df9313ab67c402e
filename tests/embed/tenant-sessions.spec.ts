import {
  control,
  expect,
  expectView,
  namesakes,
  requirement,
  type SessionRequest,
  type SessionView,
  test,
  valueOfNamesake,
} from '../../fixtures/index.ts';

// "In creator mode they resolve against the embed tenant's scoped catalog"
test(
  'a creator-mode session is opened with what its user has in the embed tenant',
  requirement('embed-session-creator-mode'),
  async ({ embed, names, redemption, scope, sibling, user }) => {
    const { group, attribute } = names;
    const viewed = { groups: [group], attributes: [attribute.name] };
    const [outside, inside] = [valueOfNamesake(names, 0), valueOfNamesake(names, 1)];
    const none: SessionRequest = { groups: [], userAttributes: [{ name: attribute.name, value: null }] };
    const has = (own: SessionRequest, mode: SessionView): SessionView => ({
      externalId: user,
      groups: own.groups ?? [],
      values: { [attribute.name]: own.userAttributes?.[0]?.value ?? null },
      ...mode,
    });
    const here = { creatorMode: true, embedTenantName: scope.name };
    const [joined, member] = [
      { groups: [group], ...inside },
      { groups: [group], ...outside },
    ];
    const expectHere = (own: SessionRequest, sent: SessionRequest) =>
      expectView(
        redemption,
        () => scope.session(user, sent),
        viewed,
        has(own, here),
        'a session in creator mode',
      );
    const expectOutside = (own: SessionRequest, sent: SessionRequest) =>
      expectView(
        redemption,
        async () => control(await embed.mint({ externalId: user, ...sent })),
        viewed,
        has(own, {
          creatorMode: false,
          ...('embedTenantName' in sent ? { embedTenantName: scope.name } : {}),
        }),
        `a read-only session${'embedTenantName' in sent ? ' that names the embed tenant' : ''}`,
      );
    // Given namesakes of what is tenant-wide, which the user has in one embed tenant alone
    for (const place of [scope, sibling]) await place.session(user, namesakes(names, 1, 'a namesake'));
    const plain = [await expectOutside(none, none)];
    await expectHere(joined, joined);

    // When sessions are opened, then those of that embed tenant have them, and no others do
    await expectHere(joined, {});
    await expectOutside(none, { embedTenantName: scope.name });
    await expectView(
      redemption,
      () => sibling.session(user),
      viewed,
      has(none, { creatorMode: true, embedTenantName: sibling.name }),
      'a session in another embed tenant',
    );
    // And the other way round
    await expectHere(none, none);
    plain.push(await expectOutside(member, member));
    await expectHere(none, {});

    // A session that names no embed tenant is for the current one, whichever an earlier session named: another one each time
    const [before, after] = plain.map(({ embedTenantName }) => embedTenantName ?? null);
    expect(after, 'the embed tenant of sessions that name none').toBe(before);
  },
);
