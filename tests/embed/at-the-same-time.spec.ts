import {
  allOf,
  assignmentOf,
  control,
  EDGE_VALUES,
  type EmbedClient,
  expect,
  notTested,
  profileOf,
  requirement,
  type SessionRequest,
  test,
} from '../../fixtures/index.ts';
import { expectGroups, expectingProfile, joined, PROPERTIES, valuesOf } from './support.ts';

// Sessions of one user, or of two, that are asked for at the same time: afterwards everything is as if one had come after the
// other. Some are sent as often as a server needs that does one thing in fifteen wrong.

const repeated = <Value>(values: readonly Value[], times: number): Value[] =>
  Array.from({ length: times }, (_, index) => values[index % values.length] as Value);

/** Asks for sessions at the same time. The test is not tested when one is refused. */
async function together(embed: EmbedClient, ...bodies: readonly SessionRequest[]): Promise<void> {
  for (const answer of await allOf(bodies.map((body) => embed.mint(body)))) control(answer);
}

const displayed = (number: number) => ({ displayName: profileOf(number).displayName });

test(
  'two sessions that name groups at the same time leave the user in these groups alone',
  requirement('embed-groups-replaces'),
  async ({ embed, groups: [first, second], memberships, user: externalId }) => {
    // Again and again: where a connection has to be opened, or one of them is sent once more, the two do not meet.
    for (let round = 0; round < 3; round += 1) {
      await together(embed, { externalId, groups: [first] }, { externalId, groups: [second] });
      // Whether one of them replaces what the other one added is good practice alone.
      const possible = [[first], [second], [first, second].sort()];
      const seen = [...((await memberships.settled(externalId, ...possible)) ?? [])].sort();
      const about = `groups of "${externalId}" after two sessions at the same time that name one each`;
      expect(seen.join(' and ') || 'none', about).toBeOneOf(possible.map((names) => names.join(' and ')));
    }
  },
);

test(
  'an empty array clears every membership, also beside a session that keeps them',
  requirement('embed-groups-empty-clears'),
  async ({ embed, groups: [first, second], memberships, user: externalId }) => {
    await joined(embed, memberships, externalId, [first, second]);
    await together(embed, { externalId, groups: [] }, { externalId, userProfile: displayed(1) });
    await expectGroups(memberships, externalId, []);
  },
);

test(
  'sessions without groups keep the memberships, each time and beside one that changes them',
  requirement('embed-groups-omitted-keeps'),
  async ({ attributesOfEachType, email, embed, groups: [one, two], memberships, runs, user: externalId }) => {
    await joined(embed, memberships, externalId, [one]);
    const userAttributes = attributesOfEachType.map(({ name, type }) => assignmentOf(name, type));
    const without: SessionRequest[] = [{ userAttributes }, {}, { email }, { userProfile: displayed(1) }];
    await together(embed, ...repeated(without, runs).map((body) => ({ externalId, ...body })));
    await expectGroups(memberships, externalId, [one]);

    // And beside a session that changes them
    for (const [beside, name] of [
      [{ userAttributes }, two],
      [{ userProfile: displayed(2) }, one],
    ] as const) {
      await together(embed, { externalId, ...beside }, { externalId, groups: [name] });
      await expectGroups(memberships, externalId, [name], ' after a session with and another without groups');
    }
  },
);

test(
  'two users whose sessions are made at the same time each get their own groups',
  requirement('embed-groups-other-users-untouched'),
  async ({ embed, groups: [first, second], memberships, user, otherUser }) => {
    // Given users who get groups one at a time: otherwise it is not the other one's session that takes them
    for (const externalId of [user, otherUser]) await joined(embed, memberships, externalId, [first]);
    for (const [mine, theirs] of [
      [first, second],
      [second, first],
      [second, second],
    ] as const) {
      const other = { externalId: otherUser, groups: [theirs] };
      await together(embed, { externalId: user, groups: [mine] }, other);
      await expectGroups(memberships, user, [mine]);
      await expectGroups(memberships, otherUser, [theirs]);
    }
  },
);

test(
  'values of different names that are sent at the same time are all saved',
  requirement('embed-attributes-overwrite'),
  async ({ attributesOfEachType, attributeValues, embed, runs, user: externalId }) => {
    const rounds = Math.ceil(runs / attributesOfEachType.length);
    for (let round = 0; round < rounds; round += 1) {
      const assignments = attributesOfEachType.map(({ name, type }) =>
        round % 2 ? { name, value: EDGE_VALUES[type].at(-1) ?? null } : assignmentOf(name, type),
      );
      // The first time beside one that says something else of the user
      const beside = round === 0 ? [{ externalId, groups: [] }] : [];
      const bodies = assignments.map((one) => ({ externalId, userAttributes: [one] }));
      await together(embed, ...bodies, ...beside);
      const expected = valuesOf(assignments);
      const seen = await attributeValues.settled(externalId, expected);
      expect(seen, `values of "${externalId}"`).toEqual(expected);
    }
  },
);

test(
  'a session keeps the property of a profile that it does not send, each time and beside one that sends it',
  requirement('embed-profile-keeps-omitted'),
  async ({ embed, otherUser, profiles, runs, user: externalId }) => {
    const before = profileOf(1);
    await embed.session({ externalId, userProfile: before });
    const shown = await profiles.settled(externalId, before);
    const visible = PROPERTIES.filter((name) => shown[name] === before[name]);
    if (visible.length === 0)
      notTested('the profile that was sent does not show', 'embed-profile-overwrites');
    const expectProfile = expectingProfile(profiles, visible);

    // When many sessions carry a displayName, then the picture is kept
    await together(embed, ...repeated([{ externalId, userProfile: displayed(2) }], runs));
    await expectProfile(
      externalId,
      { ...before, ...displayed(2) },
      'after sessions with a displayName alone',
    );

    // And when one carries a displayName and one a picture, then both are saved
    const { picture, displayName } = profileOf(3);
    const [one, other] = [{ picture }, { displayName }];
    // Beside that of another user
    const theirs = { externalId: otherUser, userProfile: before };
    await together(embed, { externalId, userProfile: one }, theirs, { externalId, userProfile: other });
    await expectProfile(
      externalId,
      { picture, displayName },
      'after a session with a displayName and one with a picture',
    );
  },
);
