import {
  assignmentOf,
  control,
  EDGE_VALUES,
  expect,
  isAccepted,
  MISSING_GROUPS,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

type Values = Record<string, ReturnType<typeof assignmentOf>['value']>;

/** The values that a list of assignments leaves behind, by name. */
const valuesOf = (assignments: readonly ReturnType<typeof assignmentOf>[]): Values =>
  Object.fromEntries(assignments.map(({ name, value }) => [name, value]));

// "Attribute values are persisted per user; later calls with the same `externalId` overwrite values for the supplied
// names." "null clears the value"
test(
  'attribute values are kept for each user and overwritten by name',
  requirement('embed-attributes-overwrite'),
  async ({ attributeValues, embed, foreign, target, user, otherUser }) => {
    const attributes = (target.settings.TARGET_USER_ATTRIBUTES ?? []).slice(0, 8);
    const first = attributes.map(({ name, type }) => assignmentOf(name, type));
    const expected = valuesOf(first);
    const expectValues = async (externalId: string, values: Values, when: string): Promise<void> =>
      expect(await attributeValues.settled(externalId, values), `values ${when}`).toEqual(values);

    // Given a value for each attribute
    control(await embed.mint({ externalId: user, userAttributes: first }));
    await expectValues(user, expected, 'that were sent');

    // When a call names no attributes, then all are kept
    const userProfile = { displayName: 'Conformance Viewer 1' };
    await embed.session({ externalId: user, userProfile, email: `${user}@example.com` });
    await expectValues(user, expected, 'after a call without userAttributes');
    await embed.session({ externalId: user, userAttributes: [], groups: [] });
    await expectValues(user, expected, 'after a call with an empty array');

    // When a call names one attribute, then that one is overwritten or cleared
    for (const { name, type } of attributes) {
      for (const value of EDGE_VALUES[type]) {
        await embed.session({ externalId: user, userAttributes: [{ name, value }] });
        await expectValues(
          user,
          { ...expected, [name]: value },
          `after ${writeJson(value)} as the only value, for "${name}"`,
        );
      }
      await embed.session({ externalId: user, userProfile, userAttributes: [{ name, value: null }] });
      await expectValues(user, { ...expected, [name]: null }, `after null for "${name}"`);
      await embed.session({ externalId: user, userAttributes: [assignmentOf(name, type)] });
      await expectValues(user, expected, `after "${name}" got its first value again`);
    }
    const cleared = first.slice(0, 2).map(({ name }) => ({ name, value: null }));
    if (cleared.length > 0) {
      await embed.session({ externalId: user, userAttributes: [...cleared, ...first.slice(2)] });
      const names = cleared.map(({ name }) => `"${name}"`).join(' and ');
      await expectValues(
        user,
        { ...expected, ...valuesOf(cleared) },
        `after null for ${names} beside other values`,
      );
      await embed.session({ externalId: user, userAttributes: first });
    }

    // When a value is long and accepted, then it is kept whole
    const texts = attributes.filter(({ type }) => type === 'string').slice(0, 1);
    for (const { name } of texts) {
      const value = `${'emea '.repeat(60)}end`;
      if (!isAccepted(await embed.mint({ externalId: user, userAttributes: [{ name, value }] }))) continue;
      await expectValues(user, { ...expected, [name]: value }, `after a long one for "${name}"`);
      await embed.session({ externalId: user, userAttributes: first });
    }

    // When a call is refused and then sent as it should have been, then its values are those that were sent
    const other = attributes.map(({ name, type }) => ({ name, value: EDGE_VALUES[type].at(-1) ?? null }));
    await embed.mint({ externalId: user, userAttributes: other, groups: [MISSING_GROUPS[0]] });
    await embed.session({ externalId: user, userAttributes: other });
    await expectValues(user, valuesOf(other), 'after a refused call and the same without its flaw');
    await embed.session({ externalId: user, userAttributes: first });

    // When the values of another user change, then each user keeps their own
    const none = attributes.map(({ name }) => ({ name, value: null }));
    await embed.session({ externalId: otherUser, userAttributes: none });
    await expectValues(user, expected, 'after those of another user were cleared');
    await embed.session({ externalId: otherUser, userAttributes: first.slice(0, 1) });
    await expectValues(otherUser, { ...valuesOf(none), ...valuesOf(first.slice(0, 1)) }, 'of another user');

    // And so does a user of that id in another tenant, where it has attributes of these names
    const elsewhere = await foreign();
    if (elsewhere && isAccepted(await elsewhere.embed.mint({ externalId: user, userAttributes: none })))
      await expectValues(user, expected, 'after those of a user of another tenant were cleared');
  },
);
