import * as row from './row.ts';

type Requirement = row.Requirement;
type Needs = readonly row.Need[];

const TOKEN = ['access-token'] as const;
const NEEDS = ['access-token', 'scim-filters'] as const;
const USERS = 'Other platform resources, Users (SCIM 2.0)';
const GROUPS = 'Other platform resources, Groups (SCIM 2.0)';

/** What a row says: it is about users unless it names another source. */
type Text = Omit<Parameters<typeof row.should>[3], 'source'> & { readonly source?: string };

const must = (id: string, needs: Needs, { source = USERS, ...text }: Text & { quote: string }) =>
  row.must(id, 'scim', needs, { source, ...text });
const should = (id: string, needs: Needs, { source = USERS, ...text }: Text) =>
  row.should(id, 'scim', needs, { source, ...text });

/** What holds for users and for groups alike. The ids of some rules of users are older than those of groups, and name no kind. */
const both = (
  of: (noun: 'user' | 'group', source: string, type: 'User' | 'Group', older: string) => Requirement,
): Requirement[] => [of('user', USERS, 'User', 'scim'), of('group', GROUPS, 'Group', 'scim-groups')];

const MATCHING = 'When specified, only those resources matching the filter expression SHALL be returned.';
const TOTAL =
  'The total number of results returned by the list or query operation. The value may be larger than the number of resources returned, such as when returning a single page (see Section 3.4.2.4) of results where multiple pages are available. REQUIRED.';

/** Filters: RFC 7644 section 3.4.2.2. All of them bind only where filtering by the attribute is supported. */
const scimFilters: readonly Requirement[] = [
  must('scim-filter', NEEDS, {
    statement:
      'Where that filter is supported, `userName eq` selects every user of that userName and nobody else, and `id eq` selects only that user (RFC 7644 §3.4.2.2).',
    quote: MATCHING,
    remedy: 'apply the filter before building the ListResponse',
  }),
  must('scim-filter-external-id', NEEDS, {
    statement:
      'Where that filter is supported, `externalId eq` selects the users of that externalId and nobody else (RFC 7644 §3.4.2.2; RFC 7643 §3.1).',
    quote: MATCHING,
    remedy: 'compare the whole externalId, and nothing but it, with the value',
  }),
  must('scim-filter-display-name', NEEDS, {
    statement:
      'Where that filter is supported, `displayName eq` selects every user of that displayName and nobody else (RFC 7644 §3.4.2.2).',
    quote: MATCHING,
    remedy: 'compare the whole displayName with the value, and select all that equal it',
  }),
  must('scim-groups-filter', NEEDS, {
    source: GROUPS,
    statement:
      'Where that filter is supported, `displayName eq` selects the groups of that displayName and no others, and `id eq` selects only that group (RFC 7644 §3.4.2.2).',
    quote: MATCHING,
    remedy: 'apply the filter to groups as to users',
  }),
  should('scim-filter-logical-operators', NEEDS, {
    statement:
      'Where they are supported, `and`, `or` and `not` select the users or groups that match the filter as a whole (RFC 7644 §3.4.2.2).',
    remedy: 'parse the whole filter, or decline filters with several comparisons with 400 and invalidFilter',
  }),
  should('scim-filter-qualified-names', NEEDS, {
    statement:
      'Where it is supported, an attribute name with the URN of its schema before it means that attribute (RFC 7644 §3.10).',
    remedy: 'remove the URN of the schema from the name of an attribute, or decline such a name with 400',
  }),
  should('scim-filter-text-operators', NEEDS, {
    statement:
      'Where they are supported, `co`, `sw` and `ew` select the users whose `userName` contains, begins with or ends with a text, and `ne` those whose `userName` differs from it (RFC 7644 §3.4.2.2).',
    remedy: 'apply each operator, or decline those that you do not support with 400 and invalidFilter',
  }),
  must('scim-filter-total', NEEDS, {
    statement:
      '`totalResults` of a filtered list counts what the filter selects: a list with 0 where that is nobody (RFC 7644 §3.4.2).',
    quote: `${TOTAL} […] A query that does not return any matches SHALL return success (HTTP status code 200) with "totalResults" set to a value of 0.`,
    remedy: 'count after the filter, not before it',
  }),
  must('scim-filter-value-case', NEEDS, {
    statement:
      '`userName eq` selects the same users in upper and lower case (RFC 7643 §4.1.1, case-insensitive; RFC 7644 §3.4.2.2).',
    quote:
      'This attribute is REQUIRED and is case insensitive. […] When comparing attributes of type String, the case sensitivity for String type attributes SHALL be determined by the attribute\'s "caseExact" characteristic (see Section 2.2 of [RFC7643]).',
    remedy: 'fold the case of both userName and the value before they are compared',
  }),
  should('scim-filter-names-case', NEEDS, {
    statement:
      'Attribute names and operators of a filter are read in upper and lower case (RFC 7644 §3.4.2.2).',
    remedy: 'fold the case of attribute names and operators when a filter is read',
  }),
  must('scim-filter-quoting', NEEDS, {
    statement:
      'Quotes and backslashes that are escaped as in JSON are part of the value, and make no filter select anybody else (RFC 7644 §3.4.2.2).',
    quote: MATCHING,
    remedy: 'read the value as a JSON string up to its closing quote, and bind it as a parameter',
  }),
  should('scim-filter-escapes', NEEDS, {
    statement:
      'A value with a `\\u` escape of JSON selects the same as the unescaped value, and no escape is answered with a 5xx (RFC 7644 §3.4.2.2, figure 1).',
    remedy: 'read the value of a filter with a JSON parser',
  }),
  must('scim-invalid-filter', NEEDS, {
    statement:
      'A filter with an unknown operator is declined with a 4xx, and selects nobody (RFC 7644 §3.4.2.2).',
    quote:
      'Providers MUST decline to filter results if the specified filter operation is not recognized and return an HTTP 400 error with a "scimType" error of "invalidFilter" and an appropriate human-readable response as per Section 3.12.',
    remedy: 'refuse unknown operators with 400, and never ignore the filter',
  }),
  should('scim-error-scim-type', NEEDS, {
    statement:
      'The refusal of an unknown operator is 400 with the SCIM Error schema and scimType invalidFilter (RFC 7644 §3.4.2.2, §3.12).',
    remedy: 'answer unknown operators with 400, the SCIM Error schema and scimType "invalidFilter"',
  }),
  should('scim-malformed-filter', NEEDS, {
    statement:
      'A filter that breaks the grammar is refused with a 4xx, and selects nobody (RFC 7644 §3.4.2.2, §3.12).',
    remedy: 'answer 400 when a filter cannot be parsed completely, and never ignore the filter',
  }),
  should('scim-malformed-filter-error', NEEDS, {
    statement:
      'The refusal of a filter that breaks the grammar is 400 with the SCIM Error schema (RFC 7644 §3.12).',
    remedy: 'answer 400 with the SCIM Error schema when a filter cannot be parsed completely',
  }),
];

const AT_MOST =
  'When specified, the service provider MUST NOT return more results than specified, although it MAY return fewer results.';

/** Index-based paging: RFC 7644 section 3.4.2.4. */
const scimPaging: readonly Requirement[] = [
  ...both((noun, source, _type, older) =>
    must(`${older}-paging`, TOKEN, {
      source,
      statement: `A page holds at most \`count\` ${noun}s (RFC 7644 §3.4.2.4).`,
      quote: AT_MOST,
      remedy: `limit the page of ${noun}s to count, whatever the other parameters are`,
    }),
  ),
  must('scim-total-results', TOKEN, {
    statement:
      '`totalResults` counts all users or groups of the list, whichever page is shown (RFC 7644 §3.4.2).',
    quote: TOTAL,
    remedy: 'count the whole result as totalResults, independently of the page',
  }),
  ...both((noun, source, _type, older) =>
    should(`${older}-paging-walk`, TOKEN, {
      source,
      statement: `\`startIndex\` is 1-based, and reading page by page yields every ${noun} once, \`totalResults\` in all, at every page size (RFC 7644 §3.4.2.4).`,
      remedy: `order the ${noun}s by something unique before the page is cut, and count only ${noun}s that pages can reach`,
    }),
  ),
  should('scim-start-index-below-one', TOKEN, {
    statement: 'A `startIndex` below 1 is taken for 1 (RFC 7644 §3.4.2.4, table 6).',
    remedy: 'raise startIndex to 1 before it becomes an offset',
  }),
  should('scim-start-index-past-end', TOKEN, {
    statement:
      'A `startIndex` past the end answers 200, no resources and the whole `totalResults` (RFC 7644 §3.4.2.4).',
    remedy: 'answer an empty page past the end, and count independently of the page',
  }),
  must('scim-count-zero', TOKEN, {
    statement: '`count=0` yields no resources (RFC 7644 §3.4.2.4, table 6).',
    quote: AT_MOST,
    remedy: 'do not treat a count of 0 like an absent count',
  }),
  should('scim-count-negative', TOKEN, {
    statement: 'A negative `count` is taken for 0 (RFC 7644 §3.4.2.4, table 6).',
    remedy: 'raise count to 0 before it bounds the page',
  }),
  should('scim-items-per-page', TOKEN, {
    statement:
      '`itemsPerPage` is the number of resources on the page, and a partial page includes it (RFC 7644 §3.4.2.4, table 7).',
    remedy: 'send the length of Resources as itemsPerPage, not what was asked for',
  }),
  must('scim-start-index-echo', TOKEN, {
    statement:
      'The `startIndex` of an answer is the 1-based index of its first resource, and a partial page includes it (RFC 7644 §3.4.2).',
    quote:
      'The 1-based index of the first result in the current set of list results. REQUIRED when partial results are returned due to pagination.',
    remedy: 'send the index from which the page was cut as startIndex',
  }),
];

const LIST_RESPONSE = `Responses MUST be identified using the following URI: "urn:ietf:params:scim:api:messages:2.0:ListResponse". […] ${TOTAL} […] A multi-valued list of complex objects containing the requested resources. This MAY be a subset of the full set of resources if pagination (Section 3.4.2.4) is requested. REQUIRED if "totalResults" is non-zero.`;

const SCHEMAS =
  'All representations of SCIM schemas MUST include a non-empty array with value(s) of the URIs supported by that representation.';
const ID = 'Each representation of the resource MUST include a non-empty "id" value.';

const lists: readonly Requirement[] = [
  ...both((noun, source, type) =>
    must(`scim-${noun}s-list`, TOKEN, {
      source,
      statement: `${type}s are listed in a ListResponse: schemas, totalResults, Resources; also with \`startIndex\` and \`count\`, unless these are refused (RFC 7644 §3.4.2).`,
      quote: LIST_RESPONSE,
      remedy: `wrap the ${noun}s in urn:ietf:params:scim:api:messages:2.0:ListResponse`,
      vacuousOn: ['empty SCIM list'],
    }),
  ),
  should('scim-list-status', TOKEN, {
    statement:
      'A list that is served is answered with status 200, whatever its parameters are (RFC 7644 §3.4.2).',
    remedy:
      'answer every list with status 200: 206 is for ranges of bytes, a count of 0 is no error, and a parameter that you do not support can be ignored or declined with 400',
  }),
  must('scim-accept', TOKEN, {
    statement: 'A request for users that accepts application/scim+json alone is served (RFC 7644 §3.8).',
    quote: 'Service providers MUST support the "Accept" header "Accept: application/scim+json"',
    remedy: 'serve application/scim+json to clients that accept nothing else',
  }),
  should('scim-media-type', TOKEN, {
    statement:
      'Lists, single resources and errors are sent as application/scim+json (RFC 7644 §3.1, §8.1). The suite reads application/json, too.',
    remedy: 'send Content-Type: application/scim+json with every answer under /scim/v2',
  }),
];

const resources: readonly Requirement[] = [
  must('scim-user-resource', TOKEN, {
    statement:
      'Each user has schemas, an id and a userName, as strings, no password, and at most one primary value of each attribute (RFC 7643 §2.4, §3, §3.1, §4.1.1).',
    quote: `${SCHEMAS} […] ${ID} […] Each User MUST include a non-empty userName value. […] The cleartext value or the hashed value of a password SHALL NOT be returnable by a service provider. […] The primary attribute value "true" MUST appear no more than once.`,
    remedy: 'send schemas, id and userName with every user, never a password, and mark one value as primary',
  }),
  must('scim-group-resource', TOKEN, {
    source: GROUPS,
    statement: 'Each group has schemas, an id and a displayName, as strings (RFC 7643 §3, §3.1, §4.2).',
    quote: `${SCHEMAS} […] ${ID} […] A human-readable name for the Group. REQUIRED.`,
    remedy: 'send schemas, id and displayName with every group',
  }),
  ...both((noun, source, type) =>
    must(`scim-${noun}-schema`, TOKEN, {
      source,
      statement: `The schemas of each ${noun} name urn:ietf:params:scim:schemas:core:2.0:${type} and every extension that it shows, not the other type, and nothing twice (RFC 7643 §3).`,
      quote: `${SCHEMAS} The "schemas" attribute for a resource MUST only contain values defined as "schema" and "schemaExtensions" for the resource's defined "resourceType". Duplicate values MUST NOT be included.`,
      remedy: `put urn:ietf:params:scim:schemas:core:2.0:${type} into schemas once, beside any extension`,
    }),
  ),
  ...both((noun, source) =>
    should(`scim-${noun}-by-id`, TOKEN, {
      source,
      statement: `A listed ${noun} can be read by its id: 200 and the same ${noun} (RFC 7644 §3.4.1).`,
      remedy: `look a ${noun} up by the id that the list shows, and answer that resource itself`,
    }),
  ),
  ...both((noun, source) =>
    must(`scim-${noun}-id-stable`, TOKEN, {
      source,
      statement: `The id of a ${noun} is no other ${noun}'s, and stays the same from answer to answer (RFC 7643 §3.1).`,
      quote:
        "This identifier MUST be unique across the SCIM service provider's entire set of resources. It MUST be a stable, non-reassignable identifier that does not change when the same resource is returned in subsequent requests.",
      remedy: `derive the id from something that never changes, never from the position in an answer. Users and groups must not share ids, as ids from two sequences do`,
    }),
  ),
  ...both((noun, source, type) =>
    should(`scim-${noun}-meta-type`, TOKEN, {
      source,
      statement: `meta.resourceType of a ${noun}, where it is shown, is "${type}" (RFC 7643 §3.1, §6).`,
      remedy: `send the name of the resource type, "${type}", as meta.resourceType`,
    }),
  ),
  must('scim-meta-dates', TOKEN, {
    statement:
      'meta.created and meta.lastModified, where they are shown, are texts with date and time, as xsd:dateTime writes them (RFC 7643 §2.3.5, §3.1).',
    quote:
      'The "DateTime" that the resource was added to the service provider. This attribute MUST be a DateTime. […] The attribute value MUST be encoded as a valid xsd:dateTime as specified in Section 3.3.7 of [XML-Schema] and MUST include both a date and a time.',
    remedy: 'send dates such as 2008-01-23T04:56:22Z: no number, no date alone, and no space before the time',
  }),
  should('scim-meta-location', TOKEN, {
    statement:
      'meta.location, where it is shown, is an address of that very user or group (RFC 7643 §3.1; RFC 7644 §3.4.1).',
    remedy: 'send an address at which that resource is answered as meta.location: its endpoint and its id',
  }),
];

const errors: readonly Requirement[] = [
  ...both((noun, source) =>
    should(`scim-${noun}-unknown-id`, TOKEN, {
      source,
      statement: `An id of no ${noun} is refused (any 4xx), and never answered with a ${noun} (RFC 7644 §3.4.1, §3.12).`,
      remedy: `compare the whole id, and answer 404 when no ${noun} has it`,
    }),
  ),
  ...both((noun, source, _type, older) =>
    should(`${older}-error`, TOKEN, {
      source,
      statement: `An unknown id of a ${noun} is answered 404 with the SCIM Error schema and its status (RFC 7644 §3.12).`,
      remedy: 'answer unknown ids with 404 and urn:ietf:params:scim:api:messages:2.0:Error',
    }),
  ),
  should('scim-error-status-text', TOKEN, {
    statement: 'The status of a SCIM error is the HTTP status, as a JSON string (RFC 7644 §3.12).',
    remedy: 'send "404" rather than 404 as status of the error',
  }),
];

/** Discovery documents: RFC 7644 section 4. The interface does not list them, so only what is served is judged. */
const scimDiscovery: readonly Requirement[] = [
  should('scim-service-provider-config', TOKEN, {
    statement:
      'ServiceProviderConfig, where it is served, says of each feature whether it is supported, and where that is ETags, users have one (RFC 7643 §5; RFC 7644 §3.14, §4).',
    remedy: 'send patch, bulk, filter, changePassword, sort, etag and authenticationSchemes of RFC 7643 §5',
  }),
  should('scim-resource-types', TOKEN, {
    source: GROUPS,
    statement:
      'ResourceTypes, where it is served, lists User at /Users and Group at /Groups with their schemas (RFC 7643 §6; RFC 7644 §4).',
    remedy: 'list the resource types User and Group with endpoint and schema',
  }),
  should('scim-schemas', TOKEN, {
    statement:
      'Schemas, where it is served, describes the attributes that users and groups show (RFC 7643 §7; RFC 7644 §4).',
    remedy: 'list the schemas of User and Group with every attribute that is sent',
  }),
];

/** `groups` of users and `members` of groups, each where it is shown: RFC 7643 sections 4.1.2 and 4.2. */
const scimMembers: readonly Requirement[] = [
  should('scim-members-exist', TOKEN, {
    source: GROUPS,
    statement:
      'The value of each member of a group is the id of a user or group that is there, and $ref its address (RFC 7643 §2.3.7, §4.2).',
    remedy:
      'send the id of the SCIM resource as value of a member, its address as $ref, and drop members that are gone',
  }),
  should('scim-user-groups-exist', TOKEN, {
    statement:
      'The value of each of the groups of a user is the id of a group that is there, and $ref its address (RFC 7643 §2.3.7, §4.1.2).',
    remedy: 'send the id of the SCIM Group as value, its address as $ref, and drop groups that are gone',
  }),
  should('scim-members-have-groups', TOKEN, {
    statement:
      'Where both sides are shown, a user that a group has as a member has that group (RFC 7643 §4.1.2, §4.2).',
    remedy: 'read groups of a user and members of a group from the same memberships',
  }),
  should('scim-groups-have-members', TOKEN, {
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
