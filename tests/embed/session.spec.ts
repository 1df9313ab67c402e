import {
  control,
  type EmbedClient,
  expect,
  judgeShape,
  notTested,
  requirement,
  type SessionRequest,
  test,
  writeJson,
} from '../../fixtures/index.ts';

// "`sessionId`: Session identifier used in the embed URL of signed embedding"
test(
  'a valid request is answered with a session id',
  requirement('embed-session-id'),
  async ({ embed, http, users }) => {
    expect(await embed.mint({ externalId: users[0] as string })).toBeAccepted();
    judgeShape(http);
  },
);

/** The identifier of a session that must be minted; the test is not tested where none comes back. */
async function sessionIdOf(embed: EmbedClient, body: SessionRequest): Promise<string> {
  const { sessionId } = (control(await embed.mint(body)).json ?? {}) as { sessionId?: unknown };
  return typeof sessionId === 'string' && sessionId !== ''
    ? sessionId
    : notTested('a session without an identifier (see embed-session-id)');
}

// "`sessionId`: Session identifier": what two users share identifies neither of them.
test(
  'sessions of two users have different identifiers',
  requirement('embed-session-id-identifies'),
  async ({ discovery, embed, target, users }) => {
    const [one, other] = users as [string, string];
    const { TARGET_CREATOR_MODE: flag, TARGET_INTERNAL_ID: internalId } = target.settings;
    const [embedTenantName, sibling] = discovery.identities.embedTenants;
    const modes: SessionRequest[] = [
      {},
      { settings: {} },
      ...(flag === 'on' && embedTenantName ? [{ creatorMode: true, embedTenantName }] : []),
      ...(flag === 'on' && sibling ? [{ creatorMode: true, embedTenantName: sibling }] : []),
    ];
    const ids = new Map<string, Set<string>>([one, other].map((user) => [user, new Set()]));
    for (const mode of modes) {
      for (const [user, own] of ids) own.add(await sessionIdOf(embed, { externalId: user, ...mode }));
      // Side by side, too: what is made of the time alone is the same then.
      const minted = await Promise.all(
        [...ids].map(([user]) => sessionIdOf(embed, { externalId: user, ...mode })),
      );
      for (const [index, own] of [...ids.values()].entries()) own.add(minted[index] as string);
    }
    if (internalId !== undefined)
      ids.set(`internal ${internalId}`, new Set([await sessionIdOf(embed, { internalId })]));
    const everybody = [...ids];
    for (const [index, [user, own]] of everybody.entries())
      for (const [another, theirs] of everybody.slice(index + 1)) {
        const shared = [...own].filter((id) => theirs.has(id));
        expect(shared.length, `identifiers that sessions of "${user}" and of "${another}" share`).toBe(0);
      }
  },
);

test(
  'two sessions of one user have different identifiers',
  requirement('embed-session-id-fresh'),
  async ({ embed, users }) => {
    const [externalId] = users as [string];
    const ids = [await sessionIdOf(embed, { externalId }), await sessionIdOf(embed, { externalId })];
    expect(new Set(ids).size, 'different identifiers of two sessions').toBe(2);
  },
);

// "`embedTenantName`: no [not required]; default is the current tenant"
test(
  'a session needs no tenant name',
  requirement('embed-tenant-name-optional'),
  async ({ embed, users }) => {
    const externalId = users[0] as string;
    const fields = [
      {},
      { creatorMode: false },
      { groups: [] },
      { userAttributes: [] },
      { userProfile: { displayName: 'Ada Viewer' } },
      { settings: { showDashboardChat: true } },
    ];
    for (const carried of fields)
      expect(
        await embed.mint({ externalId, ...carried }),
        `${writeJson(carried)} without embedTenantName:`,
      ).toBeAccepted();
  },
);
