import { must, type Requirement, should } from './row.ts';

const REQUEST = 'Embed session request';
const RULES = 'Generate embed session';
const CREATOR = ['api-key', 'creator-mode'] as const;
const GROUPS = ['api-key', 'groups'] as const;
const ATTRIBUTES = ['api-key', 'user-attributes'] as const;
const SEEN = ['api-key', 'groups', 'memberships'] as const;

/** `groups` and `userAttributes` against the catalogs. */
export const embedAssignments: readonly Requirement[] = [
  must('embed-groups-omitted-keeps', 'embed', SEEN, {
    source: `${RULES}, rule 7`,
    quote: 'without `groups` they stay as they are,',
    statement: 'Omitting `groups` leaves the memberships of the user unchanged.',
    remedy: 'touch memberships only when `groups` is in the body',
  }),
  must('embed-groups-empty-clears', 'embed', SEEN, {
    source: `${RULES}, rule 7`,
    quote: 'an empty array ends all of them,',
    statement: 'An empty `groups` array clears every membership of the user.',
    remedy: 'treat `groups: []` as "clear all"; only an omitted field keeps memberships',
  }),
  must('embed-groups-replaces', 'embed', SEEN, {
    source: `${RULES}, rule 7`,
    quote: 'an array of names replaces them by memberships in exactly these groups.',
    statement: 'A populated `groups` array replaces the memberships with exactly the named groups.',
    remedy: 'remove the memberships that are not named and add those that are',
  }),
  must('embed-groups-other-users-untouched', 'embed', SEEN, {
    source: `${RULES}, rule 7 scope`,
    quote: 'The memberships are those of the user for whom the session is minted, and of nobody else.',
    statement: "Setting one user's groups leaves every other user's memberships alone.",
    remedy: 'scope the membership update to the user of the session',
  }),
  must('embed-groups-accepted', 'embed', GROUPS, {
    source: `${REQUEST}, groups`,
    quote:
      'Without `creatorMode: true` (read-only mode) the names in `groups` are looked up among the groups of the whole tenant.',
    statement: 'Existing tenant-wide groups are accepted in read-only mode: none, one, several.',
    remedy: 'resolve group names against the tenant-wide groups',
  }),
  must('embed-groups-unknown-rejected', 'embed', GROUPS, {
    source: 'Errors, Groups with names not found',
    quote:
      'Names in `groups` that do not resolve: rejected, and the message says `Groups with names <missing> not found`, with those names in the place of `<missing>`.',
    statement:
      'Group names that cannot be resolved are rejected with `Groups with names <missing> not found`, naming every missing one and none that resolved.',
    remedy:
      'reject the call with `Groups with names <missing> not found`, where <missing> is exactly the unresolved names',
  }),
  must('embed-groups-scope-read-only', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 8`,
    quote:
      'Without `creatorMode: true` (read-only mode) the names in `groups` are looked up among the groups of the whole tenant.',
    statement:
      "In read-only mode group names resolve tenant-wide: an embed tenant's scoped group is unknown there.",
    remedy: 'look only at tenant-wide groups when creatorMode is omitted or false',
  }),
  must('embed-groups-scope-creator', 'creator-mode', ['api-key', 'creator-mode', 'groups'], {
    source: `${RULES}, rule 8 creator mode`,
    quote: 'In creator mode they are looked up among the groups of the embed tenant (`embed_user_groups`).',
    statement:
      "In creator mode group names resolve against the embed tenant's scoped groups: a tenant-wide group is unknown there.",
    remedy: "look only at the embed tenant's own groups in creator mode",
  }),
  must('embed-attributes-accepted', 'embed', ATTRIBUTES, {
    source: `${REQUEST}, userAttributes`,
    quote: 'Its type is the `type` of the definition.',
    statement: 'A value of the type of its attribute definition is accepted.',
    remedy: 'accept strings, numbers and arrays of either where the definition says so',
  }),
  must('embed-attributes-null-clears', 'embed', ATTRIBUTES, {
    source: `${REQUEST}, userAttributes value`,
    quote: 'Null clears the value, whatever the type.',
    statement: 'null is accepted as the value of any attribute.',
    remedy: 'accept null for every attribute type, and clear the value',
  }),
  must('embed-attributes-type-mismatch-rejected', 'embed', ATTRIBUTES, {
    source: `${REQUEST}, userAttributes value`,
    quote: 'Its type is the `type` of the definition.',
    statement:
      'A value of another type than its definition is rejected, where no conversion makes it fit: a text that is no number, an array for a scalar, a scalar for an array, an object.',
    remedy: "compare each value with its definition's type and reject the call on a mismatch",
  }),
  should('embed-attributes-conversion-rejected', 'embed', ATTRIBUTES, {
    source: `${REQUEST}, userAttributes value`,
    statement:
      'A scalar of another type is rejected rather than converted, alone and in arrays: `"4"` for a number, 4 or true for a string.',
    remedy: 'compare the JSON type of each value, and convert none',
  }),
  must('embed-attributes-unknown-rejected', 'embed', ATTRIBUTES, {
    source: 'Errors, User attributes not found',
    quote:
      'A name in `userAttributes` that the catalog in question does not have: rejected, and the message says `User attributes not found`.',
    statement:
      'An attribute name that the catalog does not hold is rejected with `User attributes not found`.',
    remedy: 'reject unknown attribute names, with the message `User attributes not found`',
  }),
  must('embed-attributes-duplicate-400', 'embed', ATTRIBUTES, {
    source: 'Errors, duplicate name in userAttributes',
    quote: 'Two entries of `userAttributes` with one `name`: `400 Bad Request`.',
    statement: 'Duplicate names in `userAttributes` are answered 400.',
    remedy: 'answer 400 when two userAttributes entries share a name',
  }),
  must('embed-attributes-overwrite', 'embed', ['api-key', 'user-attributes', 'attribute-values'], {
    source: `${RULES}, rule 6`,
    quote: 'A later request for the same `externalId` overwrites the values of the names that it carries.',
    statement:
      'Values are kept per user; a later call overwrites the values of the names that it carries, and null clears them.',
    remedy: 'upsert attribute values by user and name',
  }),
  must('embed-attributes-scope-read-only', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 5`,
    quote:
      'Without `creatorMode: true` (read-only mode) the names in `userAttributes` are looked up among the attributes of the whole tenant.',
    statement:
      "In read-only mode attribute names resolve tenant-wide: an embed tenant's scoped attribute is unknown there.",
    remedy: 'look only at the tenant-wide catalog when creatorMode is omitted or false',
  }),
  must('embed-attributes-scope-creator', 'creator-mode', ['api-key', 'creator-mode', 'user-attributes'], {
    source: `${RULES}, rule 5 creator mode`,
    quote:
      'In creator mode they are looked up among the attributes of the embed tenant (`embed_user_attributes`).',
    statement:
      "In creator mode attribute names resolve against the embed tenant's catalog: a tenant-wide attribute is unknown there.",
    remedy: "look only at the embed tenant's own catalog in creator mode",
  }),
];
