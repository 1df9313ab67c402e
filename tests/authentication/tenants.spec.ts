import { control, expect, isAccepted, notTested, requirement, test } from '../../fixtures/index.ts';

// "Every request must be authenticated": a key counts where it was issued, at `https://{tenant}.{platform_host}/api`.
test(
  'a key of one tenant is refused by another tenant',
  requirement('auth-foreign-key-refused'),
  async ({ embed, embedTenants, discovery, plainEmbed, target, user }) => {
    const { TARGET_BASE_URL: base, TARGET_PLAIN_BASE_URL: other } = target.settings;
    const { TARGET_API_KEY: key, TARGET_PLAIN_API_KEY: otherKey } = target.settings;
    if (base === other || key === otherKey)
      notTested('TARGET_PLAIN_BASE_URL and TARGET_PLAIN_API_KEY are those of the same tenant');

    // Given that each key is accepted by its own tenant
    control(await embed.mint({ externalId: user }));
    control(await plainEmbed.mint({ externalId: user }));

    // When each is sent to the other tenant, then the caller is turned away
    for (const body of [{ externalId: user }, { externalId: user, groups: [] }]) {
      const here = await embed.mint(body, { as: 'TARGET_PLAIN_API_KEY' });
      expect(here, 'TARGET_PLAIN_API_KEY at TARGET_BASE_URL:').toBeTurnedAway();
      const there = await plainEmbed.mint(body, { as: 'TARGET_API_KEY' });
      expect(there, 'TARGET_API_KEY at TARGET_PLAIN_BASE_URL:').toBeTurnedAway();
    }

    // The lists of an embed tenant are closed to the other tenant's key, too.
    const [embedTenant] = discovery.identities.embedTenants;
    if (target.settings.TARGET_CREATOR_MODE !== 'on' || embedTenant === undefined) return;
    for (const kind of ['groups', 'user-attributes'] as const) {
      // An embed tenant that was never used may be a 4xx to everybody.
      const own = await embedTenants.list(kind, embedTenant);
      if (!isAccepted(own)) continue;
      control(own);
      const list = await embedTenants.list(kind, embedTenant, {}, 'TARGET_PLAIN_API_KEY');
      expect(list, `the ${kind} of an embed tenant with TARGET_PLAIN_API_KEY:`).toBeTurnedAway();
    }
  },
);
