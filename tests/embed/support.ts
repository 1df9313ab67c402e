import {
  type AwaitedMemberships,
  type AwaitedProfiles,
  type assignmentOf,
  atOnce,
  type Discovery,
  type EmbedClient,
  type Exchange,
  expect,
  isAccepted,
  notTested,
  profileOf,
  runningTest,
  type SessionExtra,
  type SessionRequest,
  type UserProfile,
  writeJson,
} from '../../fixtures/index.ts';

type Assignment = ReturnType<typeof assignmentOf>;
export type Values = Record<string, Assignment['value']>;

export type SentProfile = ReturnType<typeof profileOf>;
export const SAVED_PROFILES = [
  profileOf(1),
  profileOf(2),
  // The picture of the one before but for its scheme and its query, as of one that was uploaded anew.
  profileOf(2, `?Size=64&token=${'a1'.repeat(600)}#Face`, 'http'),
] as const;
export const PROPERTIES = ['displayName', 'picture'] as const;
export type Property = (typeof PROPERTIES)[number];

const NOT_SEEN = 'no displayName and no photo is shown by SCIM, or profileOf of TARGET_ADAPTER';
const DECLARED = 'save the profile that is sent; or set TARGET_PROFILES to none, if it does not show there';

/**
 * The properties of a profile that the target shows after it was sent: those that the adapter does not leave out, or of which SCIM
 * shows a value of these tests. Where it shows none, the test fails if the target declares that it shows them, and is not tested otherwise.
 */
export async function shownOf(
  profiles: AwaitedProfiles,
  externalId: string,
  sent: SentProfile,
): Promise<Property[]> {
  const seen = await profiles.settled(externalId, sent);
  const shown = PROPERTIES.filter((property) =>
    profiles.facts.isOfAdapter
      ? seen[property] !== undefined
      : SAVED_PROFILES.some((saved) => saved[property] === seen[property]),
  );
  for (const property of PROPERTIES)
    if (shown.length > 0 && !shown.includes(property))
      runningTest().journal.observations.add(
        `no ${property} of profiles shows: whether it is saved was not judged`,
      );
  if (shown.length > 0) return shown;
  if (profiles.facts.isDeclared)
    expect(seen, 'the profile that was sent, which TARGET_PROFILES declares to show', DECLARED).toEqual(sent);
  await profiles.facts.noteSilence?.();
  return notTested(NOT_SEEN);
}

export const pick = (profile: UserProfile, properties: readonly Property[]): UserProfile =>
  Object.fromEntries(properties.map((property) => [property, profile[property]]));

export const expectingProfile =
  (profiles: AwaitedProfiles, shown: readonly Property[]) =>
  async (externalId: string, expected: UserProfile, when: string): Promise<void> => {
    const wanted = pick(expected, shown);
    const seen = pick(await profiles.settled(externalId, wanted), shown);
    expect(seen, `the profile ${when}`).toEqual(wanted);
  };

/** The values that a list of assignments leaves behind, by name. */
export const valuesOf = (assignments: readonly Assignment[]): Values =>
  Object.fromEntries(assignments.map(({ name, value }) => [name, value]));

/** Each of some requests is refused, which are sent at the same time, and of which none changes anything. */
export async function expectEachRejected<One>(
  ones: readonly One[],
  ask: (one: One) => Promise<Exchange>,
  when = '',
  fix?: string,
): Promise<void> {
  for (const [one, answer] of await atOnce(ones, ask))
    expect(answer, `${writeJson(one)}${when}:`, fix).toBeRejected();
}

/** Lists with an entry in front of two others, between them and behind them. */
export const inEveryPosition = <Entry>(entry: Entry, [left, right]: readonly [Entry, Entry]): Entry[][] => [
  [entry, left, right],
  [left, entry, right],
  [left, right, entry],
];

/** The field that names another deployment than the usual one, where the target has one. */
export async function elsewhereOf(discovery: Discovery) {
  const other = await discovery.outOfScopeDeploymentId();
  return 'value' in other ? { deploymentId: other.value } : {};
}

/** Expects a user to belong to exactly these groups, once they had time to show. */
export async function expectGroups(
  memberships: AwaitedMemberships,
  user: string,
  groups: Iterable<string>,
  when = '',
  fix?: string,
): Promise<void> {
  expect(await memberships.settled(user, groups), `groups of "${user}"${when}`, fix).toEqual(new Set(groups));
}

/**
 * Puts a user into groups: there must be memberships to keep or to clear.
 *
 * @returns the memberships that are seen
 * @throws the runner's skip, as not tested, where none is seen
 */
export async function joined(
  embed: EmbedClient,
  memberships: AwaitedMemberships,
  user: string,
  groups: readonly string[],
  fields: SessionRequest = {},
): Promise<Set<string>> {
  await embed.session({ ...fields, externalId: user, groups: [...groups] });
  const seen = await memberships.settled(user, groups);
  return seen?.size ? seen : notTested('the user joined groups and none is seen', 'embed-groups-replaces');
}

/** Opens a session with another email than the user has, and without one where the target does not accept that. */
export async function sessionWithOtherEmail(
  embed: EmbedClient,
  request: SessionRequest,
  email: string,
  as: Omit<SessionExtra, 'body'> = {},
): Promise<void> {
  const answer = await embed.mint({ ...request, email: email.replace('@', '.viewer@') }, as);
  if (!isAccepted(answer)) await embed.session(request, as);
}
