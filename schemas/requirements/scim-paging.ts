import { must, type Requirement, should } from './row.ts';

const TOKEN = ['access-token'] as const;
const USERS = 'Other platform resources, Users (SCIM 2.0)';
const GROUPS = 'Other platform resources, Groups (SCIM 2.0)';

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
