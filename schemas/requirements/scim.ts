import { must, type Requirement, should } from './row.ts';
import { scimFilters, scimPaging } from './scim-filters.ts';

const TOKEN = ['access-token'] as const;
const USERS = 'Other platform resources, Users (SCIM 2.0)';
const GROUPS = 'Other platform resources, Groups (SCIM 2.0)';

/** What holds for users and for groups alike. */
const both = (
  row: (noun: 'user' | 'group', source: string, type: 'User' | 'Group') => Requirement,
): Requirement[] => [row('user', USERS, 'User'), row('group', GROUPS, 'Group')];

const LIST_RESPONSE =
  'Responses MUST be identified using the following URI: "urn:ietf:params:scim:api:messages:2.0:ListResponse".';

const SCHEMAS =
  'All representations of SCIM schemas MUST include a non-empty array with value(s) of the URIs supported by that representation.';
const ID = 'Each representation of the resource MUST include a non-empty "id" value.';

const lists: readonly Requirement[] = [
  must('scim-users-list', 'scim', TOKEN, {
    source: USERS,
    statement:
      'Users are listed in a ListResponse: schemas, totalResults, Resources; also where `startIndex` and `count` are named, unless that is refused (RFC 7644 §3.4.2).',
    quote: LIST_RESPONSE,
    remedy: 'wrap the users in urn:ietf:params:scim:api:messages:2.0:ListResponse',
    vacuousOn: ['empty SCIM list'],
  }),
  must('scim-groups-list', 'scim', TOKEN, {
    source: GROUPS,
    statement:
      'Groups are listed in a ListResponse: schemas, totalResults, Resources; also where `startIndex` and `count` are named, unless that is refused (RFC 7644 §3.4.2).',
    quote: LIST_RESPONSE,
    remedy: 'wrap the groups in urn:ietf:params:scim:api:messages:2.0:ListResponse',
    vacuousOn: ['empty SCIM list'],
  }),
  should('scim-list-status', 'scim', TOKEN, {
    source: USERS,
    statement:
      'A list that is served is answered with status 200, whatever is asked of it (RFC 7644 §3.4.2).',
    remedy: 'answer every list with status 200: 206 is for ranges of bytes, and a count of 0 is no error',
  }),
  should('scim-media-type', 'scim', TOKEN, {
    source: USERS,
    statement:
      'Lists, single resources and errors are sent as application/scim+json (RFC 7644 §3.1, §8.1); application/json is read as well.',
    remedy: 'send Content-Type: application/scim+json with every answer under /scim/v2',
  }),
];

const resources: readonly Requirement[] = [
  must('scim-user-resource', 'scim', TOKEN, {
    source: USERS,
    statement: 'Each user has schemas, an id and a userName, as strings (RFC 7643 §3, §3.1, §4.1.1).',
    quote: `${SCHEMAS} […] ${ID} […] Each User MUST include a non-empty userName value.`,
    remedy: 'send schemas, id and userName with every user',
  }),
  must('scim-group-resource', 'scim', TOKEN, {
    source: GROUPS,
    statement: 'Each group has schemas, an id and a displayName, as strings (RFC 7643 §3, §3.1, §4.2).',
    quote: `${SCHEMAS} […] ${ID} […] A human-readable name for the Group. REQUIRED.`,
    remedy: 'send schemas, id and displayName with every group',
  }),
  ...both((noun, source, type) =>
    must(`scim-${noun}-schema`, 'scim', TOKEN, {
      source,
      statement: `The schemas of each ${noun} name urn:ietf:params:scim:schemas:core:2.0:${type} (RFC 7643 §3).`,
      quote: SCHEMAS,
      remedy: `put urn:ietf:params:scim:schemas:core:2.0:${type} into schemas, beside any extension`,
    }),
  ),
  ...both((noun, source) =>
    should(`scim-${noun}-by-id`, 'scim', TOKEN, {
      source,
      statement: `A ${noun} that is listed is answered under its id alone: 200 and the same ${noun} (RFC 7644 §3.4.1).`,
      remedy: `find a ${noun} by the id that the list shows, and answer that resource itself`,
    }),
  ),
  ...both((noun, source) =>
    must(`scim-${noun}-id-stable`, 'scim', TOKEN, {
      source,
      statement: `The id of a ${noun} is no other ${noun}'s, and stays the same from answer to answer (RFC 7643 §3.1).`,
      quote:
        "This identifier MUST be unique across the SCIM service provider's entire set of resources. It MUST be a stable, non-reassignable identifier that does not change when the same resource is returned in subsequent requests.",
      remedy: `derive the id from what never changes, such as the ${noun}'s key, never from its place in an answer`,
    }),
  ),
  ...both((noun, source, type) =>
    should(`scim-${noun}-meta-type`, 'scim', TOKEN, {
      source,
      statement: `meta.resourceType of a ${noun}, where it is shown, is "${type}" (RFC 7643 §3.1, §6).`,
      remedy: `send the name of the resource type, "${type}", as meta.resourceType`,
    }),
  ),
  should('scim-meta-location', 'scim', TOKEN, {
    source: USERS,
    statement:
      'meta.location, where it is shown, is an address of that very user or group (RFC 7643 §3.1; RFC 7644 §3.4.1).',
    remedy: 'send an address at which that resource is answered as meta.location: its endpoint and its id',
  }),
];

const errors: readonly Requirement[] = [
  ...both((noun, source) =>
    should(`scim-${noun}-unknown-id`, 'scim', TOKEN, {
      source,
      statement: `An id of no ${noun} is refused (any 4xx), and never answered with a ${noun} (RFC 7644 §3.4.1, §3.12).`,
      remedy: `compare the whole id, and answer 404 when no ${noun} has it`,
    }),
  ),
  should('scim-error', 'scim', TOKEN, {
    source: USERS,
    statement: 'An unknown id is answered 404 with the SCIM Error schema and its status (RFC 7644 §3.12).',
    remedy: 'answer unknown ids with 404 and urn:ietf:params:scim:api:messages:2.0:Error',
  }),
  should('scim-groups-error', 'scim', TOKEN, {
    source: GROUPS,
    statement:
      'An unknown id of a group is answered 404 with the SCIM Error schema and its status (RFC 7644 §3.12).',
    remedy: 'answer unknown ids with 404 and urn:ietf:params:scim:api:messages:2.0:Error',
  }),
  should('scim-error-status-text', 'scim', TOKEN, {
    source: USERS,
    statement: 'The status of a SCIM error is the HTTP status, as a JSON string (RFC 7644 §3.12).',
    remedy: 'send "404" rather than 404 as status of the error',
  }),
];

/** Discovery documents: RFC 7644 section 4. The interface does not list them, so only what is served is judged. */
const scimDiscovery: readonly Requirement[] = [
  should('scim-service-provider-config', 'scim', TOKEN, {
    source: USERS,
    statement:
      'ServiceProviderConfig, where it is served, says of each feature whether it is supported (RFC 7643 §5; RFC 7644 §4).',
    remedy: 'send patch, bulk, filter, changePassword, sort, etag and authenticationSchemes of RFC 7643 §5',
  }),
  should('scim-resource-types', 'scim', TOKEN, {
    source: GROUPS,
    statement:
      'ResourceTypes, where it is served, lists User at /Users and Group at /Groups with their schemas (RFC 7643 §6; RFC 7644 §4).',
    remedy: 'list the resource types User and Group with endpoint and schema',
  }),
  should('scim-schemas', 'scim', TOKEN, {
    source: USERS,
    statement:
      'Schemas, where it is served, describes the attributes that users and groups show (RFC 7643 §7; RFC 7644 §4).',
    remedy: 'list the schemas of User and Group with every attribute that is sent',
  }),
];

/** `groups` of users and `members` of groups, each where it is shown: RFC 7643 sections 4.1.2 and 4.2. */
const scimMembers: readonly Requirement[] = [
  should('scim-members-exist', 'scim', TOKEN, {
    source: GROUPS,
    statement:
      'The value of each member of a group is the id of a user or group that is there (RFC 7643 §4.2).',
    remedy: 'send the id of the SCIM resource as value of a member, and drop members that are gone',
  }),
  should('scim-user-groups-exist', 'scim', TOKEN, {
    source: USERS,
    statement:
      'The value of each of the groups of a user is the id of a group that is there (RFC 7643 §4.1.2).',
    remedy: 'send the id of the SCIM Group as value, and drop groups that are gone',
  }),
  should('scim-members-have-groups', 'scim', TOKEN, {
    source: USERS,
    statement:
      'Where both sides are shown, a user that a group has as a member has that group (RFC 7643 §4.1.2, §4.2).',
    remedy: 'read groups of a user and members of a group from the same memberships',
  }),
  should('scim-groups-have-members', 'scim', TOKEN, {
    source: GROUPS,
    statement:
      'Where both sides are shown, a group that a user belongs to directly has that user as a member (RFC 7643 §4.1.2, §4.2).',
    remedy: 'read members of a group and groups of a user from the same memberships',
  }),
];

/** What "SCIM 2.0" owes a reader: RFC 7643 (schema) and RFC 7644 (protocol), read-only. */
export const scim: readonly Requirement[] = [
  ...lists,
  ...resources,
  ...scimPaging,
  ...scimFilters,
  ...errors,
  ...scimMembers,
  ...scimDiscovery,
];
