import {
  ANY_PROFILE,
  allOf,
  control,
  definitionsOf,
  type EmbedClient,
  expect,
  isAccepted,
  judgeShape,
  requirement,
  type SessionRequest,
  sessionIdIn,
  sessionModes,
  sharedSessionIds,
  test,
  writeJson,
} from '../../fixtures/index.ts';

test(
  'a valid request is answered with a session id',
  requirement('embed-session-id'),
  async ({ creatorMode, embed, http, openScope, target, user }) => {
    expect(await embed.mint({ externalId: user })).toBeAccepted();

    // In every mode, for the first time and again
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    for (const { body } of sessionModes({ user, internalId, creatorMode })) await embed.mint(body);
    if (creatorMode) {
      const scope = openScope(0);
      const names = ['conformancesession'];
      for (const kind of ['groups', 'groups', 'user-attributes'] as const)
        await scope.mint(user, definitionsOf(kind, names));
    }
    judgeShape(http);
  },
);

/** The identifier of a session that must be minted. The test is not tested where the answer holds none. */
const sessionIdOf = async (embed: EmbedClient, body: SessionRequest): Promise<string> =>
  sessionIdIn(control(await embed.mint(body)));

// An identifier that two users share identifies neither of them.
test(
  'sessions of different users have different identifiers',
  requirement('embed-session-id-identifies'),
  async ({ creatorMode, discovery, email, embed, http, target, user, otherUser }) => {
    // Given sessions of two external users in every mode at the same time, when one made of the time alone is the same, and in turn
    const [, sibling] = discovery.identities.embedTenants;
    // A target may want an email for each user.
    const shared = await allOf([user, otherUser].map((externalId) => embed.mint({ externalId, email })));
    const modes: SessionRequest[] = [
      ...(shared.every(isAccepted) ? [{ email }] : []),
      {},
      { settings: { showDashboardChat: true } },
      ...(creatorMode ? [creatorMode] : []),
      ...(creatorMode && sibling ? [{ ...creatorMode, embedTenantName: sibling }] : []),
    ];
    const ids = new Map([user, otherUser].map((externalId) => [externalId, new Set<string>()]));
    for (const [index, mode] of modes.entries()) {
      if (index < 2)
        for (const [externalId, own] of ids) own.add(await sessionIdOf(embed, { externalId, ...mode }));
      await allOf(
        [...ids].map(async ([externalId, own]) => own.add(await sessionIdOf(embed, { externalId, ...mode }))),
      );
    }

    // And a session of an internal user
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    if (internalId !== undefined)
      ids.set(`internal ${internalId}`, new Set([await sessionIdOf(embed, { internalId })]));

    // Then no two users share an identifier
    const owners = [...ids];
    for (const [index, [one, own]] of owners.entries())
      for (const [another, theirs] of owners.slice(index + 1)) {
        const shared = [...own].filter((id) => theirs.has(id));
        expect(shared.length, `identifiers that sessions of "${one}" and of "${another}" share`).toBe(0);
      }

    // Nor had a session before, in other tests: identifiers that are too few come back
    expect(sharedSessionIds(http), 'earlier sessions with the identifier of another user').toBe(0);
  },
);

test(
  'two sessions of one user have different identifiers',
  requirement('embed-session-id-fresh'),
  async ({ embed, target, user }) => {
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    const isOpen = internalId !== undefined && isAccepted(await embed.mint({ internalId }));
    for (const body of [{ externalId: user }, ...(isOpen ? [{ internalId }] : [])]) {
      const ids = [await sessionIdOf(embed, body), await sessionIdOf(embed, body)];
      const what = `different identifiers of two sessions of ${writeJson(body)}`;
      expect(new Set(ids).size, what).toBe(2);
    }
  },
);

test(
  'a session needs no embedTenantName',
  requirement('embed-tenant-name-optional'),
  async ({ embed, user }) => {
    const bodies = [
      {},
      { creatorMode: false },
      { groups: [] },
      { userProfile: ANY_PROFILE, settings: { showDashboardChat: true } },
    ];
    for (const fields of bodies) {
      const answer = await embed.mint({ externalId: user, ...fields });
      expect(answer, `${writeJson(fields)} without embedTenantName:`).toBeAccepted();
    }
  },
);
