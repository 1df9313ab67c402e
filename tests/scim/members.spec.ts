import {
  allOf,
  type Discovery,
  EmbedClient,
  entriesOf,
  expect,
  findExternalUser,
  type HttpClient,
  isAccepted,
  isForbidden,
  isPathSegment,
  notTested,
  persistentFindings,
  readScimDirectory,
  requirement,
  type ScimClient,
  type ScimDirectory,
  type ScimEntry,
  type ScimKind,
  type ScimResource,
  type Settings,
  test,
  wholeList,
} from '../../fixtures/index.ts';
import { lastSegmentOf, MAX_LOCATIONS } from './support.ts';

/** How many entries of one list are looked up one by one. */
const MAX_LOOKUPS = 20;

/**
 * Whether a resource of one of the kinds has this id. What the token may not see counts as existing.
 *
 * @param name - the last segment of its address
 */
async function exists(scim: ScimClient, kinds: readonly ScimKind[], id: string, name = id): Promise<boolean> {
  for (const kind of kinds) {
    const answer = await scim.one(kind, name);
    if (isForbidden(answer.status)) return true;
    if (answer.status === 200 && (answer.json as ScimResource | null)?.id === id) return true;
  }
  return false;
}

/**
 * Which of some ids no resource has: lists say so, and otherwise each of a few ids is asked for.
 *
 * @throws the runner's skip, as not tested, when there is no list, or when it is too long to be read to its end and resources
 * cannot be read one by one
 */
async function missing(scim: ScimClient, kinds: readonly ScimKind[], ids: readonly string[]) {
  const walks = await allOf(kinds.map((kind) => wholeList(scim, kind)));
  const known = new Set(walks.flatMap(({ resources }) => resources.map(({ id }) => String(id))));
  const unknown = ids.filter((id) => !known.has(id)).slice(0, MAX_LOOKUPS);
  if (unknown.length === 0) return [];
  for (const [index, { complete, resources }] of walks.entries())
    if (!complete && !(await exists(scim, kinds, String(resources[0]?.id))))
      notTested(`SCIM lists more ${kinds[index]} than can be read, and serves none of them by its id`);
  const lacking: string[] = [];
  for (const id of unknown) if (!(await exists(scim, kinds, id))) lacking.push(id);
  return lacking;
}

/** [requirement, the list with the entries, the attribute, where the ids may be found]. */
const REFERENCES: readonly [string, ScimKind, 'members' | 'groups', readonly ScimKind[]][] = [
  // RFC 7643 §4.2: value is the "id" of a SCIM resource, a User or a Group.
  ['scim-members-exist', 'groups', 'members', ['users', 'groups']],
  // RFC 7643 §4.1.2: groups of the user, by the "id" of the Group.
  ['scim-user-groups-exist', 'users', 'groups', ['groups']],
];

/** Opens sessions, where the settings say for which deployment and with which key. */
async function embedIfAny(
  discovery: Discovery,
  http: HttpClient,
  { TARGET_API_KEY }: Settings,
): Promise<EmbedClient | undefined> {
  const deployment = await discovery.deploymentId();
  if (TARGET_API_KEY === undefined || !('value' in deployment)) return undefined;
  return new EmbedClient(http, deployment.value);
}

const ENDPOINTS: Readonly<Record<ScimKind, string>> = { users: 'Users', groups: 'Groups' };

/** A service may have types of its own, whose members are neither users nor groups (RFC 7643 §6). */
const isUserOrGroup = ({ type }: { type: string }): boolean => /^(user|group|direct|indirect)?$/i.test(type);

for (const [id, kind, attribute, kinds] of REFERENCES) {
  const title = `${attribute} of ${kind} name existing resources`;
  test(title, requirement(id), async ({ discovery, http, scim, target, user }) => {
    let entries = 0;
    let shownBy = new Map<string, string>();
    let addresses = new Map<string, string>();
    const dangling = await persistentFindings(async () => {
      const { resources } = await wholeList(scim, kind);
      shownBy = new Map();
      addresses = new Map();
      for (const { id, [attribute]: all } of resources)
        for (const { value, address } of entriesOf(all).filter(isUserOrGroup)) {
          shownBy.set(value, String(id));
          if (address !== undefined) addresses.set(address, value);
        }
      entries += shownBy.size;
      return missing(scim, kinds, [...shownBy.keys()]);
    });
    if (entries === 0) notTested(`none of the ${kind} shows ${attribute}`);
    const showsExternalUsers = async (): Promise<boolean> => {
      const embed = await embedIfAny(discovery, http, target.settings);
      return (
        embed !== undefined &&
        isAccepted(await embed.mint({ externalId: user })) &&
        (await findExternalUser(scim, user, dangling)) !== undefined
      );
    };
    if (attribute === 'members' && dangling.length > 0 && !(await showsExternalUsers()))
      notTested('SCIM shows no external users, who may be the members that it does not show');
    const told = dangling.map((value) => `${value}, shown by ${shownBy.get(value)}`);
    expect(told, `values in ${attribute} of ${kind} that are the id of no resource`).toEqual([]);
    // RFC 7643 §2.3.7: a `$ref` "MUST be the absolute or relative URI of the target resource". What is there is asked for if it ends in no id.
    const named = [...addresses].map(([address, value]) => {
      const names = kinds.map((one) => lastSegmentOf(address, ENDPOINTS[one]));
      return { address, value, name: names.find(isPathSegment) };
    });
    const elsewhere: string[] = [];
    for (const { address, value, name } of named
      .filter((one) => one.name !== one.value)
      .slice(0, MAX_LOCATIONS))
      if (name === undefined || !(await exists(scim, kinds, value, name))) elsewhere.push(address);
    expect(elsewhere, `$ref in ${attribute} of ${kind} that lead to another resource, or to none`).toEqual(
      [],
    );
  });
}

/** Memberships that groups show and their users do not. A user without `groups` shows nothing and is left out. */
function membershipsMissingFromUsers({ users, groups }: ScimDirectory): string[] {
  return [...groups].flatMap(([groupId, group]) =>
    entriesOf(group.members)
      .filter(({ value }) => lacks(users.get(value)?.groups, groupId))
      .map(({ value }) => `user ${value} is a member of group ${groupId}, but does not show that group`),
  );
}

/** Direct memberships that users show and their groups do not. Indirect ones need not be shown (RFC 7643 §4.1.2). */
function membershipsMissingFromGroups({ users, groups }: ScimDirectory): string[] {
  const hasNesting = [...groups.values()].some(({ members }) =>
    entriesOf(members).some(({ value, type }) => groups.has(value) || /^group$/i.test(type)),
  );
  const isDirect = ({ type }: ScimEntry): boolean => /^direct$/i.test(type) || (type === '' && !hasNesting);
  return [...users].flatMap(([userId, user]) =>
    entriesOf(user.groups)
      .filter((entry) => isDirect(entry) && lacks(groups.get(entry.value)?.members, userId))
      .map(({ value }) => `user ${userId} shows group ${value}, but is not a member of that group`),
  );
}

const lacks = (list: unknown, id: string): boolean =>
  Array.isArray(list) && !entriesOf(list).some(({ value }) => value === id);

/** [requirement, what it says, the memberships that one side shows and the other lacks]. */
const SIDES = [
  ['scim-members-have-groups', 'every user whom a group lists shows that group', membershipsMissingFromUsers],
  ['scim-groups-have-members', 'every group that a user shows lists that user', membershipsMissingFromGroups],
] as const;

for (const [id, title, lacking] of SIDES) {
  test(title, requirement(id), async ({ discovery, groupsIfAny, http, scim, target, user }) => {
    // Given an external user in groups, where a session can bring one there: others may be in none
    const embed = await embedIfAny(discovery, http, target.settings);
    await embed?.mint({ externalId: user, groups: groupsIfAny.slice(0, 2) });

    const { users, groups } = await readScimDirectory(scim, user);
    const shown = (all: Iterable<ScimResource>, attribute: 'groups' | 'members'): boolean =>
      [...all].some((one) => entriesOf(one[attribute]).length > 0);
    if (!shown(users.values(), 'groups') || !shown(groups.values(), 'members'))
      notTested('SCIM shows no groups of users, or no members of groups. Is anybody in a group?');
    const wrong = await persistentFindings(async () => lacking(await readScimDirectory(scim, user)));
    await embed?.mint({ externalId: user, groups: [] });
    expect(wrong, 'memberships that only one side shows').toEqual([]);
  });
}
