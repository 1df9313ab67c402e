import { kebab, must, type Need, type Profile, type Requirement, should } from './row.ts';

/**
 * "Every request is authenticated" is judged route by route. These take the same credential: operation id of the contract, entry
 * of the section, and what it is called.
 */
const routes = (
  profile: Profile,
  need: Need,
  section: string,
  rows: readonly (readonly [operation: string, entry: string, noun?: string])[],
) =>
  rows.map(([operation, entry, noun = entry]) => ({
    operation,
    refusal: must(`auth-${kebab(operation)}-refuses-strangers`, profile, [need], {
      source: `${section}, ${entry}`,
      quote: 'Only HTTPS is accepted, and every request is authenticated.',
      statement: `A request to ${noun} without credentials, with an empty header or with a credential that was never issued is refused.`,
      remedy: 'authenticate this route before anything else and answer 401',
    }),
  }));

const PLATFORM = 'Other platform resources';
const SERVICE = 'What the service does';

const ROUTES = [
  ...routes('authentication', 'access-token', 'List workspace items', [
    ['workspaceObjects', 'request', 'the workspace listing'],
  ]),
  ...routes('authentication', 'api-key', 'Generate embed session', [
    ['generateSession', 'headers', 'generate-session'],
  ]),
  ...routes('authentication', 'api-key', 'Embed-tenant admin endpoints', [
    ['listEmbedTenantGroups', 'GET groups', 'the embed-tenant group list'],
    ['deleteEmbedTenantGroup', 'DELETE groups', 'embed-tenant group deletion'],
    ['listEmbedTenantUserAttributes', 'GET user-attributes', 'the embed-tenant attribute list'],
    ['deleteEmbedTenantUserAttribute', 'DELETE user-attributes', 'embed-tenant attribute deletion'],
  ]),
  ...routes('authentication', 'access-token', PLATFORM, [['listDeployments', 'Deployments']]),
  ...routes('platform', 'access-token', PLATFORM, [
    ['getEnvironments', 'Environments'],
    ['getFolders', 'Folders'],
    ['getReports', 'Reports'],
    ['getWorkbooks', 'Workbooks'],
    ['getNotifications', 'Notifications'],
    ['getUserAttributes', 'User attributes'],
    ['getAppConfig', 'App theme'],
    ['getEmbed', 'Embed'],
    ['getEmbedTenant', 'Embed tenants'],
    ['getDbtSync', 'Dbt sync'],
    ['getEnvVars', 'Env variables'],
    ['getOauthIntegrations', 'OAuth integrations'],
    ['getOidcTokenConfigs', 'OIDC token configs'],
    ['getRegions', 'Regions'],
    ['getTenantSettings', 'Tenant settings'],
    ['getUserAttributeValues', 'User attribute values'],
    ['getUserOauthTokens', 'User OAuth tokens'],
    ['getUsers', 'Users admin'],
  ]),
  ...routes('scim', 'access-token', PLATFORM, [
    ['scimListUsers', 'Users (SCIM 2.0)', 'SCIM Users'],
    ['scimListGroups', 'Groups (SCIM 2.0)', 'SCIM Groups'],
  ]),
  ...routes('data-api', 'data-api', SERVICE, [
    ['dataLoad', 'Core Data API POST /v1/load', 'the JSON query'],
    ['dataCoresql', 'Core Data API POST /v1/coresql', 'the SQL query'],
    ['dataMeta', 'Core Data API GET /v1/meta', 'the data-model metadata'],
  ]),
  ...routes('ai-api', 'ai-api', SERVICE, [
    ['aiStreamChatState', 'AI API POST /chat/stream-chat-state', 'the agent conversation'],
  ]),
];

/** Every route of the contract, with the requirement that it refuses callers without valid credentials. */
export const refusingRoutes = ROUTES.map(({ operation, refusal: { id } }) => ({ id, operation }));

export const authentication: readonly Requirement[] = [
  ...ROUTES.map(({ refusal }) => refusal),
  must('auth-https-only', 'authentication', ['http-url'], {
    source: 'Authentication, rule 1',
    quote: 'Only HTTPS is accepted, and every request is authenticated.',
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
      'The Core Data API takes its API token, a JWT, as the whole value of `Authorization`, without a prefix.',
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
  // An account may issue keys for all its tenants: how they are issued is not shown.
  should('auth-foreign-key-refused', 'authentication', ['api-key', 'plain-tenant'], {
    source: 'Authentication, rule 8',
    statement: 'An API key or an access token of one tenant is refused by another one.',
    remedy: 'look keys and tokens up among those of the tenant that the base address names',
  }),
  must('auth-scope-outside-403', 'authentication', ['api-key', 'scoped-api-key', 'out-of-scope-deployment'], {
    source: 'Errors, API key scope',
    quote: 'A `deploymentId` outside the scope of the key: `403 Forbidden`.',
    statement: 'A key scoped to deployments gets exactly 403 for a `deploymentId` outside its scope.',
    remedy:
      "compare deploymentId with the key's scope and answer 403 Forbidden outside it. If TARGET_SCOPED_API_KEY has no scope, or its scope includes that deployment, correct it",
  }),
  must('auth-scope-inside-accepted', 'authentication', ['scoped-api-key'], {
    source: 'Authentication, rule 6',
    quote:
      'With such a key, the `deploymentId` of generate-session must be one of them, or else the request is rejected with 403.',
    statement: 'A scoped key mints sessions for a deployment within its scope.',
    remedy:
      "accept deploymentIds within the key's scope. If TARGET_DEPLOYMENT_ID is outside it, correct one of the two settings",
  }),
  must('auth-unscoped-any-deployment', 'authentication', ['api-key', 'out-of-scope-deployment'], {
    source: 'Authentication, rule 6',
    quote: 'A key without a scope may mint sessions for any deployment.',
    statement: 'An unscoped key mints sessions for any deployment.',
    remedy:
      'do not apply a scope to keys that have none. If TARGET_API_KEY has a scope, set it as TARGET_SCOPED_API_KEY, and set TARGET_API_KEY to a key without a scope',
  }),
  should('auth-strangers-get-401', 'authentication', ['access-token'], {
    source: 'Authentication, rule 1',
    statement: 'A request without credentials is answered 401.',
    remedy: 'answer 401 with WWW-Authenticate rather than 403, 404 or a redirect',
  }),
];
