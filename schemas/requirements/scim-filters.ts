import { must, type Requirement, should } from './row.ts';

const TOKEN = ['access-token'] as const;
const USERS = 'Other platform resources, Users (SCIM 2.0)';
const GROUPS = 'Other platform resources, Groups (SCIM 2.0)';

/** Filters by `eq`: RFC 7644 section 3.4.2.2. All of them bind only where filtering by the attribute is supported. */
export const scimFilters: readonly Requirement[] = [
  must('scim-filter', 'scim', TOKEN, {
    source: USERS,
    statement:
      'Where filtering is supported, `userName eq` selects that user and nobody else (RFC 7644 §3.4.2.2).',
    remedy: 'apply the filter before building the ListResponse',
  }),
  must('scim-filter-external-id', 'scim', TOKEN, {
    source: USERS,
    statement:
      'Where that filter is supported, `externalId eq` selects the users of that externalId and nobody else (RFC 7644 §3.4.2.2; RFC 7643 §3.1).',
    remedy: 'compare the whole externalId, and nothing but it, with the value',
  }),
  must('scim-filter-display-name', 'scim', TOKEN, {
    source: USERS,
    statement:
      'Where that filter is supported, `displayName eq` selects every user of that displayName and nobody else (RFC 7644 §3.4.2.2).',
    remedy: 'compare the whole displayName with the value, and select all that equal it',
  }),
  must('scim-groups-filter', 'scim', TOKEN, {
    source: GROUPS,
    statement:
      'Where that filter is supported, `displayName eq` selects the groups of that displayName and no other (RFC 7644 §3.4.2.2).',
    remedy: 'apply the filter to groups as to users',
  }),
  must('scim-filter-total', 'scim', TOKEN, {
    source: USERS,
    statement: '`totalResults` of a filtered list counts what the filter selects (RFC 7644 §3.4.2).',
    remedy: 'count after the filter, not before it',
  }),
  must('scim-filter-value-case', 'scim', TOKEN, {
    source: USERS,
    statement: '`userName eq` selects the user in upper and lower case (RFC 7643 §4.1.1: case-insensitive).',
    remedy: 'fold the case of both userName and the value before they are compared',
  }),
  must('scim-filter-names-case', 'scim', TOKEN, {
    source: USERS,
    statement:
      'Attribute names and operators of a filter are read in upper and lower case (RFC 7644 §3.4.2.2).',
    remedy: 'fold the case of attribute names and operators when a filter is read',
  }),
  must('scim-filter-quoting', 'scim', TOKEN, {
    source: USERS,
    statement:
      'Quotes and backslashes that are escaped as in JSON belong to the value: no filter selects anybody else by them (RFC 7644 §3.4.2.2).',
    remedy: 'read the value as a JSON string up to its closing quote, and bind it as a parameter',
  }),
  should('scim-filter-escapes', 'scim', TOKEN, {
    source: USERS,
    statement:
      'A value with a `\\u` escape of JSON selects what the same value without it selects (RFC 7644 §3.4.2.2, figure 1).',
    remedy: 'read the value of a filter with a JSON parser',
  }),
  must('scim-invalid-filter', 'scim', TOKEN, {
    source: USERS,
    statement:
      'A filter with an unknown operator is declined with a 4xx, and selects nobody (RFC 7644 §3.4.2.2).',
    remedy: 'refuse operators that are not known with 400, and never list without the filter instead',
  }),
  should('scim-error-scim-type', 'scim', TOKEN, {
    source: USERS,
    statement:
      'The refusal of an unknown operator is 400 with the SCIM Error schema and scimType invalidFilter (RFC 7644 §3.4.2.2, §3.12).',
    remedy:
      'answer 400 with the SCIM Error schema and scimType "invalidFilter" to operators that are not known',
  }),
  must('scim-malformed-filter', 'scim', TOKEN, {
    source: USERS,
    statement:
      'A filter that breaks the grammar is refused with a 4xx, and selects nobody (RFC 7644 §3.4.2.2, §3.12).',
    remedy: 'answer 400 when a filter cannot be read to its end, and never list without the filter instead',
  }),
  should('scim-malformed-filter-error', 'scim', TOKEN, {
    source: USERS,
    statement:
      'The refusal of a filter that breaks the grammar is 400 with the SCIM Error schema (RFC 7644 §3.12).',
    remedy: 'answer 400 with the SCIM Error schema when a filter cannot be read to its end',
  }),
];
