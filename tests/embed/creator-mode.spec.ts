import {
  ANY_PROFILE,
  allOf,
  control,
  definitionsOf,
  definitionsOfBoth,
  type EmbedClient,
  expect,
  isAccepted,
  isRefused,
  notTested,
  RECORD_KIND_NAMES,
  RECORD_KINDS,
  requirement,
  type SessionRequest,
  type Settings,
  test,
  under,
  writeJson,
} from '../../fixtures/index.ts';
import { expectingProfile, SAVED_PROFILES, type SentProfile, shownOf } from './support.ts';

test(
  'a creator-mode session is minted where useCreatorMode is on',
  requirement('embed-creator-mode-accepted'),
  async ({ email, embed, scope, user }) => {
    const readOnly = { externalId: user };
    control(await embed.mint(readOnly));
    expect(await scope.mint(user)).toBeAccepted();

    // A creator-mode session may have every field that a read-only session may have.
    const optional: readonly SessionRequest[] = [
      { email },
      { userProfile: ANY_PROFILE },
      { groups: [] },
      { securityContext: { plan: 'gold' } },
      { settings: { showDashboardChat: false } },
    ];
    // Also where it defines something.
    for (const defined of [{}, definitionsOf('groups', ['conformancebeside'])])
      for (const fields of optional) {
        const answer = await scope.mint(user, { ...fields, ...defined });
        // What either mode refuses is another matter, and so are the definitions.
        if (isRefused(answer) && isRefused(await embed.mint({ ...readOnly, ...fields }))) continue;
        if (isRefused(answer) && isRefused(await scope.mint(user, defined))) continue;
        expect(answer, `creator mode with ${writeJson({ ...fields, ...defined })}:`).toBeAccepted();
      }
  },
);

test(
  'a creator-mode session saves the profile as well',
  requirement('embed-profile-in-creator-mode'),
  async ({ embed, profiles, scope, user }) => {
    const [one, two, three] = SAVED_PROFILES;
    control(await embed.mint({ externalId: user, userProfile: one }));
    const expectProfile = expectingProfile(profiles, await shownOf(profiles, user, one));

    const { displayName, picture } = three;
    const steps: [SessionRequest, SentProfile][] = [
      [{ userProfile: two }, two],
      [{}, two],
      [
        { userProfile: { displayName }, groups: [] },
        { ...two, displayName },
      ],
      [{ userProfile: { picture }, securityContext: { plan: 'gold' } }, three],
      [{ ...definitionsOf('groups', ['conformanceprofile']), userProfile: two }, two],
    ];
    for (const [fields, expected] of steps) {
      await scope.session(user, fields);
      await expectProfile(user, expected, `after a creator-mode session with ${writeJson(fields)}`);
    }
    // An externalId in capitals is refused in this mode as well, or names the same user.
    await under('embed-external-id-canonical', async () => {
      const named = { externalId: user.toUpperCase(), embedTenantName: scope.name };
      const answer = await embed.mintInvalid({ ...named, creatorMode: true, userProfile: three });
      if (!isAccepted(answer)) return expect(answer).toBeRejected();
      await expectProfile(user, three, `after a creator-mode session of ${named.externalId}`);
    });
    // And beside a session in read-only mode each saves the property that it sends
    await allOf([
      scope.session(user, { userProfile: { picture: one.picture } }),
      embed.session({ externalId: user, userProfile: { displayName: one.displayName } }),
    ]);
    await expectProfile(user, one, 'after either mode sent a property at the same time');
  },
);

/** Controls that the tenant without the flag mints sessions for the deployment that it is asked for. */
async function controlPlain(plainEmbed: EmbedClient, settings: Settings, externalId: string): Promise<void> {
  const answer = await plainEmbed.mint({ externalId });
  if (isRefused(answer) && settings.TARGET_PLAIN_DEPLOYMENT_ID === undefined)
    notTested('set TARGET_PLAIN_DEPLOYMENT_ID: the deployment of the other tenant is refused there');
  control(answer);
}

test(
  'a creator-mode session is rejected where useCreatorMode is off',
  requirement('embed-creator-mode-needs-flag'),
  async ({ plainEmbed, discovery, target, user }) => {
    const [embedTenantName] = discovery.identities.embedTenants;
    const named = embedTenantName === undefined ? {} : { embedTenantName };
    await controlPlain(plainEmbed, target.settings, user);
    for (const fields of [named, { ...named, groups: [] }, {}]) {
      const valid = await plainEmbed.mint({ externalId: user, ...fields, creatorMode: false });
      // That tenant may know no such embed tenant.
      if ('embedTenantName' in fields && isRefused(valid)) continue;
      control(valid);
      const answer = await plainEmbed.mint({ externalId: user, ...fields, creatorMode: true });
      expect(answer, `creator mode with ${writeJson(fields)}:`).toBeRejected();
    }

    // And so for an internal user of that tenant, if the settings name one
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    if (internalId === undefined) return;
    const valid = await plainEmbed.mint({ internalId, ...named });
    if (!isAccepted(valid)) return;
    control(valid);
    const answer = await plainEmbed.mint({ internalId, ...named, creatorMode: true });
    expect(answer, 'creator mode of an internal user:').toBeRejected();
  },
);

const PREREQUISITES = [
  [
    'embed-definitions-need-creator-mode',
    'creatorMode',
    'definitions without creatorMode: true are rejected',
  ],
  [
    'embed-definitions-need-tenant-name',
    'embedTenantName',
    'definitions without embedTenantName are rejected',
  ],
] as const;

for (const [id, field, title] of PREREQUISITES)
  test(title, requirement(id), async ({ embed, scope, user }) => {
    const name = `conformanceno${field.toLowerCase()}`;
    const each = RECORD_KINDS.map((kind) => definitionsOf(kind, [name]));
    for (const definitions of [...each, definitionsOfBoth(name)]) {
      const valid = scope.body(user, definitions);
      control(await embed.mint(valid));
      const { [field]: _, ...omitted } = valid;
      const what = Object.keys(definitions).join(' and ');
      expect(await embed.mintInvalid(omitted), `${what} with ${field} omitted:`).toBeRejected();
      if (field !== 'creatorMode' || !each.includes(definitions)) continue;
      const readOnly = { creatorMode: false, groups: [] };
      const answer = await embed.mintInvalid({ ...valid, ...readOnly });
      expect(answer, `${what} with ${writeJson(readOnly)}:`).toBeRejected();
    }
  });

test(
  'definitions are rejected where the tenant flag is off',
  requirement('embed-definitions-need-flag'),
  async ({ plainEmbed, discovery, target, user }) => {
    const embedTenantName =
      discovery.identities.embedTenants[0] ?? notTested('TARGET_EMBED_TENANTS names too few embed tenants');
    // Given that a session that names the embed tenant is minted there: otherwise it is what a refusal may be about
    await controlPlain(plainEmbed, target.settings, user);
    const named = await plainEmbed.mint({ externalId: user, embedTenantName });
    if (isRefused(named))
      notTested(`the tenant without useCreatorMode knows no embed tenant "${embedTenantName}"`);
    control(named);
    for (const { kind, field } of RECORD_KIND_NAMES) {
      const body = { externalId: user, embedTenantName, creatorMode: true };
      const defining = { ...body, ...definitionsOf(kind, ['conformanceneedsflag']) };
      expect(await plainEmbed.mint(defining), `${field} without useCreatorMode:`).toBeRejected();
    }
  },
);
