import {
  allOf,
  alsoRequirement,
  assignmentOf,
  control,
  definitionsOf,
  equalityFilter,
  expect,
  internalUserIn,
  isAccepted,
  notTested,
  patternsLike,
  RECORD_KIND_NAMES,
  requirement,
  resourcesIn,
  ScimClient,
  test,
  usersNamed,
  writeJson,
} from '../../fixtures/index.ts';
import { expectEachRejected } from './support.ts';

test(
  'an existing internal user gets a session',
  requirement('embed-internal-accepted'),
  async ({ embed, internalId }) => {
    for (const fields of [{}, { settings: { showDashboardChat: false }, creatorMode: false }, {}]) {
      const answer = await embed.mint({ internalId, ...fields });
      expect(answer, `an internal user with ${writeJson(fields)}:`).toBeAccepted();
    }
  },
);

const NOT_SHOWN =
  'SCIM does not show the internal user of TARGET_INTERNAL_ID, or nothing tells that user from external ones';

// A session for an internal user can carry no `groups`, and without them memberships stay as they are.
test(
  'an internal user stays in their groups',
  alsoRequirement('embed-groups-omitted-keeps'),
  async ({ bystanderOf, embed, internalId, scim, user }) => {
    control(await embed.mint({ internalId }));
    const watch = await bystanderOf(await internalUserIn(scim, internalId, user));
    if (!watch) return notTested(NOT_SHOWN);
    await watch.expectNotAllGone({
      after: `sessions for the internal user "${internalId}"`,
      fix: 'leave the memberships of an internal user alone',
    });
  },
);

test(
  'an internalId that names no internal user is rejected',
  requirement('embed-internal-unknown-rejected'),
  async ({ creatorMode, embed, http, internalId, target, user }) => {
    // Given an external user, who is not an internal one, and an internal user
    await embed.session({ externalId: user });
    control(await embed.mint({ internalId }));

    // And a shorter name, which is that of nobody, as far as SCIM shows internal users
    const shorter = internalId.slice(0, -1);
    const scim = new ScimClient(http, { allowsAbsent: true });
    const hasToken = target.settings.TARGET_ACCESS_TOKEN !== undefined;
    const whoIs = (name: string) => scim.list('users', { filter: equalityFilter('userName', name) });
    // A provider that ignores filters shows a part of all users: who is not among them may be there.
    const isNobody =
      hasToken &&
      (await usersNamed(scim, internalId)).length > 0 &&
      resourcesIn(await whoIs(shorter))?.length === 0;

    // When a session names no internal user, then it is rejected
    const patterns = [...patternsLike(internalId), ...(isNobody ? [shorter] : [])];
    const unknowns = ['conformance-nobody', `${internalId}@x.test`, user, '', 'constructor', ...patterns];
    for (const unknown of unknowns)
      expect(await embed.mintInvalid({ internalId: unknown }), `internalId "${unknown}":`).toBeRejected();

    // The same in creator mode, where other code may look users up. The interface does not say whether an internal user
    // may have such a session: where one is refused, any refusal will do.
    if (!creatorMode) return;
    const isAllowed = isAccepted(await embed.mint({ internalId, ...creatorMode }));
    for (const unknown of ['conformance-nobody', user]) {
      const answer = await embed.mintInvalid({ internalId: unknown, ...creatorMode });
      if (isAllowed || isAccepted(answer))
        expect(answer, `internalId "${unknown}" in creator mode:`).toBeRejected();
    }
  },
);

test(
  'a body with both externalId and internalId is rejected',
  requirement('embed-identity-both-rejected'),
  async ({ creatorMode, embed, internalId, user }) => {
    control(await embed.mint({ externalId: user }));
    const settings = { showDashboardChat: false };
    control(await embed.mint({ internalId, settings }));
    // A known one each, the same id as both, and an internalId that names nobody
    const ids = [
      { externalId: user, internalId },
      { externalId: internalId, internalId, settings },
      { externalId: user, internalId: 'conformance-nobody' },
    ];
    await expectEachRejected(ids, (both) => embed.mintInvalid(both));
    if (!creatorMode) return;
    // Alone, and with what only external users may have
    for (const fields of [{}, { groups: [], userProfile: {} }]) {
      const valid = { externalId: user, ...creatorMode, ...fields };
      control(await embed.mint(valid));
      expect(await embed.mintInvalid({ ...valid, internalId }), 'in creator mode:').toBeRejected();
    }
  },
);

/** [end of the requirement's id, field] */
const FORBIDDEN = [
  ['security-context', 'securityContext'],
  ['user-profile', 'userProfile'],
  ['groups', 'groups'],
  ['user-attributes', 'userAttributes'],
] as const;

for (const [slug, field] of FORBIDDEN)
  test(
    `a session of an internal user with ${field === 'userAttributes' ? 'attributes' : field} is rejected`,
    requirement(`embed-internal-forbids-${slug}`),
    async ({ creatorMode, embed, groupsIfAny: groups, internalId, target }) => {
      control(await embed.mint({ internalId }));
      const { TARGET_USER_ATTRIBUTES: attributes = [] } = target.settings;
      // Names resolve, so that nothing else is wrong; an empty array would clear something.
      const [first, second, inOtherModes] = {
        securityContext: [{ plan: 'gold' }, {}, { plan: 'gold' }],
        userProfile: [{ displayName: 'Ada Viewer' }, {}, { picture: 'https://images.example.com/ada.png' }],
        groups: [groups.slice(0, 1), [], []],
        userAttributes: [attributes.slice(0, 1).map(({ name, type }) => assignmentOf(name, type)), [], []],
      }[field] as [unknown, unknown, unknown];
      const settings = { showDashboardChat: false };
      expect(await embed.mintInvalid({ internalId, [field]: first })).toBeRejected();
      expect(await embed.mintInvalid({ internalId, settings, [field]: second })).toBeRejected();
      // And in creator mode, and where an embed tenant is named, if internal users may have such sessions
      if (!creatorMode) return;
      for (const mode of [creatorMode, { embedTenantName: creatorMode.embedTenantName }]) {
        const valid = await embed.mint({ internalId, ...mode });
        if (!isAccepted(valid)) continue;
        control(valid);
        const answer = await embed.mintInvalid({ internalId, ...mode, [field]: inOtherModes });
        expect(answer, `with ${writeJson(mode)}:`).toBeRejected();
      }
    },
  );

for (const { kind, noun, field } of RECORD_KIND_NAMES) {
  test(
    `a session of an internal user with ${field} is rejected`,
    requirement(`embed-internal-forbids-${noun}-definitions`),
    async ({ embed, internalId, scope }) => {
      // The interface does not say whether an internal user may have a creator-mode session. Where not, the rule is
      // judged in read-only mode, in which an empty array of definitions may count as none.
      const creator = { internalId, creatorMode: true, embedTenantName: scope.name };
      const valid = isAccepted(await embed.mint(creator)) ? creator : { internalId };
      control(await embed.mint(valid));
      const value = definitionsOf(kind, ['conformanceinternal'])[field];
      for (const sent of valid === creator ? [value, []] : [value])
        expect(await embed.mintInvalid({ ...valid, [field]: sent })).toBeRejected();
    },
  );
}

const EMAILS = ['conformance-internal-1@example.com', 'conformance-internal-2@example.com'] as const;
const FIX = 'refuse `email` next to `internalId`, or ignore it';

// `email` is sent only with `externalId`. Whether it is refused otherwise is not shown.
test(
  'an email that comes with internalId is refused, or changes nobody',
  requirement('embed-email-only-external'),
  async ({ bystanderOf, creatorMode, embed, eventually, internalId, scim, user }) => {
    // Given an internal user whom SCIM shows, and who gets sessions
    control(await embed.mint({ internalId }));
    const shown = await internalUserIn(scim, internalId, user);
    const watch = await bystanderOf(shown);
    if (!watch) return notTested(NOT_SHOWN);
    const others = async (): Promise<string[]> => {
      const found = await allOf([internalId, ...EMAILS].map((name) => usersNamed(scim, name)));
      const users = found.flat().filter(({ id }) => id !== shown?.id);
      return users.map(({ id, userName, emails = [] }) =>
        writeJson([id, userName, emails.map(({ value }) => value)]),
      );
    };
    const before = await others();

    // When sessions for them carry an email, then it is refused
    const modes: object[] = [];
    for (const mode of [{}, ...(creatorMode ? [creatorMode] : [])])
      if (isAccepted(await embed.mint({ internalId, ...mode, email: EMAILS[0] }))) modes.push(mode);
    if (modes.length === 0) return;

    // Or it changes nothing of them, and provisions nobody
    const send = async (email: string): Promise<void> => {
      for (const mode of modes) await embed.mint({ internalId, ...mode, email });
    };
    try {
      await watch.expectUntouched(
        EMAILS.toReversed().map((email) => () => send(email)),
        { after: `a session for the internal user "${internalId}" carried an email`, fix: FIX },
      );
    } finally {
      // A tester's user gets back what they had.
      const [address] = shown?.emails ?? [];
      const now = (await internalUserIn(scim, internalId, user))?.emails?.[0]?.value;
      if (address?.value !== undefined && now !== address.value) await send(address.value);
    }
    await eventually.untilLooksAgree();
    const after = await others();
    expect(after, 'other users of the name of the internal one, or of the email', FIX).toEqual(before);
    if (!shown?.emails) notTested('SCIM shows no email of the internal user');
  },
);
