import { excluded, must, type Requirement, should } from './row.ts';

const REQUEST = 'Embed session request';
const RULES = 'Generate embed session';
const KEY = ['api-key'] as const;
const CREATOR = ['api-key', 'creator-mode'] as const;
const INTERNAL = ['api-key', 'internal-id'] as const;
const SEEN = ['api-key', 'groups', 'memberships'] as const;
const FORBIDDEN_WITH_INTERNAL = [
  ['groups', 'groups'],
  ['user-attributes', 'userAttributes'],
  ['group-definitions', 'groupDefinitions'],
  ['attribute-definitions', 'userAttributeDefinitions'],
  ['security-context', 'securityContext'],
  ['user-profile', 'userProfile'],
] as const;

const embedRequest: readonly Requirement[] = [
  must('embed-session-id', 'core', KEY, {
    source: 'Embed session response, sessionId',
    quote: 'A JSON object whose `sessionId` is a string that identifies the session.',
    statement: 'A valid request answers 2xx with JSON whose `sessionId` is a string that is not empty.',
    remedy: 'answer generate-session with a 2xx and a JSON object holding `sessionId`',
  }),
  must('embed-session-id-identifies', 'embed', KEY, {
    source: 'Embed session response, sessionId',
    quote: 'A JSON object whose `sessionId` is a string that identifies the session.',
    statement: 'Sessions of two users have different identifiers, in whatever mode they are minted.',
    remedy: 'make an identifier of its own for every session, from a source of random numbers',
  }),
  should('embed-session-id-fresh', 'embed', KEY, {
    source: 'Embed session response, sessionId',
    statement: 'Two sessions of one user have different identifiers.',
    remedy: 'make a new identifier for every call, rather than one for the user',
  }),
  must('embed-deployment-required', 'core', KEY, {
    source: `${REQUEST}, deploymentId`,
    quote: 'A number, required: the deployment that the session opens.',
    statement: 'A request without `deploymentId` is rejected.',
    remedy: 'reject a body that lacks deploymentId with a 4xx',
  }),
  must('embed-external-id-canonical', 'embed', SEEN, {
    source: `${REQUEST}, externalId`,
    quote: 'A string, the stable id of an external user, lowercase and trimmed.',
    statement:
      'An `externalId` that is not lowercase and trimmed is refused, or names the same user as its canonical form.',
    remedy: 'lowercase and trim externalId before looking the user up, or reject it',
  }),
  must('embed-identity-both-rejected', 'embed', INTERNAL, {
    source: `${RULES}, rule 1`,
    quote: 'One with both or with neither is rejected.',
    statement: 'A request with both `externalId` and `internalId` is rejected.',
    remedy: 'reject a body that names both an external and an internal user',
  }),
  must('embed-identity-neither-rejected', 'core', KEY, {
    source: `${RULES}, rule 1`,
    quote: 'One with both or with neither is rejected.',
    statement: 'A request with neither `externalId` nor `internalId` is rejected.',
    remedy: 'reject a body that names no user',
  }),
  must('embed-internal-accepted', 'embed', INTERNAL, {
    source: `${REQUEST}, internalId`,
    quote: 'A string, the username of an existing internal user.',
    statement: 'A session for the username of an existing internal user is minted.',
    remedy: 'accept internalId when it names an internal user. If TARGET_INTERNAL_ID names none, correct it',
  }),
  must('embed-internal-unknown-rejected', 'embed', INTERNAL, {
    source: `${RULES}, rule 2`,
    quote: '`internalId` names an existing internal user.',
    statement: 'An `internalId` that names no existing internal user is rejected.',
    remedy: 'look internalId up and reject it when nobody has that username',
  }),
  ...FORBIDDEN_WITH_INTERNAL.map(([slug, field]) =>
    must(`embed-internal-forbids-${slug}`, 'embed', INTERNAL, {
      source: `${REQUEST}, ${field}`,
      quote: 'must not be sent with `internalId`.',
      statement: `\`${field}\` together with \`internalId\` is rejected.`,
      remedy: `reject a body that has both internalId and ${field}`,
    }),
  ),
  must('embed-email-accepted', 'embed', KEY, {
    source: `${REQUEST}, email`,
    quote: 'The `email` is saved with the external user whom the call provisions.',
    statement: '`email` is accepted with `externalId`.',
    remedy: 'accept email for an external user',
  }),
  must('embed-security-context-accepted', 'embed', KEY, {
    source: `${REQUEST}, securityContext`,
    quote: 'An object of any content, optional: a context that is handed to the queries.',
    statement: '`securityContext` with a JSON object of any values is accepted with `externalId`.',
    remedy: 'accept a free-form object as securityContext',
  }),
  must('embed-settings-show-dashboard-chat', 'embed', KEY, {
    source: `${REQUEST}, settings`,
    quote:
      '`showDashboardChat` may be true or false, which overrules the setting of the account, or be left out, which inherits it.',
    statement: '`settings.showDashboardChat` is accepted as true, as false, and omitted.',
    remedy: 'accept settings with showDashboardChat true, false or absent',
  }),
  must('embed-tenant-name-length', 'creator-mode', CREATOR, {
    source: 'Limits, embedTenantName length',
    quote:
      'At least 5 and at most 36 characters, in generate-session and in the paths of the admin endpoints.',
    statement: '`embedTenantName` shorter than 5 or longer than 36 characters is rejected.',
    remedy: 'accept embed tenant names of 5 to 36 characters, both included, and reject all others',
  }),
  must('embed-tenant-name-pattern', 'creator-mode', CREATOR, {
    source: `${REQUEST}, embedTenantName`,
    quote:
      'The first character is a letter, the last a letter or a digit, and all of them are of `a-z`, `0-9` and `-`;',
    statement:
      '`embedTenantName` is rejected unless it starts with a letter, ends with a letter or digit and holds only a-z, 0-9 and -.',
    remedy:
      'match embedTenantName as a whole against [a-z][a-z0-9-]*[a-z0-9]: between ^ and $ in JavaScript and Go, between \\A and \\Z in Python, between \\A and \\z in Ruby, PHP, Java and .NET, where $ lets a line feed through',
  }),
  should('embed-tenant-name-as-sent', 'creator-mode', CREATOR, {
    source: `${REQUEST}, embedTenantName`,
    statement:
      'An `embedTenantName` that would be valid only after lowercasing or trimming is rejected, and not changed.',
    remedy: 'match embedTenantName as it was sent, without lowercasing or trimming it',
  }),
  must('embed-tenant-name-optional', 'core', KEY, {
    source: `${REQUEST}, embedTenantName`,
    quote: 'Without it the session is for the current tenant.',
    statement: 'A session needs no `embedTenantName`.',
    remedy: 'do not demand embedTenantName when no definitions are sent',
  }),
  must('embed-creator-mode-accepted', 'creator-mode', CREATOR, {
    source: `${REQUEST}, creatorMode`,
    quote:
      'True makes a session in creator mode, in which groups and attributes resolve against the tables of the embed tenant',
    statement: 'With the tenant flag `useCreatorMode`, a creator-mode session is minted.',
    remedy:
      'mint creator-mode sessions where the flag is on. If the tenant has no such flag, set TARGET_CREATOR_MODE=off',
  }),
  must('embed-creator-mode-needs-flag', 'creator-mode', ['plain-tenant'], {
    source: `${REQUEST}, creatorMode`,
    quote: 'It requires the tenant flag `useCreatorMode`.',
    statement: 'Without the tenant flag `useCreatorMode`, a creator-mode session is rejected.',
    remedy: 'reject creatorMode: true where the flag is off',
  }),
  should('embed-body-field-types', 'embed', KEY, {
    source: `${REQUEST}, fields`,
    statement:
      'A field of the wrong JSON type, outside its values or left out though required is rejected with a 4xx.',
    remedy: 'validate the body against its schema and answer 400',
  }),
  must('embed-email-attached', 'embed', ['api-key', 'profiles'], {
    source: `${REQUEST}, email attached`,
    quote: 'The `email` is saved with the external user whom the call provisions.',
    statement: '`email` is attached to the external user that the call provisions.',
    remedy: 'save email on the external user',
  }),
  should('embed-content-type-required', 'embed', KEY, {
    source: `${RULES}, content type`,
    statement: 'A body sent without `Content-Type: application/json` is rejected with a 4xx.',
    remedy: 'answer 415 or 400 when Content-Type is not application/json',
  }),
  should('embed-email-only-external', 'effects', ['api-key', 'internal-id', 'access-token'], {
    source: `${REQUEST}, email only with externalId`,
    quote: '`email` is sent only with `externalId`.',
    statement:
      '`email` is only for `externalId`. With `internalId` it is refused, or it neither changes the internal user nor provisions anybody.',
    remedy: 'refuse `email` next to `internalId`, or ignore it: sessions do not change an internal user',
  }),
];

const embedProfile: readonly Requirement[] = [
  must('embed-profile-accepted', 'embed', KEY, {
    source: `${REQUEST}, userProfile`,
    quote:
      '(a string, the absolute `http://` or `https://` address of the avatar), either of which may be left out.',
    statement: '`userProfile` is accepted whole, with either property alone, and empty.',
    remedy: 'treat both properties of userProfile as optional',
  }),
  must('embed-profile-overwrites', 'embed', ['api-key', 'profiles'], {
    source: `${RULES}, rule 3`,
    quote:
      '`userProfile` is saved with the external user of that `externalId`. A later `userProfile` overwrites the saved values.',
    statement: 'A `userProfile` that is sent is saved, and overwrites what was saved before.',
    remedy: 'update the saved profile of the external user on every call that carries one',
  }),
  must('embed-profile-keeps-omitted', 'embed', ['api-key', 'profiles'], {
    source: `${RULES}, rule 3`,
    quote: 'A request without `userProfile`, or without one of its properties, keeps the saved values.',
    statement: 'Omitting `userProfile`, or a property of it, keeps the saved values.',
    remedy: 'only write the profile properties that were sent',
  }),
  must('embed-profile-in-creator-mode', 'creator-mode', ['api-key', 'creator-mode', 'profiles'], {
    source: `${RULES}, rule 3`,
    quote: '`userProfile` is saved with the external user of that `externalId`.',
    statement:
      'A session in creator mode saves `userProfile` like any other session, and keeps the values that it omits.',
    remedy: 'save the profile of the external user in either mode, by the same code',
  }),
  must('embed-picture-http-accepted', 'embed', KEY, {
    source: `${RULES}, rule 4`,
    quote: 'The only check of `picture` is whether it is a well-formed `http` or `https` address.',
    statement: 'Any syntactically valid http or https URL is accepted as `picture`.',
    remedy:
      'accept every absolute http(s) URL, whatever its host (`http://images/` is one), its extension and the case of its scheme',
  }),
  must('embed-picture-invalid-rejected', 'embed', KEY, {
    source: `${RULES}, rule 4`,
    quote: 'The only check of `picture` is whether it is a well-formed `http` or `https` address.',
    statement: 'A `picture` that is no absolute http or https URL is rejected.',
    remedy: 'reject relative URLs, other schemes and text that is no URL',
  }),
  must('embed-picture-unreachable-accepted', 'embed', KEY, {
    source: 'Errors, avatar URL',
    quote: 'A `picture` that cannot be loaded: no error.',
    statement: 'A picture URL that cannot be loaded causes no error.',
    remedy: 'do not load the picture while minting the session',
  }),
  must('embed-picture-not-fetched', 'embed', ['api-key', 'listener'], {
    source: `${RULES}, rule 4`,
    quote: 'The service does not fetch it.',
    statement: 'The picture is not fetched by the service.',
    remedy: 'accept the URL and store it without requesting it',
  }),
  excluded('embed-picture-display', {
    source: `${RULES}, rule 4 display`,
    statement: 'PNG, JPEG, GIF, WebP and SVG render; otherwise an initials avatar is shown.',
    excluded: 'only a browser in an embedded dashboard can see it',
  }),
  excluded('embed-picture-size', {
    source: 'Limits, avatar size',
    statement: 'About 1 MB is recommended for the picture.',
    excluded: 'a recommendation to callers; the picture is not fetched',
  }),
];

const GROUPS = ['api-key', 'groups'] as const;
const ATTRIBUTES = ['api-key', 'user-attributes'] as const;

/** What is looked up in the scope of a call: noun, field of the request, rule, need and table of the embed tenant. */
const SCOPED = [
  ['group', 'groups', 8, 'groups', 'embed_user_groups'],
  ['attribute', 'userAttributes', 5, 'user-attributes', 'embed_user_attributes'],
] as const;

/** `groups` and `userAttributes` against the catalogs. */
const embedAssignments: readonly Requirement[] = [
  must('embed-groups-omitted-keeps', 'embed', SEEN, {
    source: `${RULES}, rule 7`,
    quote: 'without `groups` they stay unchanged,',
    statement: 'Omitting `groups` leaves the memberships of the user unchanged.',
    remedy: 'touch memberships only when `groups` is in the body',
  }),
  must('embed-groups-empty-clears', 'embed', SEEN, {
    source: `${RULES}, rule 7`,
    quote: 'an empty array clears all of them,',
    statement: 'An empty `groups` array clears every membership of the user.',
    remedy: 'treat `groups: []` as "clear all"; only an omitted field keeps memberships',
  }),
  must('embed-groups-replaces', 'embed', SEEN, {
    source: `${RULES}, rule 7`,
    quote: 'an array of names replaces them with memberships in exactly these groups.',
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
    remedy:
      'resolve group names against the tenant-wide groups. If TARGET_GROUPS names groups that do not exist, correct it',
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
  must('embed-attributes-accepted', 'embed', ATTRIBUTES, {
    source: `${REQUEST}, userAttributes`,
    quote: 'Its type is the `type` of the definition.',
    statement: 'A value of the type of its attribute definition is accepted.',
    remedy:
      'accept strings, numbers and arrays of either where the definition says so. If TARGET_USER_ATTRIBUTES names other types than the target has, correct it',
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
      'A value that no conversion could make fit the type of its definition is rejected: a text that is no number, an array for a scalar, a scalar for an array, an object.',
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
    quote:
      'Values of attributes are saved for the user. A later request for the same `externalId` overwrites the values of the names that it carries. […] Null clears the value, whatever the type.',
    statement:
      'Values are saved for each user. A later call overwrites the values that it names, and null clears them.',
    remedy: 'upsert attribute values by user and name, and replace a list as a whole',
  }),
  ...SCOPED.flatMap(([noun, field, rule, need, table]) => [
    must(`embed-${noun}s-scope-read-only`, 'creator-mode', CREATOR, {
      source: `${RULES}, rule ${rule}`,
      quote: `Without \`creatorMode: true\` (read-only mode) the names in \`${field}\` are looked up among the ${noun}s of the whole tenant.`,
      statement: `In read-only mode ${noun} names resolve tenant-wide: ${noun}s of an embed tenant are unknown there.`,
      remedy: `look only at tenant-wide ${noun}s when creatorMode is omitted or false`,
    }),
    must(`embed-${noun}s-scope-creator`, 'creator-mode', ['api-key', 'creator-mode', need], {
      source: `${RULES}, rule ${rule} creator mode`,
      quote: `In creator mode they are looked up among the ${noun}s of the embed tenant (\`${table}\`).`,
      statement: `In creator mode ${noun} names resolve in the embed tenant: tenant-wide ${noun}s are unknown there.`,
      remedy: `look only at the embed tenant's own ${noun}s in creator mode`,
    }),
  ]),
];

/** "Embed session request", "Embed session response" and "Generate embed session", but for what is defined in embed tenants. */
export const embed: readonly Requirement[] = [...embedRequest, ...embedProfile, ...embedAssignments];
