import { must, type Requirement, should } from './row.ts';

const NEEDS = ['access-token', 'scim-filters'] as const;
const USERS = 'Other platform resources, Users (SCIM 2.0)';
const GROUPS = 'Other platform resources, Groups (SCIM 2.0)';

const MATCHING = 'When specified, only those resources matching the filter expression SHALL be returned.';
const TOTAL =
  'The total number of results returned by the list or query operation. The value may be larger than the number of resources returned, such as when returning a single page (see Section 3.4.2.4) of results where multiple pages are available. REQUIRED.';

/** Filters: RFC 7644 section 3.4.2.2. All of them bind only where filtering by the attribute is supported. */
export const scimFilters: readonly Requirement[] = [
  must('scim-filter', 'scim', NEEDS, {
    source: USERS,
    statement:
      'Where that filter is supported, `userName eq` selects every user of that userName and nobody else, and `id eq` nobody else than that user (RFC 7644 §3.4.2.2).',
    quote: MATCHING,
    remedy: 'apply the filter before building the ListResponse',
  }),
  must('scim-filter-external-id', 'scim', NEEDS, {
    source: USERS,
    statement:
      'Where that filter is supported, `externalId eq` selects the users of that externalId and nobody else (RFC 7644 §3.4.2.2; RFC 7643 §3.1).',
    quote: MATCHING,
    remedy: 'compare the whole externalId, and nothing but it, with the value',
  }),
  must('scim-filter-display-name', 'scim', NEEDS, {
    source: USERS,
    statement:
      'Where that filter is supported, `displayName eq` selects every user of that displayName and nobody else (RFC 7644 §3.4.2.2).',
    quote: MATCHING,
    remedy: 'compare the whole displayName with the value, and select all that equal it',
  }),
  must('scim-groups-filter', 'scim', NEEDS, {
    source: GROUPS,
    statement:
      'Where that filter is supported, `displayName eq` selects the groups of that displayName and no other, and `id eq` no other than that group (RFC 7644 §3.4.2.2).',
    quote: MATCHING,
    remedy: 'apply the filter to groups as to users',
  }),
  should('scim-filter-logical-operators', 'scim', NEEDS, {
    source: USERS,
    statement:
      'Where they are supported, `and`, `or` and `not` select the users or groups that match the filter as a whole (RFC 7644 §3.4.2.2).',
    remedy: 'read a filter to its end, or decline those of several comparisons with 400 and invalidFilter',
  }),
  should('scim-filter-qualified-names', 'scim', NEEDS, {
    source: USERS,
    statement:
      'Where that is supported, an attribute that a filter names with its schema is that attribute (RFC 7644 §3.10).',
    remedy: 'take the URN of the schema off the name of an attribute, or decline such a name with 400',
  }),
  must('scim-filter-total', 'scim', NEEDS, {
    source: USERS,
    statement: '`totalResults` of a filtered list counts what the filter selects (RFC 7644 §3.4.2).',
    quote: TOTAL,
    remedy: 'count after the filter, not before it',
  }),
  must('scim-filter-value-case', 'scim', NEEDS, {
    source: USERS,
    statement:
      '`userName eq` selects the same users in upper and lower case (RFC 7643 §4.1.1, case-insensitive; RFC 7644 §3.4.2.2).',
    quote:
      'When comparing attributes of type String, the case sensitivity for String type attributes SHALL be determined by the attribute\'s "caseExact" characteristic (see Section 2.2 of [RFC7643]).',
    remedy: 'fold the case of both userName and the value before they are compared',
  }),
  should('scim-filter-names-case', 'scim', NEEDS, {
    source: USERS,
    statement:
      'Attribute names and operators of a filter are read in upper and lower case (RFC 7644 §3.4.2.2).',
    remedy: 'fold the case of attribute names and operators when a filter is read',
  }),
  must('scim-filter-quoting', 'scim', NEEDS, {
    source: USERS,
    statement:
      'Quotes and backslashes that are escaped as in JSON belong to the value: no filter selects anybody else by them (RFC 7644 §3.4.2.2).',
    quote: MATCHING,
    remedy: 'read the value as a JSON string up to its closing quote, and bind it as a parameter',
  }),
  should('scim-filter-escapes', 'scim', NEEDS, {
    source: USERS,
    statement:
      'A value with a `\\u` escape of JSON selects what the same value without it selects, and no escape is answered with a 5xx (RFC 7644 §3.4.2.2, figure 1).',
    remedy: 'read the value of a filter with a JSON parser',
  }),
  must('scim-invalid-filter', 'scim', NEEDS, {
    source: USERS,
    statement:
      'A filter with an unknown operator is declined with a 4xx, and selects nobody (RFC 7644 §3.4.2.2).',
    quote:
      'Providers MUST decline to filter results if the specified filter operation is not recognized and return an HTTP 400 error with a "scimType" error of "invalidFilter" and an appropriate human-readable response as per Section 3.12.',
    remedy: 'refuse operators that are not known with 400, and never list without the filter instead',
  }),
  should('scim-error-scim-type', 'scim', NEEDS, {
    source: USERS,
    statement:
      'The refusal of an unknown operator is 400 with the SCIM Error schema and scimType invalidFilter (RFC 7644 §3.4.2.2, §3.12).',
    remedy:
      'answer 400 with the SCIM Error schema and scimType "invalidFilter" to operators that are not known',
  }),
  should('scim-malformed-filter', 'scim', NEEDS, {
    source: USERS,
    statement:
      'A filter that breaks the grammar is refused with a 4xx, and selects nobody (RFC 7644 §3.4.2.2, §3.12).',
    remedy: 'answer 400 when a filter cannot be read to its end, and never list without the filter instead',
  }),
  should('scim-malformed-filter-error', 'scim', NEEDS, {
    source: USERS,
    statement:
      'The refusal of a filter that breaks the grammar is 400 with the SCIM Error schema (RFC 7644 §3.12).',
    remedy: 'answer 400 with the SCIM Error schema when a filter cannot be read to its end',
  }),
];

const TOKEN = ['access-token'] as const;

const AT_MOST =
  'When specified, the service provider MUST NOT return more results than specified, although it MAY return fewer results.';

/** Index-based paging: RFC 7644 section 3.4.2.4. */
export const scimPaging: readonly Requirement[] = [
  must('scim-paging', 'scim', TOKEN, {
    source: USERS,
    statement: 'A page holds no more users than `count` says (RFC 7644 §3.4.2.4).',
    quote: AT_MOST,
    remedy: 'bound the page of users by count, whatever else is asked for',
  }),
  must('scim-groups-paging', 'scim', TOKEN, {
    source: GROUPS,
    statement: 'A page holds no more groups than `count` says (RFC 7644 §3.4.2.4).',
    quote: AT_MOST,
    remedy: 'bound the page of groups by count, whatever else is asked for',
  }),
  must('scim-total-results', 'scim', TOKEN, {
    source: USERS,
    statement:
      '`totalResults` counts all users or groups that are listed, whatever page of them is shown (RFC 7644 §3.4.2).',
    quote:
      'The total number of results returned by the list or query operation. The value may be larger than the number of resources returned, such as when returning a single page (see Section 3.4.2.4) of results where multiple pages are available. REQUIRED.',
    remedy: 'count the whole result as totalResults, independently of the page',
  }),
  should('scim-paging-walk', 'scim', TOKEN, {
    source: USERS,
    statement:
      '`startIndex` is 1-based, and reading on from page to page yields every user once, `totalResults` in all, whatever the page size (RFC 7644 §3.4.2.4).',
    remedy: 'order the users by something unique before the page is cut, and count what can be reached',
  }),
  should('scim-groups-paging-walk', 'scim', TOKEN, {
    source: GROUPS,
    statement:
      '`startIndex` is 1-based, and reading on from page to page yields every group once, `totalResults` in all, whatever the page size (RFC 7644 §3.4.2.4).',
    remedy: 'order the groups by something unique before the page is cut, and count what can be reached',
  }),
  should('scim-start-index-below-one', 'scim', TOKEN, {
    source: USERS,
    statement: 'A `startIndex` below 1 is taken for 1 (RFC 7644 §3.4.2.4, table 6).',
    remedy: 'raise startIndex to 1 before it becomes an offset',
  }),
  should('scim-start-index-past-end', 'scim', TOKEN, {
    source: USERS,
    statement:
      'A `startIndex` past the end answers 200, no resources and the whole `totalResults` (RFC 7644 §3.4.2.4).',
    remedy: 'answer an empty page past the end, and count independently of the page',
  }),
  must('scim-count-zero', 'scim', TOKEN, {
    source: USERS,
    statement: '`count=0` is answered without resources (RFC 7644 §3.4.2.4, table 6).',
    quote: AT_MOST,
    remedy: 'tell a count of 0 from one that is absent',
  }),
  should('scim-count-negative', 'scim', TOKEN, {
    source: USERS,
    statement: 'A negative `count` is taken for 0 (RFC 7644 §3.4.2.4, table 6).',
    remedy: 'raise count to 0 before it bounds the page',
  }),
  should('scim-items-per-page', 'scim', TOKEN, {
    source: USERS,
    statement:
      '`itemsPerPage` is the number of resources on the page; a partial page has it (RFC 7644 §3.4.2.4, table 7).',
    remedy: 'send the length of Resources as itemsPerPage, not what was asked for',
  }),
  must('scim-start-index-echo', 'scim', TOKEN, {
    source: USERS,
    statement:
      'The `startIndex` of an answer is the 1-based index of its first resource; a partial page has it (RFC 7644 §3.4.2).',
    quote:
      'The 1-based index of the first result in the current set of list results. REQUIRED when partial results are returned due to pagination.',
    remedy: 'send the index from which the page was cut as startIndex',
  }),
];
