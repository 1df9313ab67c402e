import { must, type Requirement } from './row.ts';

const REQUEST = 'Embed session request';
const RULES = 'Generate embed session';
const USE = 'Embed session response, sessionId use';
const REDEEMED = ['api-key', 'redemption'] as const;
const SCOPED_GROUPS = ['api-key', 'creator-mode', 'scoped-memberships'] as const;
const SCOPED_VALUES = ['api-key', 'creator-mode', 'scoped-values'] as const;

/** What only an adapter shows: what a session is worth, and what users have inside embed tenants. */
export const effects: readonly Requirement[] = [
  must('embed-session-use', 'effects', REDEEMED, {
    source: USE,
    quote:
      'The session lasts for a short time and carries the deployment, the attribute values and the security context of its request.',
    statement: 'A session grants access to the deployment of its request, with the context of its request.',
    remedy: 'keep deploymentId and securityContext with each session, and open it with those',
  }),
  must('embed-session-user', 'effects', REDEEMED, {
    source: USE,
    quote:
      'The session lasts for a short time and carries the deployment, the attribute values and the security context of its request.',
    statement:
      'A session is opened as the external user of its request, with the groups and values of that user.',
    remedy: 'open a session as the user whom its request named, with what is saved of that user',
  }),
  must('embed-session-ends', 'effects', REDEEMED, {
    source: USE,
    quote: 'The session lasts for a short time',
    statement:
      'A session is short-lived: it ends, and can be opened for as long and as often as the target promises.',
    remedy: 'let sessions end; a lifetime and single use that `sessions` of the adapter names are owed',
  }),
  must('embed-session-creator-mode', 'effects', ['api-key', 'creator-mode', 'redemption'], {
    source: `${RULES}, rule 5 creator mode`,
    quote:
      'True makes a session in creator mode, in which groups and attributes resolve against the tables of the embed tenant',
    statement:
      'A creator-mode session is opened in creator mode, with groups and values of its embed tenant; any other with the tenant-wide ones.',
    remedy: 'keep creatorMode and embedTenantName with each session, and look into the tables of that scope',
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
      'showDashboardChat shows or hides the chat in its own session; omitted inherits the account-wide setting.',
    remedy: 'keep the override with the session alone: true and false take precedence, omitted inherits',
  }),
  must('embed-tenant-memberships', 'effects', SCOPED_GROUPS, {
    source: `${RULES}, rule 7`,
    quote: 'an array of names replaces them by memberships in exactly these groups.',
    statement:
      'In creator mode, too, `groups` replaces, clears or keeps memberships: those in the groups of the embed tenant.',
    remedy: 'apply the rule of omitted, empty and populated `groups` to the memberships of the embed tenant',
  }),
  must('embed-tenant-memberships-apart', 'effects', SCOPED_GROUPS, {
    source: `${RULES}, rule 8 creator mode`,
    quote: 'In creator mode they are looked up among the groups of the embed tenant (`embed_user_groups`).',
    statement:
      'A membership in one embed tenant counts in no other one, for no other user, and not tenant-wide.',
    remedy: 'key memberships by embed tenant, user and group',
  }),
  must('embed-tenant-values', 'effects', SCOPED_VALUES, {
    source: `${RULES}, rule 6`,
    quote:
      'In creator mode they are looked up among the attributes of the embed tenant (`embed_user_attributes`).',
    statement:
      'In creator mode, too, values are saved for each user and overwritten by name: in their embed tenant alone.',
    remedy: 'key values by embed tenant, user and attribute',
  }),
  must('embed-tenant-repeat-same-user', 'effects', [...SCOPED_GROUPS, 'scoped-values'], {
    source: `${RULES}, rule 10`,
    statement:
      'An identical request in creator mode twice leaves the memberships and the values of the user in the embed tenant as they were.',
    remedy: 'set what a request says, whatever was saved before: add, toggle and count nothing',
    quote: 'The same request once more leaves everything as it is.',
  }),
];
