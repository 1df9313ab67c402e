import { must, type Requirement, should } from './row.ts';

const REQUEST = 'Embed session request';
const RULES = 'Generate embed session';
const CREATOR = ['api-key', 'creator-mode'] as const;
const USE = 'Embed session response, sessionId use';
const REDEEMED = ['api-key', 'redemption'] as const;
const SCOPED_GROUPS = [...CREATOR, 'scoped-memberships'] as const;
const SCOPED_VALUES = [...CREATOR, 'scoped-values'] as const;

/** What only an adapter shows: what a session is worth, and what users have inside embed tenants. */
export const effects: readonly Requirement[] = [
  must('embed-session-use', 'effects', REDEEMED, {
    source: USE,
    quote:
      'The session lasts for a short time and carries the deployment, the attribute values and the security context of its request.',
    statement:
      'A session grants access to the deployment of its request, with the security context of its request.',
    remedy: 'keep deploymentId and securityContext with each session, and open it with those',
  }),
  must('embed-session-user', 'effects', REDEEMED, {
    source: USE,
    quote:
      'A string, the stable id of an external user, lowercase and trimmed. […] The memberships are those of the user for whom the session is minted, and of nobody else. […] The session lasts for a short time and carries the deployment, the attribute values and the security context of its request.',
    statement:
      'A session is opened as the external user of its request, with the groups and values of that user.',
    remedy: 'open a session as the user whom its request named, with what is saved of that user',
  }),
  must('embed-session-ends', 'effects', REDEEMED, {
    source: USE,
    quote: 'The session lasts for a short time',
    statement:
      'A session is short-lived. It ends, and it can be opened for as long and as often as the target promises.',
    remedy: 'let sessions end; a lifetime and single use that `sessions` of the adapter names are owed',
  }),
  must('embed-session-creator-mode', 'effects', ['api-key', 'creator-mode', 'redemption'], {
    source: `${RULES}, rule 5 creator mode`,
    quote:
      'True makes a session in creator mode, in which groups and attributes resolve against the tables of the embed tenant',
    statement:
      'A creator-mode session is opened in creator mode, with groups and values of its embed tenant. Any other session is opened with the tenant-wide ones.',
    remedy:
      'save creatorMode and embedTenantName with each session, and read groups and values from that scope',
  }),
  must('embed-internal-permissions', 'effects', ['api-key', 'internal-id', 'redemption'], {
    source: `${REQUEST}, internalId permissions`,
    quote: 'A session for an internal user has the permissions that this user has anyway.',
    statement: "With internalId the internal user's existing permissions apply.",
    remedy: 'open the session as the internal user, with their own groups and without values of anybody else',
  }),
  must('embed-chat-display', 'effects', REDEEMED, {
    source: `${REQUEST}, settings display`,
    quote:
      '`showDashboardChat` may be true or false, which overrules the setting of the account, or be left out, which inherits it.',
    statement:
      'showDashboardChat shows or hides the chat in its own session. If it is omitted, the account-wide setting applies.',
    remedy: 'keep the override with the session alone: true and false take precedence, omitted inherits',
  }),
  must('embed-tenant-memberships', 'effects', SCOPED_GROUPS, {
    source: `${RULES}, rule 7`,
    quote: 'an array of names replaces them with memberships in exactly these groups.',
    statement:
      'In creator mode, `groups` replaces, clears or keeps the memberships in the groups of the embed tenant.',
    remedy: 'apply the rule of omitted, empty and populated `groups` to the memberships of the embed tenant',
  }),
  must('embed-tenant-memberships-apart', 'effects', SCOPED_GROUPS, {
    source: `${RULES}, rule 8 creator mode`,
    quote: 'In creator mode they are looked up among the groups of the embed tenant (`embed_user_groups`).',
    statement:
      'A membership in one embed tenant counts only there and only for its user: in no other embed tenant, and not tenant-wide.',
    remedy: 'key memberships by embed tenant, user and group',
  }),
  should('embed-groups-elsewhere-kept', 'effects', SCOPED_GROUPS, {
    source: `${RULES}, rule 7`,
    statement:
      '`groups` ends memberships only where its names are looked up. Memberships in other embed tenants stay, and so do tenant-wide ones.',
    remedy: 'replace the memberships of the user only in the catalog in which the call looks up its groups',
  }),
  must('embed-tenant-values', 'effects', SCOPED_VALUES, {
    source: `${RULES}, rule 6`,
    quote:
      'Values of attributes are saved for the user. A later request for the same `externalId` overwrites the values of the names that it carries. […] In creator mode they are looked up among the attributes of the embed tenant (`embed_user_attributes`).',
    statement:
      'In creator mode, values are saved for each user and overwritten by name, only in their embed tenant.',
    remedy: 'key values by embed tenant, user and attribute, and replace a list as a whole',
  }),
  must('embed-tenant-repeat-same-user', 'effects', [...SCOPED_GROUPS, 'scoped-values'], {
    source: `${RULES}, rule 10`,
    statement:
      'The same request sent twice in creator mode leaves the memberships and the values of the user in the embed tenant as they were.',
    remedy: 'save exactly what the request says, whatever was saved before: do not add, toggle or count',
    quote: 'Repeating the same request yields the same end state.',
  }),
];
