import {
  assignmentOf,
  control,
  type EmbedClient,
  expect,
  isAccepted,
  requirement,
  type SessionRequest,
  test,
  writeJson,
} from '../../fixtures/index.ts';

// "When `internalId` is used, [...] `groups`, `userAttributes`, `groupDefinitions`, `userAttributeDefinitions`,
// `securityContext` and `userProfile` must not be sent."

/** In creator mode, and where an embed tenant is named, the same is rejected, if internal users may have such sessions. */
async function inOtherModes(
  {
    embed,
    internalId,
    creatorMode,
  }: { embed: EmbedClient; internalId: string; creatorMode: SessionRequest | undefined },
  forbidden: Record<string, unknown>,
): Promise<void> {
  if (!creatorMode) return;
  const { embedTenantName } = creatorMode;
  for (const mode of [creatorMode, ...(embedTenantName === undefined ? [] : [{ embedTenantName }])]) {
    const valid = await embed.mint({ internalId, ...mode });
    if (!isAccepted(valid)) continue;
    control(valid);
    const answer = await embed.mintInvalid({ internalId, ...mode, ...forbidden });
    expect(answer, `with ${writeJson(mode)}:`).toBeRejected();
  }
}

/** Fields that may come with `internalId`, for the second of two values: what is forbidden is so beside these, too. */
const besideSecond = (index: number) => (index === 1 ? { settings: { showDashboardChat: false } } : {});

const FIELDS = [
  { slug: 'security-context', field: 'securityContext', values: [{ plan: 'gold' }, {}] },
  { slug: 'user-profile', field: 'userProfile', values: [{ displayName: 'Ada Viewer' }, {}] },
];

for (const { slug, field, values } of FIELDS) {
  test(
    `a session of an internal user with ${field} is rejected`,
    requirement(`embed-internal-forbids-${slug}`),
    async ({ creatorMode, embed, internalId }) => {
      control(await embed.mint({ internalId }));
      for (const [index, value] of values.entries())
        expect(
          await embed.mintInvalid({ internalId, ...besideSecond(index), [field]: value }),
        ).toBeRejected();
      await inOtherModes({ embed, internalId, creatorMode }, { [field]: values[0] });
    },
  );
}

test(
  'a session of an internal user with groups is rejected',
  requirement('embed-internal-forbids-groups'),
  async ({ creatorMode, embed, internalId, target }) => {
    const { TARGET_GROUPS: groups = [] } = target.settings;
    control(await embed.mint({ internalId }));
    // A name that resolves, so that nothing else is wrong; and an empty array, which would clear memberships.
    for (const [index, names] of [groups.slice(0, 1), []].entries())
      expect(await embed.mintInvalid({ internalId, ...besideSecond(index), groups: names })).toBeRejected();
    await inOtherModes({ embed, internalId, creatorMode }, { groups: [] });
  },
);

test(
  'a session of an internal user with attributes is rejected',
  requirement('embed-internal-forbids-user-attributes'),
  async ({ creatorMode, embed, internalId, target }) => {
    const { TARGET_USER_ATTRIBUTES: attributes = [] } = target.settings;
    control(await embed.mint({ internalId }));
    const values = attributes.slice(0, 1).map(({ name, type }) => assignmentOf(name, type));
    for (const [index, userAttributes] of [values, []].entries())
      expect(await embed.mintInvalid({ internalId, ...besideSecond(index), userAttributes })).toBeRejected();
    await inOtherModes({ embed, internalId, creatorMode }, { userAttributes: [] });
  },
);

const DEFINITIONS = [
  { slug: 'group-definitions', field: 'groupDefinitions', value: [{ name: 'conformance-internal' }] },
  {
    slug: 'attribute-definitions',
    field: 'userAttributeDefinitions',
    value: [{ name: 'conformance-internal', type: 'string' }],
  },
];

for (const { slug, field, value } of DEFINITIONS) {
  test(
    `a session of an internal user with ${field} is rejected`,
    requirement(`embed-internal-forbids-${slug}`),
    async ({ embed, internalId, scope }) => {
      // The interface does not say whether an internal user may have a creator-mode session. Where not, the rule is
      // judged in read-only mode, in which an empty array of definitions may count as none.
      const creator = { internalId, creatorMode: true, embedTenantName: scope.name };
      const valid = isAccepted(await embed.mint(creator)) ? creator : { internalId };
      control(await embed.mint(valid));
      for (const sent of valid === creator ? [value, []] : [value])
        expect(await embed.mintInvalid({ ...valid, [field]: sent })).toBeRejected();
    },
  );
}
