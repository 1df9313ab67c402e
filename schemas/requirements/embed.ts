import { excluded, must, type Requirement, should } from './row.ts';

const REQUEST = 'Embed session request';
const RULES = 'Generate embed session';
const KEY = ['api-key'] as const;
const CREATOR = ['api-key', 'creator-mode'] as const;
const INTERNAL = ['api-key', 'internal-id'] as const;
const GROUPS = ['api-key', 'groups'] as const;
const ATTRIBUTES = ['api-key', 'user-attributes'] as const;
const SEEN = ['api-key', 'groups', 'memberships'] as const;

const FORBIDDEN_WITH_INTERNAL = [
  ['groups', 'groups'],
  ['user-attributes', 'userAttributes'],
  ['group-definitions', 'groupDefinitions'],
  ['attribute-definitions', 'userAttributeDefinitions'],
  ['security-context', 'securityContext'],
  ['user-profile', 'userProfile'],
] as const;

/** Who the session is for, and the plain fields of the request. */
const request: readonly Requirement[] = [
  must('embed-session-id', 'core', KEY, {
    source: 'Embed session response, sessionId',
    statement: 'A valid request answers 2xx with JSON whose `sessionId` is a string that is not empty.',
    remedy: 'answer generate-session with a 2xx and a JSON object holding `sessionId`',
  }),
  must('embed-deployment-required', 'core', KEY, {
    source: `${REQUEST}, deploymentId`,
    statement: 'A request without `deploymentId` is rejected.',
    remedy: 'reject a body that lacks deploymentId with a 4xx',
  }),
  must('embed-external-id-canonical', 'embed', SEEN, {
    source: `${REQUEST}, externalId`,
    statement:
      'An `externalId` that is not lowercase and trimmed is refused, or names the same user as its canonical form.',
    remedy: 'lowercase and trim externalId before looking the user up, or reject it',
  }),
  must('embed-identity-both-rejected', 'embed', INTERNAL, {
    source: `${RULES}, rule 1`,
    statement: 'A request with both `externalId` and `internalId` is rejected.',
    remedy: 'reject a body that names both an external and an internal user',
  }),
  must('embed-identity-neither-rejected', 'core', KEY, {
    source: `${RULES}, rule 1`,
    statement: 'A request with neither `externalId` nor `internalId` is rejected.',
    remedy: 'reject a body that names no user',
  }),
  must('embed-internal-accepted', 'embed', INTERNAL, {
    source: `${REQUEST}, internalId`,
    statement: 'A session for the username of an existing internal user is minted.',
    remedy: 'accept internalId when it names an internal user',
  }),
  must('embed-internal-unknown-rejected', 'embed', INTERNAL, {
    source: `${RULES}, rule 2`,
    statement: 'An `internalId` that names no existing internal user is rejected.',
    remedy: 'look internalId up and reject it when nobody has that username',
  }),
  ...FORBIDDEN_WITH_INTERNAL.map(([slug, field]) =>
    must(`embed-internal-forbids-${slug}`, 'embed', INTERNAL, {
      source: `${REQUEST}, ${field}`,
      statement: `\`${field}\` together with \`internalId\` is rejected.`,
      remedy: `reject a body that has both internalId and ${field}`,
    }),
  ),
  must('embed-email-accepted', 'embed', KEY, {
    source: `${REQUEST}, email`,
    statement: '`email` is accepted with `externalId`.',
    remedy: 'accept email for an external user',
  }),
  must('embed-security-context-accepted', 'embed', KEY, {
    source: `${REQUEST}, securityContext`,
    statement: '`securityContext` with any JSON object is accepted with `externalId`.',
    remedy: 'accept a free-form object as securityContext',
  }),
  must('embed-settings-show-dashboard-chat', 'embed', KEY, {
    source: `${REQUEST}, settings`,
    statement: '`settings.showDashboardChat` is accepted as true, as false, and omitted.',
    remedy: 'accept settings with showDashboardChat true, false or absent',
  }),
  must('embed-tenant-name-length', 'creator-mode', CREATOR, {
    source: 'Limits, embedTenantName length',
    statement: '`embedTenantName` shorter than 5 or longer than 36 characters is rejected.',
    remedy: 'reject embed tenant names outside 5 to 36 characters',
  }),
  must('embed-tenant-name-pattern', 'creator-mode', CREATOR, {
    source: `${REQUEST}, embedTenantName`,
    statement:
      '`embedTenantName` is rejected unless it starts with a letter, ends with a letter or digit and holds only a-z, 0-9 and -.',
    remedy: 'match embedTenantName against ^[a-z][a-z0-9-]*[a-z0-9]$ as a whole',
  }),
  must('embed-tenant-name-optional', 'core', KEY, {
    source: `${REQUEST}, embedTenantName`,
    statement: 'Without `embedTenantName` the session is for the current tenant.',
    remedy: 'do not demand embedTenantName when no definitions are sent',
  }),
  must('embed-creator-mode-accepted', 'creator-mode', CREATOR, {
    source: `${REQUEST}, creatorMode`,
    statement: 'With the tenant flag `useCreatorMode`, a creator-mode session is minted.',
    remedy: 'mint creator-mode sessions where the flag is on',
  }),
  must('embed-creator-mode-needs-flag', 'creator-mode', ['plain-tenant'], {
    source: `${REQUEST}, creatorMode`,
    statement: 'Without the tenant flag `useCreatorMode`, a creator-mode session is rejected.',
    remedy: 'reject creatorMode: true where the flag is off',
  }),
  should('embed-body-field-types', 'embed', KEY, {
    source: `${REQUEST}, fields`,
    statement: 'A field of the wrong JSON type is rejected with a 4xx.',
    remedy: 'validate the types of the body and answer 400',
  }),
  must('embed-email-attached', 'embed', ['api-key', 'adapter'], {
    source: `${REQUEST}, email attached`,
    statement: '`email` is attached to the external user that the call provisions.',
    remedy: 'save email on the external user',
    unchecked: 'no observer of the emails of external users exists yet',
  }),
  should('embed-content-type-required', 'embed', KEY, {
    source: `${RULES}, content type`,
    statement: 'A body sent without `Content-Type: application/json` is rejected with a 4xx.',
    remedy: 'answer 415 or 400 when Content-Type is not application/json',
  }),
  excluded(
    'embed-email-only-external',
    `${REQUEST}, email only with externalId`,
    '`email` goes with `externalId` only.',
    'whether `email` with `internalId` is rejected or ignored is not shown, so either is conformant',
  ),
  excluded(
    'embed-session-use',
    'Embed session response, sessionId use',
    'The short-lived session opens the embed URL with the deployment, values and context of its request.',
    'neither the embed URL nor the lifetime is shown, and nothing in the interface reads a session',
  ),
  excluded(
    'embed-internal-permissions',
    `${REQUEST}, internalId permissions`,
    "With internalId the internal user's existing permissions apply.",
    'what a session may do is not shown through this interface',
  ),
  excluded(
    'embed-chat-display',
    `${REQUEST}, settings display`,
    'showDashboardChat shows or hides the chat on embedded dashboards; omitted inherits the account-wide setting.',
    'only a browser in an embedded dashboard can see it',
  ),
];

/** `userProfile`. */
const profile: readonly Requirement[] = [
  must('embed-profile-accepted', 'embed', KEY, {
    source: `${REQUEST}, userProfile`,
    statement: '`userProfile` is accepted whole, with either property alone, and empty.',
    remedy: 'treat both properties of userProfile as optional',
  }),
  must('embed-profile-overwrites', 'embed', ['api-key', 'adapter'], {
    source: `${RULES}, rule 3`,
    statement: 'Sending `userProfile` again overwrites the saved values.',
    remedy: 'update the saved profile of the external user on every call that carries one',
    unchecked: 'no observer of saved profiles exists yet',
  }),
  must('embed-profile-keeps-omitted', 'embed', ['api-key', 'adapter'], {
    source: `${RULES}, rule 3`,
    statement: 'Omitting `userProfile`, or a property of it, keeps the saved values.',
    remedy: 'only write the profile properties that were sent',
    unchecked: 'no observer of saved profiles exists yet',
  }),
  must('embed-picture-http-accepted', 'embed', KEY, {
    source: `${RULES}, rule 4`,
    statement: 'Any syntactically valid http or https URL is accepted as `picture`.',
    remedy: 'accept every absolute http(s) URL, whatever its extension',
  }),
  must('embed-picture-invalid-rejected', 'embed', KEY, {
    source: `${RULES}, rule 4`,
    statement: 'A `picture` that is no absolute http or https URL is rejected.',
    remedy: 'reject relative URLs, other schemes and text that is no URL',
  }),
  must('embed-picture-unreachable-accepted', 'embed', KEY, {
    source: 'Errors, avatar URL',
    statement: 'A picture URL that cannot be loaded causes no error.',
    remedy: 'do not load the picture while minting the session',
  }),
  must('embed-picture-not-fetched', 'embed', KEY, {
    source: `${RULES}, rule 4`,
    statement: 'The picture is not fetched by the service.',
    remedy: 'store the URL without requesting it',
    unchecked: 'no listener that the target could reach exists yet',
  }),
  excluded(
    'embed-picture-display',
    `${RULES}, rule 4 display`,
    'PNG, JPEG, GIF, WebP and SVG render; otherwise an initials avatar is shown.',
    'only a browser in an embedded dashboard can see it',
  ),
  excluded(
    'embed-picture-size',
    'Limits, avatar size',
    'About 1 MB is recommended for the picture.',
    'a recommendation to callers; the picture is not fetched',
  ),
];

/** `groups` and `userAttributes` against the catalogs. */
const assignments: readonly Requirement[] = [
  must('embed-groups-omitted-keeps', 'embed', SEEN, {
    source: `${RULES}, rule 7`,
    statement: 'Omitting `groups` leaves the memberships of the user unchanged.',
    remedy: 'touch memberships only when `groups` is in the body',
  }),
  must('embed-groups-empty-clears', 'embed', SEEN, {
    source: `${RULES}, rule 7`,
    statement: 'An empty `groups` array clears every membership of the user.',
    remedy: 'treat `groups: []` as "clear all"; only an omitted field keeps memberships',
  }),
  must('embed-groups-replaces', 'embed', SEEN, {
    source: `${RULES}, rule 7`,
    statement: 'A populated `groups` array replaces the memberships with exactly the named groups.',
    remedy: 'remove the memberships that are not named and add those that are',
  }),
  must('embed-groups-other-users-untouched', 'embed', SEEN, {
    source: `${RULES}, rule 7 scope`,
    statement: "Setting one user's groups leaves every other user's memberships alone.",
    remedy: 'scope the membership update to the user of the session',
  }),
  must('embed-groups-accepted', 'embed', GROUPS, {
    source: `${REQUEST}, groups`,
    statement: 'Existing tenant-wide groups are accepted in read-only mode: none, one, several.',
    remedy: 'resolve group names against the tenant-wide groups',
  }),
  must('embed-groups-unknown-rejected', 'embed', GROUPS, {
    source: 'Errors, Groups with names not found',
    statement:
      'Group names that cannot be resolved are rejected with `Groups with names <missing> not found`, naming every missing one and none that resolved.',
    remedy: 'reject the call and list exactly the unresolved names in the message',
  }),
  must('embed-groups-scope-read-only', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 8`,
    statement:
      "In read-only mode group names resolve tenant-wide: an embed tenant's scoped group is unknown there.",
    remedy: 'look only at tenant-wide groups when creatorMode is omitted or false',
  }),
  must('embed-groups-scope-creator', 'creator-mode', ['api-key', 'creator-mode', 'groups'], {
    source: `${RULES}, rule 8 creator mode`,
    statement:
      "In creator mode group names resolve against the embed tenant's scoped groups: a tenant-wide group is unknown there.",
    remedy: "look only at the embed tenant's own groups in creator mode",
  }),
  must('embed-attributes-accepted', 'embed', ATTRIBUTES, {
    source: `${REQUEST}, userAttributes`,
    statement: 'A value of the type of its attribute definition is accepted.',
    remedy: 'accept strings, numbers and arrays of either where the definition says so',
  }),
  must('embed-attributes-null-clears', 'embed', ATTRIBUTES, {
    source: `${REQUEST}, userAttributes value`,
    statement: 'null is accepted as the value of any attribute.',
    remedy: 'accept null for every attribute type, and clear the value',
  }),
  must('embed-attributes-type-mismatch-rejected', 'embed', ATTRIBUTES, {
    source: `${REQUEST}, userAttributes value`,
    statement: 'A value whose type differs from that of its definition is rejected.',
    remedy: "compare each value with its definition's type and reject the call on a mismatch",
  }),
  must('embed-attributes-unknown-rejected', 'embed', ATTRIBUTES, {
    source: 'Errors, User attributes not found',
    statement:
      'An attribute name that the catalog does not hold is rejected with `User attributes not found`.',
    remedy: 'reject unknown attribute names with that message',
  }),
  must('embed-attributes-duplicate-400', 'embed', ATTRIBUTES, {
    source: 'Errors, duplicate name in userAttributes',
    statement: 'Duplicate names in `userAttributes` are answered 400.',
    remedy: 'answer 400 when two userAttributes entries share a name',
  }),
  must('embed-attributes-overwrite', 'embed', ['api-key', 'adapter'], {
    source: `${RULES}, rule 6`,
    statement: 'Values are kept per user, and a later call overwrites the values of the names it carries.',
    remedy: 'upsert attribute values by user and name',
    unchecked: 'no observer of attribute values exists yet',
  }),
  must('embed-attributes-scope-read-only', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 5`,
    statement:
      "In read-only mode attribute names resolve tenant-wide: an embed tenant's scoped attribute is unknown there.",
    remedy: 'look only at the tenant-wide catalog when creatorMode is omitted or false',
  }),
  must('embed-attributes-scope-creator', 'creator-mode', ['api-key', 'creator-mode', 'user-attributes'], {
    source: `${RULES}, rule 5 creator mode`,
    statement:
      "In creator mode attribute names resolve against the embed tenant's catalog: a tenant-wide attribute is unknown there.",
    remedy: "look only at the embed tenant's own catalog in creator mode",
  }),
];

/** `groupDefinitions` and `userAttributeDefinitions`. */
const definitions: readonly Requirement[] = [
  must('embed-definitions-need-creator-mode', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 9`,
    statement: 'Either definition array without `creatorMode: true` is rejected.',
    remedy: 'reject definitions when creatorMode is omitted or false',
  }),
  must('embed-definitions-need-tenant-name', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 9`,
    statement: 'Either definition array without `embedTenantName` is rejected.',
    remedy: 'reject definitions when embedTenantName is missing',
  }),
  must('embed-definitions-need-flag', 'creator-mode', ['plain-tenant'], {
    source: `${RULES}, rule 9`,
    statement: 'Either definition array is rejected where the tenant flag `useCreatorMode` is off.',
    remedy: 'reject definitions on tenants without the flag',
  }),
  must('embed-definitions-stay-in-scope', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 9 scope`,
    statement:
      'Definitions appear in their embed tenant alone: neither tenant-wide nor in a sibling embed tenant.',
    remedy: "write definitions to the named embed tenant's scope only",
  }),
  must('embed-definitions-before-use', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 10`,
    statement:
      'A group or attribute defined in a call can be used by `groups` and `userAttributes` of the same call.',
    remedy: 'upsert the definitions before resolving groups and userAttributes',
  }),
  must('embed-definitions-idempotent', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 10`,
    statement: 'An identical request twice leaves the same records with the same ids.',
    remedy: 'upsert by name: never insert a second record, never recreate the first',
  }),
  must('embed-type-conflict-rejected', 'creator-mode', CREATOR, {
    source: 'Errors, cannot change type',
    statement: 'Defining an existing attribute with another type is rejected with `cannot change type`.',
    remedy: 'reject the call with that message',
  }),
  must('embed-type-conflict-upserts-nothing', 'creator-mode', CREATOR, {
    source: 'Errors, nothing is upserted',
    statement:
      "After a type conflict none of the call's definitions is there: other attributes and groups included.",
    remedy: 'check every definition before writing any, or run the upsert in one transaction',
  }),
  must('embed-type-conflict-keeps-type', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 11`,
    statement: 'After a type conflict the attribute still has its first type.',
    remedy: 'never write the type of an existing attribute',
  }),
  must('embed-group-definitions-duplicate-rejected', 'creator-mode', CREATOR, {
    source: `${RULES}, rule 12`,
    statement: 'Duplicate names in `groupDefinitions` are rejected.',
    remedy: 'reject groupDefinitions with two entries of one name',
  }),
  must('embed-attribute-definitions-duplicate-rejected', 'creator-mode', CREATOR, {
    source: 'Errors, duplicate name in definitions',
    statement: 'Duplicate names in `userAttributeDefinitions` are rejected.',
    remedy: 'reject userAttributeDefinitions with two entries of one name',
  }),
  must('embed-group-definition-name-required', 'creator-mode', CREATOR, {
    source: `${REQUEST}, groupDefinitions name`,
    statement: 'A group definition without `name` is rejected.',
    remedy: 'reject group definitions that lack a name',
  }),
  must('embed-group-definition-reused', 'creator-mode', CREATOR, {
    source: `${REQUEST}, groupDefinitions name`,
    statement:
      'Defining a group whose name exists reuses the existing one: same id, whatever the description.',
    remedy: 'look the group up by name before inserting',
  }),
  must('embed-group-description-updated', 'creator-mode', CREATOR, {
    source: `${REQUEST}, groupDefinitions description`,
    statement: "A different `description` updates the group's; an omitted one never clears it.",
    remedy: 'write the description only when it is supplied',
  }),
  must('embed-attribute-definition-required-fields', 'creator-mode', CREATOR, {
    source: `${REQUEST}, userAttributeDefinitions name`,
    statement: 'An attribute definition without `name` or without `type` is rejected.',
    remedy: 'reject attribute definitions that lack name or type',
  }),
  must('embed-attribute-definition-types', 'creator-mode', CREATOR, {
    source: `${REQUEST}, userAttributeDefinitions type`,
    statement:
      '`type` is string, number, string_array or number_array: each is accepted, anything else rejected.',
    remedy: 'validate the type of an attribute definition against the four values',
  }),
  must('embed-attribute-definition-reused', 'creator-mode', CREATOR, {
    source: `${REQUEST}, userAttributeDefinitions name`,
    statement: 'Defining an attribute whose name exists reuses the existing one: same id.',
    remedy: 'look the attribute up by name before inserting',
  }),
  must('embed-attribute-definition-updated', 'creator-mode', CREATOR, {
    source: `${REQUEST}, userAttributeDefinitions updates`,
    statement: '`displayName`, `defaultValue` and `description` are updated when supplied and different.',
    remedy: 'update the properties that a repeated definition supplies',
  }),
];

export const embed: readonly Requirement[] = [...request, ...profile, ...assignments, ...definitions];
