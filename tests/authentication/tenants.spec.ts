import {
  control,
  expect,
  isAccepted,
  notTested,
  requirement,
  sessionModes,
  test,
} from '../../fixtures/index.ts';

// "Every request must be authenticated": a key counts where it was issued, at `https://{tenant}.{platform_host}/api`.
test(
  'a key of one tenant is refused by another tenant',
  requirement('auth-foreign-key-refused'),
  async ({ creatorMode, embed, embedTenants, discovery, plainEmbed, target, user }) => {
    const { TARGET_BASE_URL: base, TARGET_PLAIN_BASE_URL: other } = target.settings;
    const { TARGET_API_KEY: key, TARGET_PLAIN_API_KEY: otherKey } = target.settings;
    const { TARGET_SCOPED_API_KEY: scoped, TARGET_MEMBER_API_KEY: member } = target.settings;
    if (base === other || key === otherKey)
      notTested('TARGET_PLAIN_BASE_URL and TARGET_PLAIN_API_KEY are those of the same tenant');

    // Given that each key is accepted by its own tenant
    control(await embed.mint({ externalId: user }));
    control(await plainEmbed.mint({ externalId: user }));

    // When each is sent to the other tenant, then the caller is turned away, whatever the session is
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    for (const { name, body } of sessionModes({ user, internalId, creatorMode })) {
      const here = await embed.mint(body, { as: 'TARGET_PLAIN_API_KEY' });
      expect(here, `a session ${name}, with TARGET_PLAIN_API_KEY at TARGET_BASE_URL:`).toBeTurnedAway();
    }
    for (const { name, body } of sessionModes({ user })) {
      const there = await plainEmbed.mint(body, { as: 'TARGET_API_KEY' });
      expect(there, `a session ${name}, with TARGET_API_KEY at TARGET_PLAIN_BASE_URL:`).toBeTurnedAway();
    }
    for (const [as, value] of [
      ['TARGET_SCOPED_API_KEY', scoped],
      ['TARGET_MEMBER_API_KEY', member],
    ] as const) {
      if (value === undefined || value === otherKey) continue;
      const there = await plainEmbed.mint({ externalId: user }, { as });
      expect(there, `${as} at TARGET_PLAIN_BASE_URL:`).toBeTurnedAway();
    }

    // The lists of an embed tenant are closed to the other tenant's key, too.
    const [embedTenant] = discovery.identities.embedTenants;
    if (target.settings.TARGET_CREATOR_MODE !== 'on' || embedTenant === undefined) return;
    for (const [kind, query] of [
      ['groups', {}],
      ['user-attributes', {}],
      ['groups', { first: 1 }],
    ] as const) {
      // An embed tenant that was never used may be a 4xx to everybody.
      const own = await embedTenants.list(kind, embedTenant, query);
      if (!isAccepted(own)) continue;
      control(own);
      const list = await embedTenants.list(kind, embedTenant, query, 'TARGET_PLAIN_API_KEY');
      expect(list, `the ${kind} of an embed tenant with TARGET_PLAIN_API_KEY:`).toBeTurnedAway();
    }
  },
);
