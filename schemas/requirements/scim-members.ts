import { type Requirement, should } from './row.ts';

const TOKEN = ['access-token'] as const;
const USERS = 'Other platform resources, Users (SCIM 2.0)';
const GROUPS = 'Other platform resources, Groups (SCIM 2.0)';

/** `groups` of users and `members` of groups, each where it is shown: RFC 7643 sections 4.1.2 and 4.2. */
export const scimMembers: readonly Requirement[] = [
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
