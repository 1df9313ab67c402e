import { isDeepStrictEqual } from 'node:util';
import {
  ANY_PROFILE,
  alsoRequirement,
  asExternalId,
  aside,
  assignmentOf,
  control,
  equalityFilter,
  expect,
  internalUserIn,
  isAccepted,
  isRefused,
  MISSING_ATTRIBUTE,
  MISSING_GROUPS,
  notTested,
  profileOf,
  requirement,
  type ScimClient,
  type SessionRequest,
  scimPageOf,
  test,
  UNFIT_VALUES,
  under,
  withoutMarks,
  writeJson,
} from '../../fixtures/index.ts';
import {
  elsewhereOf,
  expectGroups,
  expectingProfile,
  joined,
  PROPERTIES,
  SAVED_PROFILES,
  shownOf,
  valuesOf,
} from './support.ts';

// An email may be that of several users, and an external user may have the id of an internal one: who is meant is said by
// `externalId` or `internalId` alone.

/** What SCIM shows of an external user, with blanks around the id or without. */
const usersWith = async (scim: ScimClient, externalId: string) =>
  scimPageOf(
    await scim.list('users', { filter: equalityFilter('externalId', externalId) }),
  )?.resources.filter((one) => String(one.externalId).trim() === externalId) ?? [];

const APART = 'look users up by externalId or internalId, each among the users of its kind';

// Nothing of this takes that users are seen: it is asked before the test below, whose first call is for the same user.
test(
  'a wrong body is rejected in the first call for a user, too',
  alsoRequirement('embed-picture-invalid-rejected'),
  async ({ discovery, embed, target, user }) => {
    control(await embed.mint({ externalId: user }));
    const { alikeUser: externalId } = discovery.identities;
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    const [attribute] = target.settings.TARGET_USER_ATTRIBUTES ?? [];
    const mistakes: [string, Record<string, unknown>][] = [
      ['embed-groups-unknown-rejected', { groups: [MISSING_GROUPS[0]] }],
      ['embed-attributes-unknown-rejected', { userAttributes: [{ name: MISSING_ATTRIBUTE, value: null }] }],
      ['embed-picture-invalid-rejected', { userProfile: { picture: 'ada.png' } }],
    ];
    if (internalId !== undefined) mistakes.push(['embed-identity-both-rejected', { internalId }]);
    if (attribute) {
      const { name, type } = attribute;
      const right = assignmentOf(name, type);
      const unfit = { name, value: UNFIT_VALUES[type][1] };
      mistakes.push(
        ['embed-attributes-duplicate-400', { userAttributes: [right, right] }],
        ['embed-attributes-type-mismatch-rejected', { userAttributes: [unfit] }],
      );
    }
    for (const [id, fields] of mistakes)
      await under(id, async () => {
        const answer = await embed.mintInvalid({ externalId, ...fields });
        expect(answer, `${writeJson(fields)} for a user who may be new:`).toBeRejected();
      });
  },
);

test(
  'the first call for a user saves the profile, the values and the groups that it carries',
  alsoRequirement('embed-profile-overwrites'),
  async ({ discovery, embed, groupsIfAny, membershipsIfSeen, observers, profiles, target, user }) => {
    // Given a user whom no call named before, unless an earlier run did
    const [userProfile] = SAVED_PROFILES;
    const { alikeUser: externalId } = discovery.identities;
    const { TARGET_USER_ATTRIBUTES: attributes = [] } = target.settings;
    const userAttributes = attributes.map(({ name, type }) => assignmentOf(name, type));
    const groups = groupsIfAny.slice(0, 1);
    if (!isAccepted(await embed.mint({ externalId, userProfile, userAttributes, groups })))
      notTested('the target takes no further external user, or not this one');

    // When another one is named again, then what shows of the profile of one of them also shows of the other one
    control(await embed.mint({ externalId: user, userProfile }));
    const first = await profiles.settled(externalId, userProfile);
    const saved = PROPERTIES.filter((property) => first[property] === userProfile[property]);
    await expectingProfile(profiles, saved)(user, userProfile, 'that a later call for a user sent');
    const shown = await shownOf(profiles, user, userProfile);
    await expectingProfile(profiles, shown)(externalId, userProfile, 'that the first call for a user sent');
    const memberships = await membershipsIfSeen();
    if (memberships)
      await under('embed-groups-replaces', () =>
        expectGroups(memberships, externalId, groups, ' after the first call for that user'),
      );
    const values = valuesOf(userAttributes);
    const seen = await observers.values?.settled(externalId, values);
    if (seen)
      await under('embed-attributes-overwrite', () =>
        expect(seen, 'values that the first call for a user sent').toEqual(values),
      );
  },
);

test(
  'users of one email, or with the id or email of an internal user, have memberships of their own',
  alsoRequirement('embed-groups-other-users-untouched'),
  async ({
    bystanderOf,
    discovery,
    email,
    embed,
    groups,
    memberships,
    scim,
    target,
    takenOrOther,
    unusualUser,
    user,
    otherUser,
  }) => {
    // Given a member of two groups
    const [first, second] = groups;
    const before = await joined(embed, memberships, user, [first, second], { email });

    // When others of the same email, or whose ids look alike, get other groups, then the first ones keep theirs
    const { alikeUser, speltUser: externalId } = discovery.identities;
    if (isRefused(await embed.mint({ externalId, email, groups: [] })))
      await embed.mint({ externalId, groups: [] });
    await expectGroups(memberships, user, before, '', APART);
    // What is saved of a user of an unusual id need not show.
    const alike = await joined(embed, memberships, unusualUser, [first, second]);
    await embed.mint({ externalId, groups: [] });
    const unmarked = withoutMarks(unusualUser);
    // An account may have no room for one more: then this says nothing.
    if (unmarked !== unusualUser)
      await embed.mint({ externalId: unmarked, groups: [] }, { isFinal: isRefused });
    await expectGroups(memberships, unusualUser, alike, '', APART);
    const speltUser = await takenOrOther(externalId);
    const spelt = await joined(embed, memberships, speltUser, [first, second]);
    await embed.mint({ externalId: alikeUser, groups: [] });
    await expectGroups(memberships, speltUser, spelt, '', APART);
    const shared = await embed.mint({ externalId: otherUser, email, groups: [second] });
    await expectGroups(memberships, user, before, '', APART);
    if (isAccepted(shared))
      await under('embed-groups-replaces', () => expectGroups(memberships, otherUser, [second]));

    // When an external user with the id or the email of an internal one gets groups, then the internal one stays as they were
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    if (internalId === undefined || target.settings.TARGET_ACCESS_TOKEN === undefined) return;
    const shown = await internalUserIn(scim, internalId, user);
    const internal = await bystanderOf(shown);
    const { value: address = email } = shown?.emails?.[0] ?? {};
    const taken: SessionRequest[] = [];
    for (const one of [{ externalId: asExternalId(internalId) }, { externalId: alikeUser, email: address }])
      if (isAccepted(await embed.mint(one))) taken.push(one);
    if (!internal || taken.length === 0) return;
    const changing = (group: string, displayName: string) => async (): Promise<void> => {
      for (const one of taken)
        for (const fields of [{ groups: [] }, { groups: [group], userProfile: { displayName } }])
          control(await embed.mint({ ...one, ...fields }));
    };
    await internal.expectUntouched(
      [changing(first, ANY_PROFILE.displayName), changing(second, profileOf(2).displayName)],
      {
        after: 'an external user of the id or email of an internal one got other groups and another name',
        fix: 'keep external users apart from internal ones, whatever their ids and emails',
      },
    );
    for (const one of taken) await embed.mint({ ...one, groups: [] });
  },
);

// The id of a user is a string like any other.
test(
  'a user whose id holds unusual letters keeps memberships that a call leaves out',
  alsoRequirement('embed-groups-omitted-keeps'),
  async ({
    attributesOfEachType,
    creatorMode,
    discovery,
    email,
    embed,
    groups,
    memberships,
    unusualUser: externalId,
  }) => {
    const before = await joined(embed, memberships, externalId, [groups[0]]);
    const values = attributesOfEachType.map(({ name, type }) => assignmentOf(name, type));
    // In place of a user whose id is refused, another one has an email already.
    const emails = externalId.includes('@') ? [{ email: email.replace('@', '.unusual@') }] : [];
    const calls: SessionRequest[] = [
      {},
      { userProfile: {} },
      ...emails,
      { userAttributes: values },
      ...(creatorMode ? [creatorMode] : []),
    ];
    for (const call of calls) {
      await embed.session({ externalId, ...call });
      await expectGroups(memberships, externalId, before);
    }
    // Nor does their first session for another deployment begin anew, where they may have one
    if (isAccepted(await embed.mint({ externalId, ...(await elsewhereOf(discovery)) })))
      await expectGroups(memberships, externalId, before, ' after a session for another deployment');
  },
);

test(
  'an internal user gets sessions where an external one has the same id',
  alsoRequirement('embed-internal-accepted'),
  async ({ creatorMode, embed, groups, internalId }) => {
    // Given sessions that the internal user gets
    control(await embed.mint({ internalId }));
    const named = creatorMode && { embedTenantName: creatorMode.embedTenantName };
    const accepted: object[] = [];
    for (const mode of [{}, ...(creatorMode && named ? [named, creatorMode] : [])])
      if (isAccepted(await embed.mint({ internalId, ...mode }))) accepted.push(mode);

    // When an external user of that id gets some, then the internal one gets the same as before
    for (const fields of [{ groups: [groups[0]] }, { groups: [] }]) {
      if (!isAccepted(await embed.mint({ externalId: asExternalId(internalId), ...fields }))) return;
      for (const mode of accepted)
        expect(await embed.mint({ internalId, ...mode }), 'the internal user:', APART).toBeAccepted();
    }
  },
);

test(
  'an externalId in capitals or with blanks around it is refused, or names the same user',
  requirement('embed-external-id-canonical'),
  async ({ embed, speltUser: user, groups, memberships }) => {
    const [first, second] = groups;
    // A few fixed spellings: each may become an external user, who cannot be deleted.
    for (const spelling of [user.toUpperCase(), `\t ${user}`, `${user} \n`]) {
      await embed.session({ externalId: user, groups: [first] });
      const answer = await embed.mintInvalid({ externalId: spelling, groups: [second] });
      if (!isAccepted(answer)) {
        expect(answer).toBeRejected();
        continue;
      }
      const seen = await memberships.settled(user, [second]);
      // Where the user's own spelling replaces no groups, either, these say nothing of who was meant.
      if (!isDeepStrictEqual(seen, new Set([second])))
        await aside(async () => {
          await embed.session({ externalId: user, groups: [second] });
          await under('embed-groups-replaces', () => expectGroups(memberships, user, [second]));
        });
      expect(seen, `groups of "${user}" after ${writeJson(spelling)} joined`).toEqual(new Set([second]));
    }
  },
);

// An `externalId` names one user. SCIM may show it several times, and does not tell which of them to judge: all are the same user.
test(
  'one externalId names one external user in all deployments',
  alsoRequirement('embed-identity-neither-rejected'),
  async ({ embed, eventually, extras, scim, target, user }) => {
    // Given a user whom SCIM shows several times, with the name that sessions save
    if (target.settings.TARGET_ACCESS_TOKEN === undefined) return;
    const shown = async () =>
      (await usersWith(scim, user))
        .map((one) => one.displayName)
        .filter((name) => SAVED_PROFILES.some(({ displayName }) => displayName === name));
    if ((await shown()).length < 2) return;

    // When sessions in several deployments, with and without an embed tenant, save another one, then no other one is left
    for (const [index, { body, as }] of extras.entries()) {
      const { displayName } = profileOf(1 + (index % 2));
      await embed.session({ ...body, externalId: user, userProfile: { displayName } }, as ? { as } : {});
      const isSaved = (names: readonly unknown[]): boolean => names.every((name) => name === displayName);
      const seen = await eventually.until('names of one user', shown, isSaved);
      const fix = 'key external users by externalId alone, not by deployment or embed tenant as well';
      await under('embed-profile-overwrites', () =>
        expect(seen, `the names of "${user}" after ${displayName} was sent`, fix).toEqual(
          seen.map(() => displayName),
        ),
      );
    }
  },
);

test(
  'an externalId in capitals names no second user, whether memberships are seen or not',
  alsoRequirement('embed-identity-neither-rejected'),
  async ({ discovery, embed, otherUser, scim, target }) => {
    if (target.settings.TARGET_ACCESS_TOKEN === undefined) return;
    const { speltUser: user } = discovery.identities;
    const capitals = user.toUpperCase();
    // Given external users whom SCIM shows, each as often; an id that is not plain may be refused
    for (const externalId of [user, otherUser]) if (!isAccepted(await embed.mint({ externalId }))) return;
    const usual = await usersWith(scim, otherUser);
    if (usual.length === 0) notTested('SCIM does not find the external user by externalId');

    // When one is named in capitals, then SCIM shows nobody else of that name
    await embed.mintInvalid({ externalId: capitals });
    const found = new Set(
      [...(await usersWith(scim, user)), ...(await usersWith(scim, capitals))].map(({ id }) => id),
    );
    await under('embed-external-id-canonical', () =>
      expect(found.size, `users whose externalId is "${user}" or "${capitals}"`).toBeLessThanOrEqual(
        usual.length,
      ),
    );
  },
);
