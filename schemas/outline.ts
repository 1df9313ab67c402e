import { fieldTable } from './rules-page.ts';

/**
 * The outline of the interface: its sections, and in each section one entry for every sentence, table row, rule,
 * limit or error that binds somebody. A requirement names its place as `<section>, <entry>`. Nothing is derived
 * from the catalogue here, so that the two can be held against each other.
 */

/** A sentence of the interface. */
export interface Entry {
  readonly name: string;
  /** The entries that say it in full, when this one only repeats or foreshadows them. */
  readonly sameAs: readonly string[];
}

export interface Section {
  /** The heading, without its number. */
  readonly heading: string;
  readonly entries: readonly Entry[];
}

const say = (...names: string[]): Entry[] => names.map((name) => ({ name, sameAs: [] }));

const fields = (names: string): Entry[] => say(...names.split(' '));

/** Entries `rule 1` to `rule n`. */
const rules = (count: number): Entry[] =>
  say(...Array.from({ length: count }, (_, index) => `rule ${index + 1}`));

const again = (name: string, ...sameAs: string[]): Entry => ({ name, sameAs });

const section = (heading: string, ...entries: (Entry | Entry[])[]): Section => ({
  heading,
  entries: entries.flat(),
});

const tableFields = (heading: string): Entry[] => say(...fieldTable(heading).map(({ name }) => name));

const resource = (heading: string): Section => section(heading, tableFields(heading));

const RULES = 'Generate embed session';
const REQUEST = 'Embed session request';
const ADMIN = 'Embed-tenant admin endpoints';
const PLATFORM = 'Other platform resources';

const service: Section[] = [
  section(
    'What the service does',
    again('HTTPS only', 'Authentication, rule 1'),
    again('every request is authenticated', 'Authentication, rule 1'),
    say('Core Data API', 'AI API', 'Platform API'),
    again('Core Data API authorization', 'Authentication, rule 3'),
    again('AI API authorization', 'Authentication, rule 4'),
    again('Platform API authorization', 'Authentication, rule 2'),
    again('listing scoped to the calling user', 'List workspace items, rule 5'),
    again('short-lived sessions', 'Embed session response, sessionId use'),
    say('plans'),
    say('Core Data API POST /v1/load', 'Core Data API POST /v1/coresql', 'Core Data API GET /v1/meta'),
    say('AI API POST /chat/stream-chat-state', 'client libraries'),
  ),
];

const resources: Section[] = [
  section(
    'Workspace item',
    again('the shape of every element, whatever its type', 'WorkspaceConnectionResponse, items'),
    tableFields('Workspace item'),
  ),
  ...['WorkspaceConnectionResponse', 'PageInfo', 'ResourceOwner', 'Dashboard', 'DashboardConfig'].map(
    resource,
  ),
  ...['DashboardLayout', 'DashboardWidget'].map(resource),
  section('DashboardWidgetPosition', again('x, y, w and h', 'DashboardWidget, position')),
  ...['ReportSnapshot', 'ColumnFormatOverride'].map(resource),
];

const embed: Section[] = [
  section(
    REQUEST,
    fields('deploymentId externalId internalId email userProfile embedTenantName creatorMode userAttributes'),
    fields('groups userAttributeDefinitions groupDefinitions securityContext settings fields'),
    again('deploymentId access', 'Embed session response, sessionId use'),
    again('userAttributes effect', 'Embed session response, sessionId use'),
    again('securityContext effect', 'Embed session response, sessionId use'),
    say('internalId permissions', 'email attached', 'email only with externalId'),
    again('creatorMode resolution', `${RULES}, rule 5 creator mode`, `${RULES}, rule 8 creator mode`),
    again('exactly one of externalId and internalId', `${RULES}, rule 1`),
    again('definitions require creatorMode', `${RULES}, rule 9`),
    say('settings display'),
    again('userProfile displayName', `${REQUEST}, userProfile`, `${RULES}, rule 4 display`),
    again('userProfile picture', `${RULES}, rule 4`),
    again('userAttributes name', 'Errors, User attributes not found'),
    say('userAttributes value', 'groupDefinitions name', 'groupDefinitions description'),
    say('userAttributeDefinitions name', 'userAttributeDefinitions type', 'userAttributeDefinitions updates'),
    again('userAttributeDefinitions type is immutable', `${RULES}, rule 11`),
  ),
  section('Embed session response', say('sessionId', 'sessionId use')),
  section(
    'Embed-tenant records',
    again('id', `${ADMIN}, GET groups`, `${ADMIN}, GET user-attributes`),
    say('fields'),
  ),
];

const endpoints: Section[] = [
  section('States and transitions', say('dashboard status', 'item type')),
  section(
    'List workspace items',
    say('request'),
    fields('deploymentId folderId types search orderByField orderByDirection after first response'),
    rules(6),
  ),
  section(
    RULES,
    say('headers', 'content type'),
    again('response', 'Embed session response, sessionId'),
    rules(12),
    say('rule 4 display', 'rule 5 creator mode', 'rule 7 scope', 'rule 8 creator mode', 'rule 9 scope'),
  ),
  section(
    ADMIN,
    say('admin access'),
    again('Api-Key authentication', 'Authentication, rule 5'),
    say('GET groups', 'DELETE groups', 'GET user-attributes', 'DELETE user-attributes'),
    say('first and after on groups', 'first and after on user-attributes'),
    again('shape of list items and of delete responses', 'Embed-tenant records, fields'),
  ),
  section(
    PLATFORM,
    say('Deployments', 'Environments', 'Folders', 'Reports', 'Workbooks', 'Notifications', 'User attributes'),
    say('App theme', 'Embed', 'Embed tenants', 'Dbt sync', 'Env variables', 'OAuth integrations'),
    say('OIDC token configs', 'Regions', 'Tenant settings', 'User attribute values', 'User OAuth tokens'),
    say('Users admin', 'Users (SCIM 2.0)', 'Groups (SCIM 2.0)'),
    say('deployments listing first', 'deployments listing items', 'deployments listing id'),
    say('deployments listing name', 'payloads', 'Core Data and AI payloads'),
  ),
];

const general: Section[] = [
  section('Authentication', rules(8)),
  section('Events', say('all')),
  section(
    'Errors',
    say('API key scope', 'duplicate name in userAttributes', 'User attributes not found'),
    say('Groups with names not found', 'cannot change type', 'nothing is upserted'),
    say('duplicate name in definitions'),
    again('both or neither of externalId and internalId', `${RULES}, rule 1`),
    again(
      'forbidden fields with internalId',
      `${REQUEST}, groups`,
      `${REQUEST}, userAttributes`,
      `${REQUEST}, groupDefinitions`,
      `${REQUEST}, userAttributeDefinitions`,
      `${REQUEST}, securityContext`,
      `${REQUEST}, userProfile`,
    ),
    again('definitions without creatorMode, embedTenantName or the flag', `${RULES}, rule 9`),
    say('avatar URL', 'body shape'),
  ),
  section(
    'Limits',
    say('external users', 'embedTenantName length', 'first', 'avatar size', 'rates and page size'),
  ),
  section('Versioning', rules(4)),
];

export const outline: readonly Section[] = [...service, ...resources, ...embed, ...endpoints, ...general];

/** How a requirement cites an entry: `<section>, <entry>`. */
export const cite = (part: Section, entry: Entry): string => `${part.heading}, ${entry.name}`;
