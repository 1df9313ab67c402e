import { must, type Requirement, should } from './row.ts';

const REQUEST = 'Embed session request';
const RULES = 'Generate embed session';
const CREATOR = ['api-key', 'creator-mode'] as const;

/** Definitions of groups and attributes that a session in creator mode carries. */
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
