import { isDeepStrictEqual } from 'node:util';
import {
  ATTRIBUTE_TYPES,
  assignmentOf,
  control,
  expect,
  notTested,
  plainName,
  profileOf,
  requirement,
  type SessionRequest,
  test,
  writeJson,
} from '../../fixtures/index.ts';
import { valuesOf } from './support.ts';

const FIX = 'save exactly what the request says, whatever was saved before: do not add, toggle or count';
/** What shows as it was sent: nothing else can be compared, where effects show late. */
const asSent = (seen: object | undefined, sent: object = {}): object =>
  Object.fromEntries(
    Object.entries(seen ?? {}).filter((one) =>
      Object.entries(sent).some((other) => isDeepStrictEqual(one, other)),
    ),
  );

test(
  'an identical request leaves the user as they were',
  requirement('embed-repeat-same-user'),
  async ({ attributesOfEachType, email, embed, groups, memberships, observers, user: externalId }) => {
    const userAttributes = attributesOfEachType.map(({ name, type }) => assignmentOf(name, type));
    const given = userAttributes.length > 0 && { userAttributes };
    const requests: SessionRequest[] = [
      { externalId, email, groups: [...groups.slice(0, 2)], ...given, userProfile: profileOf(1) },
      { externalId, groups: [], ...given },
    ];
    for (const request of requests) {
      // Given a user for whom a session was minted, and what shows of them then
      const wanted = new Set(request.groups);
      const { userProfile: profile } = request;
      const values = valuesOf(userAttributes);
      const look = async () => ({
        memberships: await memberships.settled(externalId, wanted),
        values: asSent(await observers.values?.settled(externalId, values), values),
        profile: profile && asSent(await observers.profiles?.settled(externalId, profile), profile),
      });
      control(await embed.mint(request));
      const once = await look();
      if (!isDeepStrictEqual(once.memberships, wanted))
        notTested('the groups that were sent are not seen', 'embed-groups-replaces');

      // When the same is sent again, then everything is as it was
      expect(await embed.mint(request), 'the same request again:').toBeAccepted();
      expect(await look(), `the user after ${writeJson(request)} was sent again`, FIX).toEqual(once);
    }
  },
);

test(
  'an identical request in creator mode leaves the user as they were',
  requirement('embed-tenant-repeat-same-user'),
  async ({ membershipsIn, scope, user, valuesIn }) => {
    // Given a user who has all that one call defines
    const groups = ['conformancerepeatone', 'conformancerepeattwo'];
    const attributes = ATTRIBUTE_TYPES.map((type) => ({ name: plainName(`repeat ${type}`), type }));
    const userAttributes = attributes.map(({ name, type }) => assignmentOf(name, type));
    const values = valuesOf(userAttributes);
    const request = {
      groupDefinitions: groups.map((name) => ({ name })),
      userAttributeDefinitions: attributes,
      groups,
      userAttributes,
    };
    const look = async () => ({
      memberships: await membershipsIn(scope.name, groups).settled(user, groups),
      values: asSent(await valuesIn(scope.name).settled(user, values), values),
    });
    await scope.session(user, request);
    const once = await look();
    if (once.memberships?.size !== groups.length)
      notTested('the groups of the embed tenant that were sent are not seen', 'embed-tenant-memberships');

    // When the same is sent again, then everything is as it was
    expect(await scope.mint(user, request), 'the same request again:').toBeAccepted();
    expect(await look(), 'the user after the same request was sent again', FIX).toEqual(once);
    const cleared = attributes.map(({ name }) => ({ name, value: null }));
    await scope.session(user, { groups: [], userAttributes: cleared });
  },
);
