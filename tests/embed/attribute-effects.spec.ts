import {
  assigned,
  control,
  EDGE_VALUES,
  expect,
  requirement,
  test,
  writeJson,
} from '../../fixtures/index.ts';

// "Attribute values are persisted per user; later calls with the same `externalId` overwrite values for the supplied
// names." "null clears the value"
test(
  'values of attributes are kept per user and overwritten by name',
  requirement('embed-attributes-overwrite'),
  async ({ attributeValues, embed, target, users }) => {
    const [user, other] = users as [string, string];
    const attributes = (target.settings.TARGET_USER_ATTRIBUTES ?? []).slice(0, 8);
    const first = attributes.map(({ name, type }) => assigned(name, type));
    const expected = Object.fromEntries(first.map(({ name, value }) => [name, value]));
    const judge = async (externalId: string, values: typeof expected, when: string): Promise<void> =>
      expect(await attributeValues.settled(externalId, values), `values ${when}`).toEqual(values);

    control(await embed.mint({ externalId: user, userAttributes: first }));
    await judge(user, expected, 'that were sent');
    await embed.session({ externalId: user });
    await judge(user, expected, 'after a call without any');
    await embed.session({ externalId: user, userAttributes: [], groups: [] });
    await judge(user, expected, 'after a call with an empty array');
    for (const { name, type } of attributes) {
      for (const value of EDGE_VALUES[type]) {
        await embed.session({ externalId: user, userAttributes: [{ name, value }] });
        await judge(user, { ...expected, [name]: value }, `after ${writeJson(value)} for "${name}" alone`);
      }
      await embed.session({ externalId: user, userAttributes: [{ name, value: null }] });
      await judge(user, { ...expected, [name]: null }, `after null for "${name}"`);
      await embed.session({ externalId: user, userAttributes: [assigned(name, type)] });
      await judge(user, expected, `after "${name}" got its first value again`);
    }
    const [one] = attributes;
    if (one) {
      const rest = first.slice(1);
      await embed.session({ externalId: user, userAttributes: [{ name: one.name, value: null }, ...rest] });
      await judge(
        user,
        { ...expected, [one.name]: null },
        `after null for "${one.name}" beside other values`,
      );
      await embed.session({ externalId: user, userAttributes: first });
    }
    // Another user has values of its own.
    const cleared = attributes.map(({ name }) => ({ name, value: null }));
    await embed.session({ externalId: other, userAttributes: cleared });
    await judge(user, expected, 'after those of another user were cleared');
    await embed.session({ externalId: other, userAttributes: first.slice(0, 1) });
    const none = Object.fromEntries(cleared.map(({ name, value }) => [name, value]));
    await judge(
      other,
      { ...none, ...Object.fromEntries([[first[0]?.name, first[0]?.value]]) },
      'of another user',
    );
  },
);
