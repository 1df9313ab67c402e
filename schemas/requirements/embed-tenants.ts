import { must, type Requirement, should } from './row.ts';

const REQUEST = 'Embed session request';
const RULES = 'Generate embed session';
const CREATOR = ['api-key', 'creator-mode'] as const;

export const embedDefinitions: readonly Requirement[] = [
  must('embed-definitions-need-creator-mode', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 9`,
    quote: 'A request that lacks one of them is rejected.',
    statement: 'Either definition array without `creatorMode: true` is rejected.',
    remedy: 'reject definitions when creatorMode is omitted or false',
  }),
  must('embed-definitions-need-tenant-name', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 9`,
    quote: 'A request that lacks one of them is rejected.',
    statement: 'Either definition array without `embedTenantName` is rejected.',
    remedy: 'reject definitions when embedTenantName is missing',
  }),
  must('embed-definitions-need-flag', 'creator-mode', ['plain-tenant'], {
    source: `${RULES}, rule 9`,
    quote: 'A request that lacks one of them is rejected.',
    statement: 'Either definition array is rejected where the tenant flag `useCreatorMode` is off.',
    remedy: 'reject definitions on tenants without the flag',
  }),
  must('embed-definitions-stay-in-scope', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 9 scope`,
    quote: 'Definitions affect only the embed tenant, and never groups and attributes of the whole tenant.',
    statement:
      'Definitions appear only in their embed tenant: neither tenant-wide nor in another embed tenant.',
    remedy: "write definitions to the named embed tenant's scope only",
  }),
  must('embed-definitions-before-use', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 10`,
    quote: 'Definitions are checked and saved before `groups` and `userAttributes` are applied.',
    statement:
      'A group or attribute defined in a call can be used by `groups` and `userAttributes` of the same call.',
    remedy: 'upsert the definitions before resolving groups and userAttributes',
  }),
  must('embed-definitions-idempotent', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 10`,
    quote: 'Repeating the same request yields the same end state.',
    statement: 'The same request sent twice leaves the same records with the same ids.',
    remedy: 'upsert by name: never insert a second record, never recreate the first',
  }),
  should('embed-definitions-at-the-same-time', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 10`,
    statement:
      'Sessions in one embed tenant at the same time do not cause one another to be refused, and a record that several of them define is created once.',
    remedy:
      'upsert by a unique name; wait for the other call, or carry the call out again, rather than refuse it as a conflict',
  }),
  must('embed-repeat-same-user', 'embed', ['api-key', 'groups', 'memberships'], {
    source: `${RULES}, rule 10`,
    statement:
      'The same request sent twice leaves the memberships, the values and the profile of the user as they were.',
    remedy: 'save exactly what the request says, whatever was saved before: do not add, toggle or count',
    quote: 'Repeating the same request yields the same end state.',
  }),
  must('embed-type-conflict-rejected', 'creator-mode', CREATOR, {
    source: 'Errors, cannot change type',
    quote:
      'A definition of an attribute that exists with another `type`: rejected, and the message says `cannot change type`.',
    statement: 'Defining an existing attribute with another type is rejected with `cannot change type`.',
    remedy: 'reject the call, whatever else it holds, with the message `cannot change type`',
  }),
  should('embed-type-conflict-said-first', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 10`,
    statement: 'A type conflict beside a group that is not found is rejected with `cannot change type`.',
    remedy: 'validate the definitions before groups and userAttributes are resolved',
  }),
  must('embed-type-conflict-upserts-nothing', 'creator-mode', CREATOR, {
    source: 'Errors, nothing is upserted',
    quote:
      'A request that is rejected for this saves none of its definitions, neither attributes nor groups.',
    statement:
      'After a type conflict, none of the definitions of the call was saved: no attribute and no group.',
    remedy: 'check every definition before writing any, or run the upsert in one transaction',
  }),
  must('embed-type-conflict-keeps-type', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 11`,
    quote: 'The `type` of a defined attribute never changes.',
    statement: 'After a type conflict the attribute still has its first type.',
    remedy: 'never change the type of an existing attribute, and never replace the attribute',
  }),
  must('embed-group-definitions-duplicate-rejected', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 12`,
    quote:
      'Two entries of `groupDefinitions`, or two of `userAttributeDefinitions`, with one `name`: rejected.',
    statement: 'Duplicate names in `groupDefinitions` are rejected.',
    remedy: 'reject groupDefinitions with two entries of one name',
  }),
  must('embed-attribute-definitions-duplicate-rejected', 'creator-mode', CREATOR, {
    source: 'Errors, duplicate name in definitions',
    quote:
      'Two entries of `groupDefinitions`, or two of `userAttributeDefinitions`, with one `name`: rejected.',
    statement: 'Duplicate names in `userAttributeDefinitions` are rejected.',
    remedy: 'reject userAttributeDefinitions with two entries of one name',
  }),
  must('embed-group-definition-name-required', 'creator-mode', CREATOR, {
    source: `${REQUEST}, groupDefinitions name`,
    quote: 'Each definition of a group has a `name`, a string.',
    statement: 'A group definition without `name` is rejected.',
    remedy: 'reject group definitions that lack a name',
  }),
  must('embed-group-definition-reused', 'creator-mode', CREATOR, {
    source: `${REQUEST}, groupDefinitions name`,
    quote: 'Where a group of that name exists already, it is used and no second one is made.',
    statement:
      'Defining a group whose name exists reuses the existing group: same id, whatever the description.',
    remedy: 'look the group up by name before inserting',
  }),
  must('embed-group-description-updated', 'creator-mode', CREATOR, {
    source: `${REQUEST}, groupDefinitions description`,
    quote:
      'One that differs from what is saved takes its place; a definition without one leaves the saved description alone.',
    statement: 'A different `description` updates that of the group. An omitted one never clears it.',
    remedy: 'write the description whenever one is supplied, and only then',
  }),
  must('embed-attribute-definition-required-fields', 'creator-mode', CREATOR, {
    source: `${REQUEST}, userAttributeDefinitions name`,
    quote: 'Each definition of an attribute has a `name`, a string, and a `type`.',
    statement: 'An attribute definition without `name` or without `type` is rejected.',
    remedy: 'reject attribute definitions that lack name or type',
  }),
  must('embed-attribute-definition-types', 'creator-mode', CREATOR, {
    source: `${REQUEST}, userAttributeDefinitions type`,
    quote: '`string`, `number`, `string_array` or `number_array`, and nothing else.',
    statement:
      '`type` is string, number, string_array or number_array: each is accepted, anything else rejected.',
    remedy: 'validate the type of an attribute definition against the four values',
  }),
  must('embed-attribute-definition-reused', 'creator-mode', CREATOR, {
    source: `${REQUEST}, userAttributeDefinitions name`,
    quote: 'Where an attribute of that name exists already, it is used and no second one is made.',
    statement: 'Defining an attribute whose name exists reuses the existing attribute: same id.',
    remedy: 'look the attribute up by name before inserting',
  }),
  must('embed-attribute-definition-updated', 'creator-mode', CREATOR, {
    source: `${REQUEST}, userAttributeDefinitions updates`,
    quote: 'Each of them that is sent and differs from what is saved takes its place.',
    statement: '`displayName`, `defaultValue` and `description` are updated when supplied and different.',
    remedy: 'update the properties that a repeated definition supplies, and leave the others as they are',
  }),
];

const ADMIN = 'Embed-tenant admin endpoints';
const MEMBER = [...CREATOR, 'member-api-key'] as const;

const KINDS = [
  ['groups', 'group', 'groups'],
  ['attributes', 'attribute', 'user-attributes'],
] as const;

/** The rules of groups, and the same of attributes. */
const ofKinds: readonly Requirement[] = KINDS.flatMap(([slug, noun, path]) => [
  must(`embed-tenants-${slug}-list-served`, 'admin', CREATOR, {
    source: `${ADMIN}, GET ${path}`,
    quote: `\`GET {base_url}/v1/embed-tenants/{embedTenantName}/${path}\` lists the ${noun}s that are defined in that embed tenant.`,
    statement: `The ${noun} list of an embed tenant is served to a key with admin access, once something was defined there.`,
    remedy: `serve GET /v1/embed-tenants/{embedTenantName}/${path}. If TARGET_API_KEY lacks admin access, set a key that has it`,
  }),
  must(`embed-tenants-${slug}-list`, 'admin', CREATOR, {
    source: `${ADMIN}, GET ${path}`,
    quote: `\`GET {base_url}/v1/embed-tenants/{embedTenantName}/${path}\` lists the ${noun}s that are defined in that embed tenant.`,
    statement: `The ${noun} list holds every ${noun} defined in that embed tenant, each with an \`id\`, as \`items\` beside a \`pageInfo\`.`,
    remedy: `list the embed tenant's ${noun} records as items + pageInfo, each with its id`,
  }),
  must(`embed-tenants-${slug}-paging`, 'admin', CREATOR, {
    source: `${ADMIN}, first and after on ${path}`,
    quote: `The list of ${noun}s is cursor-paginated, with the query parameters \`first\` and \`after\`.`,
    statement: `The ${noun} list is cursor-paginated: following the cursors yields every record once, at every page size.`,
    remedy:
      'order by a unique key, never exceed `first`, continue strictly after the cursor, and send hasNextPage true while a record follows',
  }),
  should(`embed-tenants-${slug}-last-page`, 'admin', CREATOR, {
    source: `${ADMIN}, first and after on ${path}`,
    statement: `The last page of the ${noun} list says that nothing follows, whether it is full or not.`,
    remedy: 'send hasNextPage true only where a record follows',
  }),
  must(`embed-tenants-${slug}-own-tenant`, 'admin', CREATOR, {
    source: `${ADMIN}, GET ${path}`,
    quote: `\`GET {base_url}/v1/embed-tenants/{embedTenantName}/${path}\` lists the ${noun}s that are defined in that embed tenant.`,
    statement: `The ${noun} list holds only records of that embed tenant.`,
    remedy: 'filter the list by the embed tenant named in the path',
  }),
  must(`embed-tenants-${slug}-delete`, 'admin', CREATOR, {
    source: `${ADMIN}, DELETE ${path}`,
    quote: `\`DELETE {base_url}/v1/embed-tenants/{embedTenantName}/${path}/{id}\` deletes one of them.`,
    statement: `Deleting one of the ${noun}s removes exactly that record. It can then be defined again.`,
    remedy: 'delete the one record of that kind and tenant that has the id',
  }),
  must(`embed-tenants-${slug}-list-needs-admin`, 'admin', MEMBER, {
    source: `${ADMIN}, admin access`,
    quote: 'The key must have admin access, for all four of them.',
    statement: `Listing ${noun}s with a key that lacks admin access is refused.`,
    remedy:
      'check admin access on this route. If TARGET_MEMBER_API_KEY has admin access, set a key without it',
  }),
  must(`embed-tenants-${slug}-delete-needs-admin`, 'admin', MEMBER, {
    source: `${ADMIN}, admin access`,
    quote: 'The key must have admin access, for all four of them.',
    statement: `Deleting one of the ${noun}s with a key that lacks admin access is refused, and removes nothing.`,
    remedy:
      'check admin access on this route before deleting. If TARGET_MEMBER_API_KEY has admin access, set a key without it',
  }),
]);

export const embedTenants: readonly Requirement[] = [
  ...ofKinds,
  must('embed-tenants-name-length', 'admin', CREATOR, {
    source: 'Limits, embedTenantName length',
    quote:
      'At least 5 and at most 36 characters, in generate-session and in the paths of the admin endpoints.',
    statement:
      'The lists of an embed tenant whose name is shorter than 5 or longer than 36 characters are refused, or empty.',
    remedy: 'answer 4xx or an empty list where no embed tenant can have the name in the path',
  }),
];

const USE = 'Embed session response, sessionId use';
const REDEEMED = ['api-key', 'redemption'] as const;
const SCOPED_GROUPS = [...CREATOR, 'scoped-memberships'] as const;
const SCOPED_VALUES = [...CREATOR, 'scoped-values'] as const;

/** What only an adapter shows: what a session is worth, and what users have inside embed tenants. */
export const effects: readonly Requirement[] = [
  must('embed-session-use', 'effects', REDEEMED, {
    source: USE,
    quote:
      'The session lasts for a short time and carries the deployment, the attribute values and the security context of its request.',
    statement:
      'A session grants access to the deployment of its request, with the security context of its request.',
    remedy: 'keep deploymentId and securityContext with each session, and open it with those',
  }),
  must('embed-session-user', 'effects', REDEEMED, {
    source: USE,
    quote:
      'A string, the stable id of an external user, lowercase and trimmed. […] The memberships are those of the user for whom the session is minted, and of nobody else. […] The session lasts for a short time and carries the deployment, the attribute values and the security context of its request.',
    statement:
      'A session is opened as the external user of its request, with the groups and values of that user.',
    remedy: 'open a session as the user whom its request named, with what is saved of that user',
  }),
  must('embed-session-ends', 'effects', REDEEMED, {
    source: USE,
    quote: 'The session lasts for a short time',
    statement:
      'A session is short-lived. It ends, and it can be opened for as long and as often as the target promises.',
    remedy: 'let sessions end; a lifetime and single use that `sessions` of the adapter names are owed',
  }),
  must('embed-session-creator-mode', 'effects', ['api-key', 'creator-mode', 'redemption'], {
    source: `${RULES}, rule 5 creator mode`,
    quote:
      'True makes a session in creator mode, in which groups and attributes resolve against the tables of the embed tenant',
    statement:
      'A creator-mode session is opened in creator mode, with groups and values of its embed tenant. Any other session is opened with the tenant-wide ones.',
    remedy:
      'save creatorMode and embedTenantName with each session, and read groups and values from that scope',
  }),
  must('embed-internal-permissions', 'effects', ['api-key', 'internal-id', 'redemption'], {
    source: `${REQUEST}, internalId permissions`,
    quote: 'A session for an internal user has the permissions that this user has anyway.',
    statement: "With internalId the internal user's existing permissions apply.",
    remedy: 'open the session as the internal user, with their own groups and without values of anybody else',
  }),
  must('embed-chat-display', 'effects', REDEEMED, {
    source: `${REQUEST}, settings display`,
    quote:
      '`showDashboardChat` may be true or false, which overrules the setting of the account, or be left out, which inherits it.',
    statement:
      'showDashboardChat shows or hides the chat in its own session. If it is omitted, the account-wide setting applies.',
    remedy: 'keep the override with the session alone: true and false take precedence, omitted inherits',
  }),
  must('embed-tenant-memberships', 'effects', SCOPED_GROUPS, {
    source: `${RULES}, rule 7`,
    quote: 'an array of names replaces them with memberships in exactly these groups.',
    statement:
      'In creator mode, `groups` replaces, clears or keeps the memberships in the groups of the embed tenant.',
    remedy: 'apply the rule of omitted, empty and populated `groups` to the memberships of the embed tenant',
  }),
  must('embed-tenant-memberships-apart', 'effects', SCOPED_GROUPS, {
    source: `${RULES}, rule 8 creator mode`,
    quote: 'In creator mode they are looked up among the groups of the embed tenant (`embed_user_groups`).',
    statement:
      'A membership in one embed tenant counts only there and only for its user: in no other embed tenant, and not tenant-wide.',
    remedy: 'key memberships by embed tenant, user and group',
  }),
  should('embed-groups-elsewhere-kept', 'effects', SCOPED_GROUPS, {
    source: `${RULES}, rule 7`,
    statement:
      '`groups` ends memberships only where its names are looked up. Memberships in other embed tenants stay, and so do tenant-wide ones.',
    remedy: 'replace the memberships of the user only in the catalog in which the call looks up its groups',
  }),
  must('embed-tenant-values', 'effects', SCOPED_VALUES, {
    source: `${RULES}, rule 6`,
    quote:
      'Values of attributes are saved for the user. A later request for the same `externalId` overwrites the values of the names that it carries. […] In creator mode they are looked up among the attributes of the embed tenant (`embed_user_attributes`).',
    statement:
      'In creator mode, values are saved for each user and overwritten by name, only in their embed tenant.',
    remedy: 'key values by embed tenant, user and attribute, and replace a list as a whole',
  }),
  must('embed-tenant-repeat-same-user', 'effects', [...SCOPED_GROUPS, 'scoped-values'], {
    source: `${RULES}, rule 10`,
    statement:
      'The same request sent twice in creator mode leaves the memberships and the values of the user in the embed tenant as they were.',
    remedy: 'save exactly what the request says, whatever was saved before: do not add, toggle or count',
    quote: 'Repeating the same request yields the same end state.',
  }),
];
