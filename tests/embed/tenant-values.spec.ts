import {
  EDGE_VALUES,
  expect,
  isAccepted,
  notTested,
  requirement,
  type SessionRequest,
  test,
  writeJson,
} from '../../fixtures/index.ts';

// What values users have inside embed tenants, which only an adapter shows.

type Value = NonNullable<SessionRequest['userAttributes']>[number]['value'];
type Values = Record<string, Value>;

/** The field that assigns values, by the names of their attributes. */
const valuesFor = (values: Values): SessionRequest => ({
  userAttributes: Object.entries(values).map(([name, value]) => ({ name, value })),
});

const home = 'conformance-home';
const [rank, tags, scores] = ['conformance-rank', 'conformance-tags', 'conformance-scores'] as const;

/** One attribute of each type, and one more. */
const definitionsWith =
  (city: string) =>
  (description: string): SessionRequest => ({
    userAttributeDefinitions: [
      { name: home, type: 'string', description },
      { name: city, type: 'string', description },
      { name: rank, type: 'number', description },
      { name: tags, type: 'string_array', description },
      { name: scores, type: 'number_array', description },
    ],
  });

// "Attribute values are persisted per user; later calls with the same `externalId` overwrite values for the supplied names."
test(
  'in creator mode values are saved for each user, in their embed tenant',
  requirement('embed-tenant-values'),
  async ({ definitionNames, otherUser, scope, sibling, user, valuesIn }) => {
    // The name of one attribute begins with that of another. A dot in it is no path.
    const dotted = `${home}.city`;
    const city = definitionNames['user-attributes'].allows(dotted) ? dotted : `${home}-city`;
    const definitions = definitionsWith(city);
    const none: Values = { [home]: null, [city]: null, [rank]: null, [tags]: null, [scores]: null };
    const expectValues = async (
      place: typeof scope,
      externalId: string,
      values: Values,
      when: string,
    ): Promise<void> =>
      expect(
        await valuesIn(place.name).settled(externalId, values),
        `values of "${externalId}" in ${place === scope ? 'the' : 'another'} embed tenant, ${when}`,
      ).toEqual(values);
    // Given an attribute of one name in two embed tenants
    await sibling.session(user, definitions('there'));
    const saved: Values = {
      [home]: 'Norway',
      [city]: 'Oslo',
      [rank]: 1,
      [tags]: ['fjord', 'north'],
      [scores]: [1, 2],
    };
    await scope.session(user, { ...definitions('here'), ...valuesFor(saved) });
    await expectValues(scope, user, saved, 'after the call that defines them');

    // When calls say nothing of an attribute, even if they define it, then its value is kept; otherwise it is overwritten, or cleared
    const besides = { userProfile: { displayName: 'Ada' }, email: `${user}@example.com`, groups: [] };
    await scope.session(user, { ...definitions('once more'), ...besides });
    await expectValues(scope, user, saved, 'after a call without values');
    const half = Math.ceil((EDGE_VALUES.string.length + 1) / 2);
    for (const [index, text] of EDGE_VALUES.string.slice(0, half).entries()) {
      Object.assign(saved, {
        [home]: text,
        [city]: EDGE_VALUES.string[half + index] ?? 'Oslo',
        [rank]: EDGE_VALUES.number[index] ?? index,
        [tags]: EDGE_VALUES.string_array[index] ?? [],
        [scores]: EDGE_VALUES.number_array[index] ?? [],
      });
      await scope.session(user, valuesFor(saved));
      await expectValues(scope, user, saved, `after ${writeJson(saved)}`);
    }
    // A type is changed: the call must be refused.
    const conflict: SessionRequest = { userAttributeDefinitions: [{ name: rank, type: 'string' }] };
    if (isAccepted(await scope.mint(user, { ...conflict, ...valuesFor({ [city]: 'refused' }) })))
      notTested('a type conflict was accepted', 'embed-type-conflict-rejected');
    const changed: Values = { [home]: null, [rank]: null, [tags]: null, [scores]: [7] };
    await scope.session(user, { ...definitions('once more'), ...besides, ...valuesFor(changed) });
    const kept = { ...saved, ...changed };
    await expectValues(scope, user, kept, 'after null, and after a call that was refused');

    // And what is saved elsewhere, and of others, leaves it alone
    await sibling.session(user, valuesFor({ [city]: 'Rome' }));
    await scope.session(otherUser, valuesFor({ [city]: 'Bern' }));
    await expectValues(sibling, user, { ...none, [city]: 'Rome' }, 'saved there');
    await expectValues(scope, otherUser, { ...none, [city]: 'Bern' }, 'of their own');
    await expectValues(scope, user, kept, 'after values of others and elsewhere');
    await sibling.session(user, valuesFor(none));
    for (const externalId of [user, otherUser]) await scope.session(externalId, valuesFor(none));
  },
);
