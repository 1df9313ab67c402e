import { kebab, must, type Need, type Profile, type Requirement, should } from './row.ts';

/**
 * [operation id of the contract, section and entry, what it is called, profile, credential].
 * One row an operation: "every request must be authenticated" is judged route by route.
 */
type RouteRow = readonly [operation: string, source: string, noun: string, profile: Profile, need: Need];

const PLATFORM = 'Other platform resources';
const CORE_DATA = 'What the service does, Core Data API';

const ROUTES: readonly RouteRow[] = [
  [
    'workspaceObjects',
    'List workspace items, request',
    'the workspace listing',
    'authentication',
    'access-token',
  ],
  ['generateSession', 'Generate embed session, headers', 'generate-session', 'authentication', 'api-key'],
  [
    'listEmbedTenantGroups',
    'Embed-tenant admin endpoints, GET groups',
    'the embed-tenant group list',
    'authentication',
    'api-key',
  ],
  [
    'deleteEmbedTenantGroup',
    'Embed-tenant admin endpoints, DELETE groups',
    'embed-tenant group deletion',
    'authentication',
    'api-key',
  ],
  [
    'listEmbedTenantUserAttributes',
    'Embed-tenant admin endpoints, GET user-attributes',
    'the embed-tenant attribute list',
    'authentication',
    'api-key',
  ],
  [
    'deleteEmbedTenantUserAttribute',
    'Embed-tenant admin endpoints, DELETE user-attributes',
    'embed-tenant attribute deletion',
    'authentication',
    'api-key',
  ],
  ['listDeployments', `${PLATFORM}, Deployments`, 'Deployments', 'authentication', 'access-token'],
  ['getEnvironments', `${PLATFORM}, Environments`, 'Environments', 'platform', 'access-token'],
  ['getFolders', `${PLATFORM}, Folders`, 'Folders', 'platform', 'access-token'],
  ['getReports', `${PLATFORM}, Reports`, 'Reports', 'platform', 'access-token'],
  ['getWorkbooks', `${PLATFORM}, Workbooks`, 'Workbooks', 'platform', 'access-token'],
  ['getNotifications', `${PLATFORM}, Notifications`, 'Notifications', 'platform', 'access-token'],
  ['getUserAttributes', `${PLATFORM}, User attributes`, 'User attributes', 'platform', 'access-token'],
  ['getAppConfig', `${PLATFORM}, App theme`, 'App theme', 'platform', 'access-token'],
  ['getEmbed', `${PLATFORM}, Embed`, 'Embed', 'platform', 'access-token'],
  ['getEmbedTenant', `${PLATFORM}, Embed tenants`, 'Embed tenants', 'platform', 'access-token'],
  ['getDbtSync', `${PLATFORM}, Dbt sync`, 'Dbt sync', 'platform', 'access-token'],
  ['getEnvVars', `${PLATFORM}, Env variables`, 'Env variables', 'platform', 'access-token'],
  [
    'getOauthIntegrations',
    `${PLATFORM}, OAuth integrations`,
    'OAuth integrations',
    'platform',
    'access-token',
  ],
  [
    'getOidcTokenConfigs',
    `${PLATFORM}, OIDC token configs`,
    'OIDC token configs',
    'platform',
    'access-token',
  ],
  ['getRegions', `${PLATFORM}, Regions`, 'Regions', 'platform', 'access-token'],
  ['getTenantSettings', `${PLATFORM}, Tenant settings`, 'Tenant settings', 'platform', 'access-token'],
  [
    'getUserAttributeValues',
    `${PLATFORM}, User attribute values`,
    'User attribute values',
    'platform',
    'access-token',
  ],
  ['getUserOauthTokens', `${PLATFORM}, User OAuth tokens`, 'User OAuth tokens', 'platform', 'access-token'],
  ['getUsers', `${PLATFORM}, Users admin`, 'Users admin', 'platform', 'access-token'],
  ['scimListUsers', `${PLATFORM}, Users (SCIM 2.0)`, 'SCIM Users', 'scim', 'access-token'],
  ['scimListGroups', `${PLATFORM}, Groups (SCIM 2.0)`, 'SCIM Groups', 'scim', 'access-token'],
  ['dataLoad', `${CORE_DATA} POST /v1/load`, 'the JSON query', 'data-api', 'data-api'],
  ['dataCoresql', `${CORE_DATA} POST /v1/coresql`, 'the SQL query', 'data-api', 'data-api'],
  ['dataMeta', `${CORE_DATA} GET /v1/meta`, 'the data-model metadata', 'data-api', 'data-api'],
  [
    'aiStreamChatState',
    'What the service does, AI API POST /chat/stream-chat-state',
    'the agent conversation',
    'ai-api',
    'ai-api',
  ],
];

const refusalOf = (operation: string): string => `auth-${kebab(operation)}-refuses-strangers`;

/** Every route of the contract, with the requirement that it refuses callers without valid credentials. */
export const refusingRoutes: readonly { id: string; operation: string }[] = ROUTES.map(([operation]) => ({
  id: refusalOf(operation),
  operation,
}));

const refusals = ROUTES.map(([operation, source, noun, profile, need]) =>
  must(refusalOf(operation), profile, [need], {
    source,
    quote: 'Nothing but HTTPS is accepted, and each request is authenticated.',
    statement: `A request to ${noun} without credentials, with an empty header or with a credential that was never issued is refused.`,
    remedy: 'authenticate this route before anything else and answer 401',
  }),
);

export const authentication: readonly Requirement[] = [
  ...refusals,
  must('auth-https-only', 'authentication', ['http-url'], {
    source: 'Authentication, rule 1',
    quote: 'Nothing but HTTPS is accepted, and each request is authenticated.',
    statement: 'Plain HTTP is not served: refused, redirected or closed.',
    remedy: 'close the plain-HTTP port, or answer every request on it with a redirect to HTTPS or a 4xx',
  }),
  must('auth-bearer-accepted', 'core', ['access-token'], {
    source: 'Authentication, rule 2',
    quote: 'The Platform API, REST and SCIM 2.0 alike, takes `Authorization: Bearer <ACCESS_TOKEN>`.',
    statement: 'The platform API takes `Authorization: Bearer <ACCESS_TOKEN>`.',
    remedy: 'accept the bearer token on the workspace listing',
  }),
  must('auth-scim-bearer-accepted', 'scim', ['access-token'], {
    source: 'Authentication, rule 2',
    statement: 'SCIM takes `Authorization: Bearer <ACCESS_TOKEN>`.',
    quote: 'The Platform API, REST and SCIM 2.0 alike, takes `Authorization: Bearer <ACCESS_TOKEN>`.',
    remedy: 'accept the bearer token of the platform under /scim/v2 too',
  }),
  must('auth-data-token-accepted', 'data-api', ['data-api'], {
    source: 'Authentication, rule 3',
    quote:
      'The Core Data API takes its API token, a JWT, as the whole value of `Authorization`, with nothing before it.',
    statement: 'The Core Data API takes the API token itself as the header value, without prefix.',
    remedy: 'accept the bare JWT in the Authorization header',
  }),
  must('auth-ai-key-accepted', 'ai-api', ['ai-api'], {
    source: 'Authentication, rule 4',
    quote: 'The AI API takes `Authorization: Api-Key <API_KEY>`.',
    statement: 'The AI API takes `Authorization: Api-Key <API_KEY>`.',
    remedy: 'accept the Api-Key scheme on the agent URL',
  }),
  must('auth-api-key-accepted', 'core', ['api-key'], {
    source: 'Authentication, rule 5',
    quote:
      'Generate-session and the embed-tenant admin endpoints take `Authorization: Api-Key <API_KEY>` with an API key of the platform;',
    statement: 'Generate-session takes `Authorization: Api-Key <API_KEY>`.',
    remedy: 'accept the Api-Key scheme on generate-session',
  }),
  must('auth-foreign-key-refused', 'authentication', ['api-key', 'plain-tenant'], {
    source: 'Authentication, rule 1',
    quote: 'Nothing but HTTPS is accepted, and each request is authenticated.',
    statement:
      'An API key or an access token of one tenant is refused by another one, which never issued it.',
    remedy: 'look keys and tokens up among those of the tenant that the base address names',
  }),
  must('auth-scope-outside-403', 'authentication', ['api-key', 'scoped-api-key', 'out-of-scope-deployment'], {
    source: 'Errors, API key scope',
    quote: 'A `deploymentId` outside the scope of the key: `403 Forbidden`.',
    statement: 'A key scoped to deployments gets exactly 403 for a `deploymentId` outside its scope.',
    remedy: "compare deploymentId with the key's scope and answer 403 Forbidden outside it",
  }),
  must('auth-scope-inside-accepted', 'authentication', ['scoped-api-key'], {
    source: 'Authentication, rule 6',
    quote:
      'With such a key, the `deploymentId` of generate-session must be one of them, or else the request is rejected with 403.',
    statement: 'A scoped key mints sessions for a deployment within its scope.',
    remedy: "accept deploymentIds within the key's scope",
  }),
  must('auth-unscoped-any-deployment', 'authentication', ['api-key', 'out-of-scope-deployment'], {
    source: 'Authentication, rule 6',
    quote: 'A key without a scope may mint sessions for any deployment.',
    statement: 'An unscoped key mints sessions for any deployment.',
    remedy: 'do not apply a scope to keys that have none',
  }),
  should('auth-strangers-get-401', 'authentication', ['access-token'], {
    source: 'Authentication, rule 1',
    statement: 'A request without credentials is answered 401.',
    remedy: 'answer 401 with WWW-Authenticate rather than 403, 404 or a redirect',
  }),
];
