import {
  allOf,
  assignmentOf,
  control,
  EDGE_VALUES,
  type EmbedClient,
  equalityFilter,
  expect,
  isAccepted,
  notTested,
  requirement,
  type SessionRequest,
  scimPageOf,
  test,
} from '../../fixtures/index.ts';

// Sessions of one user, or of two, that are asked for at the same time: afterwards everything is as if one had come after the
// other. Some are sent as often as a server needs that does one thing in fifteen wrong.

const repeated = <Value>(values: readonly Value[], times: number): Value[] =>
  Array.from({ length: times }, (_, index) => values[index % values.length] as Value);

/** Asks for sessions at the same time. The test is not tested when one is refused. */
async function together(embed: EmbedClient, bodies: readonly SessionRequest[]): Promise<void> {
  for (const answer of await allOf(bodies.map((body) => embed.mint(body)))) control(answer);
}

test(
  'of two sessions that name groups at the same time, one replaces the memberships',
  requirement('embed-groups-replaces'),
  async ({ embed, groups: [first, second], memberships, user }) => {
    // Twice: the first time a connection may have to be opened, so that the two do not meet.
    for (let round = 0; round < 2; round += 1) {
      await together(
        embed,
        [[first], [second]].map((groups) => ({ externalId: user, groups })),
      );
      const seen = [...((await memberships.settledAmong(user, [[first], [second]])) ?? [])];
      expect(
        [[first], [second]],
        `groups of which the user may have one, and who has ${seen.join(' and ')},`,
      ).toContainEqual(seen);
    }
  },
);

test(
  'an empty array clears every membership, also beside a session that keeps them',
  requirement('embed-groups-empty-clears'),
  async ({ embed, groups: [first, second], memberships, user: externalId }) => {
    await embed.session({ externalId, groups: [first, second] });
    if (!(await memberships.settled(externalId, [first, second]))?.size)
      notTested('the user joined groups and none is seen', 'embed-groups-replaces');
    const userProfile = { displayName: 'Conformance Viewer 1' };
    await together(embed, [
      { externalId, groups: [] },
      { externalId, userProfile },
    ]);
    expect(await memberships.settled(externalId, []), `groups of "${externalId}"`).toEqual(new Set());
  },
);

test(
  'sessions without groups keep the memberships, each time and beside one that changes them',
  requirement('embed-groups-omitted-keeps'),
  async ({ attributesOfEachType, embed, groups: [first, second], memberships, runs, user: externalId }) => {
    await embed.session({ externalId, groups: [first] });
    if (!(await memberships.settled(externalId, [first]))?.size)
      notTested('the user joined groups and none is seen', 'embed-groups-replaces');
    const userAttributes = attributesOfEachType.map(({ name, type }) => assignmentOf(name, type));
    const without = repeated<SessionRequest>(
      [
        { externalId, userAttributes },
        { externalId },
        { externalId, email: `${externalId}@example.com` },
        { externalId, userProfile: { displayName: 'Conformance Viewer 1' } },
      ],
      runs,
    );
    await together(embed, without);
    expect(await memberships.settled(externalId, [first]), `groups of "${externalId}"`).toEqual(
      new Set([first]),
    );

    // And beside a session that changes them
    for (const [beside, name] of [
      [{ externalId, userAttributes }, second],
      [{ externalId, userProfile: { displayName: 'Conformance Viewer 2' } }, first],
    ] as const) {
      await together(embed, [beside, { externalId, groups: [name] }]);
      expect(
        await memberships.settled(externalId, [name]),
        `groups of "${externalId}" after a session that names them, and another one without groups`,
      ).toEqual(new Set([name]));
    }
  },
);

test(
  'two users whose sessions are made at the same time get the groups of their own',
  requirement('embed-groups-other-users-untouched'),
  async ({ embed, groups: [first, second], memberships, user, otherUser }) => {
    for (const [mine, theirs] of [
      [first, second],
      [second, first],
    ] as const) {
      await together(embed, [
        { externalId: user, groups: [mine] },
        { externalId: otherUser, groups: [theirs] },
      ]);
      for (const [externalId, name] of [
        [user, mine],
        [otherUser, theirs],
      ] as const)
        expect(await memberships.settled(externalId, [name]), `groups of "${externalId}"`).toEqual(
          new Set([name]),
        );
    }
  },
);

test(
  'values of different names that are sent at the same time are all saved',
  requirement('embed-attributes-overwrite'),
  async ({ attributesOfEachType, attributeValues, embed, runs, user: externalId }) => {
    const rounds = Math.ceil(runs / attributesOfEachType.length);
    for (let round = 0; round < rounds; round += 1) {
      const assignments = attributesOfEachType.map(({ name, type }) => {
        const values = [assignmentOf(name, type).value, EDGE_VALUES[type][0] ?? null];
        return { name, value: values[round % 2] ?? null };
      });
      await together(
        embed,
        assignments.map((one) => ({ externalId, userAttributes: [one] })),
      );
      const expected = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
      expect(await attributeValues.settled(externalId, expected), `values of "${externalId}"`).toEqual(
        expected,
      );
    }
  },
);

test(
  'a session keeps the property of a profile that it does not send, each time and beside one that sends it',
  requirement('embed-profile-keeps-omitted'),
  async ({ embed, profiles, runs, user: externalId }) => {
    const saved = (number: number) => ({
      displayName: `Conformance Viewer ${number}`,
      picture: `https://images.example.com/conformance-${number}.png`,
    });
    const before = saved(1);
    await embed.session({ externalId, userProfile: before });
    const shown = await profiles.settled(externalId, before);
    const visible = (['displayName', 'picture'] as const).filter((name) => shown[name] === before[name]);
    if (visible.length === 0)
      notTested('the profile that was sent does not show', 'embed-profile-overwrites');
    const judge = async (expected: typeof before, when: string): Promise<void> => {
      const wanted = Object.fromEntries(visible.map((name) => [name, expected[name]]));
      const seen = await profiles.settled(externalId, wanted);
      expect(
        Object.fromEntries(visible.map((name) => [name, seen[name]])),
        `profile of "${externalId}" ${when}`,
      ).toEqual(wanted);
    };

    // When many sessions carry a displayName, then the picture is kept
    const { displayName } = saved(2);
    await together(embed, repeated([{ externalId, userProfile: { displayName } }], runs));
    await judge({ ...before, displayName }, 'after sessions with a displayName alone');

    // And when one carries a displayName and one a picture, then both are saved
    const both = saved(3);
    await together(embed, [
      { externalId, userProfile: { picture: both.picture } },
      { externalId, userProfile: { displayName: both.displayName } },
    ]);
    await judge(both, 'after a session with a displayName and one with a picture');
  },
);

test(
  'two spellings of an externalId that are sent at the same time name one user',
  requirement('embed-external-id-canonical'),
  async ({ embed, scim, speltUser: user, user: another }) => {
    // So that both find a connection that is open
    await together(embed, [{ externalId: another }, { externalId: another }]);
    const [plain, spelt] = await allOf([
      embed.mint({ externalId: user }),
      embed.mintInvalid({ externalId: user.toUpperCase() }),
    ]);
    control(plain);
    if (!isAccepted(spelt)) expect(spelt).toBeRejected();
    const page = scimPageOf(await scim.list('users', { filter: equalityFilter('externalId', user) }));
    const found = page?.resources.filter(({ externalId }) => String(externalId).trim() === user) ?? [];
    if (found.length === 0) notTested('SCIM does not find the external user by externalId');
    expect(found.length, `users with the externalId "${user}"`).toBe(1);
  },
);
