import {
  entriesOf,
  expect,
  membershipsMissingFromGroups,
  membershipsMissingFromUsers,
  notTested,
  persistentFindings,
  readScimDirectory,
  requirement,
  type ScimKind,
  ScimLookup,
  type ScimResource,
  test,
  wholeList,
} from '../../fixtures/index.ts';

/** How many entries of one list are looked up one by one. */
const MAX_LOOKUPS = 20;

/** [requirement, the list with the entries, the attribute, where the ids may be found]. */
const REFERENCES: readonly [string, ScimKind, 'members' | 'groups', readonly ScimKind[]][] = [
  // RFC 7643 §4.2: value is the "id" of a SCIM resource, a User or a Group.
  ['scim-members-exist', 'groups', 'members', ['users', 'groups']],
  // RFC 7643 §4.1.2: groups of the user, by the "id" of the Group.
  ['scim-user-groups-exist', 'users', 'groups', ['groups']],
];

/** A service may have types of its own, whose members are neither users nor groups (RFC 7643 §6). */
const isUserOrGroup = ({ type }: { type: string }): boolean => /^(user|group|direct|indirect)?$/i.test(type);

for (const [id, kind, attribute, kinds] of REFERENCES) {
  test(`${attribute} of ${kind} name existing resources`, requirement(id), async ({ discovery, scim }) => {
    const lookup = new ScimLookup(scim, kinds);
    let entries = 0;
    const dangling = await persistentFindings(async () => {
      const { resources } = await wholeList(scim, kind);
      const named = resources.flatMap((one) => entriesOf(one[attribute])).filter(isUserOrGroup);
      const values = [...new Set(named.map(({ value }) => value))];
      entries += values.length;
      return lookup.missing(values, MAX_LOOKUPS);
    });
    if (entries === 0) notTested(`none of the ${kind} shows ${attribute}`);
    if (attribute === 'members' && dangling.length > 0 && 'missing' in (await discovery.profiles()))
      notTested('SCIM shows no external users, who may be the members that it does not show');
    expect(dangling, `values of ${attribute} that are the id of no resource`).toEqual([]);
  });
}

/** [requirement, what it says, the memberships that one side shows and the other lacks]. */
const SIDES = [
  ['scim-members-have-groups', 'a member of a group shows that group', membershipsMissingFromUsers],
  ['scim-groups-have-members', 'a group of a user shows that member', membershipsMissingFromGroups],
] as const;

for (const [id, title, lacking] of SIDES) {
  test(title, requirement(id), async ({ scim }) => {
    const { users, groups } = await readScimDirectory(scim);
    const shown = (all: Iterable<ScimResource>, attribute: 'groups' | 'members'): boolean =>
      [...all].some((one) => entriesOf(one[attribute]).length > 0);
    if (!shown(users.values(), 'groups') || !shown(groups.values(), 'members'))
      notTested('SCIM does not show both groups of users and members of groups');
    const wrong = await persistentFindings(async () => lacking(await readScimDirectory(scim)));
    expect(wrong, 'memberships that only one side shows').toEqual([]);
  });
}
