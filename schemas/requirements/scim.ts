import { must, type Requirement } from './row.ts';

const TOKEN = ['access-token'] as const;
const USERS = 'Other platform resources, Users (SCIM 2.0)';
const GROUPS = 'Other platform resources, Groups (SCIM 2.0)';

/** What "SCIM 2.0" owes a reader: RFC 7643 (schema) and RFC 7644 (protocol), read-only. */
export const scim: readonly Requirement[] = [
  must('scim-users-list', 'scim', TOKEN, {
    source: USERS,
    statement: 'Users answer 200 with a ListResponse: schemas, totalResults, Resources (RFC 7644 §3.4.2).',
    remedy: 'wrap the users in urn:ietf:params:scim:api:messages:2.0:ListResponse',
  }),
  must('scim-groups-list', 'scim', TOKEN, {
    source: GROUPS,
    statement: 'Groups answer 200 with a ListResponse: schemas, totalResults, Resources (RFC 7644 §3.4.2).',
    remedy: 'wrap the groups in urn:ietf:params:scim:api:messages:2.0:ListResponse',
  }),
  must('scim-user-resource', 'scim', TOKEN, {
    source: USERS,
    statement: 'Each user has schemas, an id and a userName, as strings (RFC 7643 §3.1, §4.1).',
    remedy: 'send schemas, id and userName with every user',
  }),
  must('scim-group-resource', 'scim', TOKEN, {
    source: GROUPS,
    statement: 'Each group has schemas, an id and a displayName, as strings (RFC 7643 §3.1, §4.2).',
    remedy: 'send schemas, id and displayName with every group',
  }),
  must('scim-filter', 'scim', TOKEN, {
    source: USERS,
    statement:
      'Where filtering is supported, `userName eq` selects that user and nobody else (RFC 7644 §3.4.2.2).',
    remedy: 'apply the filter before building the ListResponse',
  }),
  must('scim-paging', 'scim', TOKEN, {
    source: USERS,
    statement:
      '`startIndex` is 1-based, `count` bounds the page, and `totalResults` stays the whole number (RFC 7644 §3.4.2.4).',
    remedy: 'page by startIndex and count over a stable order, with totalResults of the whole result',
  }),
  must('scim-error', 'scim', TOKEN, {
    source: USERS,
    statement: 'An unknown id is answered 404 with the SCIM Error schema and its status (RFC 7644 §3.12).',
    remedy: 'answer unknown ids with 404 and urn:ietf:params:scim:api:messages:2.0:Error',
  }),
];
