import {
  type AwaitedMemberships,
  type assignmentOf,
  atOnce,
  type Discovery,
  type EmbedClient,
  type Exchange,
  expect,
  notTested,
  type SessionRequest,
  writeJson,
} from '../../fixtures/index.ts';

/** What several tests of embed sessions share. */

type Assignment = ReturnType<typeof assignmentOf>;
export type Values = Record<string, Assignment['value']>;

/** A profile of the suite's: fixed ones, so that a value that an earlier run saved is recognised. */
export const profileOf = (number: number, query = '') => ({
  displayName: `Conformance Viewer ${number}`,
  picture: `https://images.example.com/conformance-${number}.png${query}`,
});

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
