import { excluded, must, type Requirement, should } from './row.ts';

/** Sentences of the interface that no area of its own covers. */
export const remaining: readonly Requirement[] = [
  must('service-data-api-served', 'data-api', ['data-api'], {
    source: 'What the service does, Core Data API',
    quote:
      '`POST /v1/load` below the Core Data base runs a query that is written in JSON. […] `POST /v1/coresql` below the Core Data base runs a query that is written in SQL. […] `GET /v1/meta` below the Core Data base returns metadata.',
    statement: 'The Core Data API serves its three endpoints: /v1/load, /v1/coresql and /v1/meta.',
    remedy: 'serve POST /v1/load, POST /v1/coresql and GET /v1/meta under TARGET_DATA_API_URL',
  }),
  must('service-ai-api-served', 'ai-api', ['ai-api'], {
    source: 'What the service does, AI API POST /chat/stream-chat-state',
    quote: "`POST /chat/stream-chat-state` below the agent's address streams the state of a conversation.",
    statement: 'The AI API serves its endpoint, /chat/stream-chat-state.',
    remedy: "serve POST /chat/stream-chat-state under the agent's URL, TARGET_AI_API_URL",
  }),
  excluded('service-core-data-address', {
    source: 'What the service does, Core Data API',
    statement:
      'The Core Data base address follows https://{deployment}.{region}.{data_host}{data_api_base_path}.',
    excluded: 'the tester supplies the address; a custom base path is allowed',
  }),
  excluded('service-ai-address', {
    source: 'What the service does, AI API',
    statement: 'The agent URL follows https://{ai_host}/api/v1/public/{accountName}/agents/{agentId}.',
    excluded: "the tester supplies the address, copied from the target's admin area",
  }),
  excluded('service-platform-address', {
    source: 'What the service does, Platform API',
    statement: 'The platform base address follows https://{tenant}.{platform_host}/api.',
    excluded: 'the tester supplies the address; a custom domain replaces the whole host',
  }),
  excluded('service-plans', {
    source: 'What the service does, plans',
    statement: 'Signed embedding is available on Premium and Enterprise plans.',
    excluded: 'commercial: a target without the plan is one without an API key',
  }),
  excluded('service-client-libraries', {
    source: 'What the service does, client libraries',
    statement: 'Client libraries exist for JavaScript and TypeScript.',
    excluded: 'a statement about packages, not about the HTTP interface',
  }),
  excluded('states-dashboard-transitions', {
    source: 'States and transitions, dashboard status',
    statement: 'Transitions of the dashboard status.',
    excluded: 'not shown; the values themselves are workspace-dashboard-status',
  }),
  must('states-item-type', 'workspace', ['access-token'], {
    source: 'States and transitions, item type',
    quote: 'The `type` of a workspace item is what the item is. It is not a state.',
    statement: 'The type of an item does not change: it is the same in every listing and for every caller.',
    remedy: 'read the type of an item from one place, whatever the query, the order and the caller',
  }),
  should('embed-record-fields', 'effects', ['api-key', 'creator-mode'], {
    source: 'Embed-tenant records, fields',
    statement:
      'If the record of an embed-tenant group shows how many users it has, and that number changes when users join, it counts the users of its own embed tenant.',
    remedy: 'count the current members of the record by its id, not by its name',
  }),
  excluded('platform-payloads', {
    source: 'Other platform resources, payloads',
    statement: 'Methods and payloads of the other platform resources.',
    excluded: 'not shown; only their authentication is judged',
  }),
  excluded('platform-data-ai-payloads', {
    source: 'Other platform resources, Core Data and AI payloads',
    statement: 'Request and response payloads of the Core Data API and the AI API.',
    excluded:
      'not shown; beside their authentication, what a tester declares is judged: a query, an SQL query and a prompt are answered, the metadata name what the query names, and the agent streams (service-data-…, service-ai-…)',
  }),
  excluded('auth-issuing', {
    source: 'Authentication, rule 8',
    statement: 'How keys and tokens are issued.',
    excluded: 'not shown',
  }),
  must('auth-workspace-filtered', 'workspace', ['access-token', 'other-access-token'], {
    source: 'Authentication, rule 7',
    quote: 'The results of a workspace listing are limited to what the caller may access.',
    statement:
      "Results are filtered for the calling user. A caller who uses another user's cursor sees only what the caller may see.",
    remedy: 'filter every page by its caller: a cursor is a position, and grants no access',
  }),
  excluded('events', {
    source: 'Events, all',
    statement: 'Events.',
    excluded: 'not shown',
  }),
  should('errors-shape', 'authentication', ['access-token', 'api-key'], {
    source: 'Errors, body shape',
    statement:
      "The body of an error may have any shape, but contains neither the caller's credential nor a stack trace of the server.",
    remedy: 'answer errors with a text for the caller, and write requests and stack traces to a log',
  }),
  must('embed-external-user-limit', 'embed', ['api-key', 'external-user-limit'], {
    source: 'Limits, external users',
    quote: 'An account holds up to 10,000 external users, and more when support raises that.',
    statement:
      'An account holds at most its limit of external users (10,000 unless raised). One more is refused, and known ones are still served.',
    remedy: 'count the external users of the account before another one is provisioned',
  }),
  must('limits-rates', 'workspace', ['access-token'], {
    source: 'Limits, rates and page size',
    quote:
      'Pagination is cursor-based: `pageInfo` of a page holds the cursors, `after` takes one, and `first` says how many items are wanted.',
    statement:
      'A `first` above the largest page size is refused, or its pages still lead to every item once. Rate limits are not judged; the suite honours 429 and Retry-After.',
    remedy:
      'cut `first` to the largest page size before `hasNextPage` and `endCursor` are computed, or answer 4xx',
  }),
  excluded('versioning-paths', {
    source: 'Versioning, rule 1',
    statement: 'Platform REST paths carry v1; SCIM paths carry /scim/v2.',
    excluded:
      'every request of the suite uses these paths; a target without them fails the requirements of those routes',
  }),
  must('versioning-openapi', 'description', ['openapi-description'], {
    source: 'Versioning, rule 2',
    quote:
      'The machine-readable description is an OpenAPI 3.1.0 document. The version of the interface in it is 1.0.0.',
    statement: 'The machine-readable description is OpenAPI 3.1.0, interface version 1.0.0.',
    remedy: 'publish an OpenAPI 3.1.0 document whose info.version is that of the interface',
  }),
  should('versioning-openapi-operations', 'description', ['openapi-description'], {
    source: 'Versioning, rule 2',
    statement: "The machine-readable description describes the interface's operations.",
    remedy:
      'describe paths, parameters, values, fields and security schemes as the interface shows them (npm run drift)',
  }),
  excluded('versioning-client-changelog', {
    source: 'Versioning, rule 3',
    statement: 'The client package publishes a changelog.',
    excluded: 'a statement about a package, not about the HTTP interface',
  }),
  excluded('versioning-deprecation', {
    source: 'Versioning, rule 4',
    statement: 'Deprecation and compatibility policy.',
    excluded: 'not shown',
  }),
];

const CORE_DATA = 'What the service does, Core Data API';
const AGENT = 'What the service does, AI API POST /chat/stream-chat-state';

/** Payloads that the interface does not show: who requires `data-api` or `ai-api` need declare nothing of them. */
export const declaredPayloads: readonly Requirement[] = [
  should('service-data-query-answered', 'payloads', ['data-api', 'data-query'], {
    source: `${CORE_DATA} POST /v1/load`,
    statement: 'The declared JSON query is answered with 2xx and JSON.',
    remedy:
      'answer the query of TARGET_DATA_QUERY with 2xx and JSON. If the request needs a body of another form, set it to the whole body',
  }),
  should('service-data-sql-answered', 'payloads', ['data-api', 'data-sql'], {
    source: `${CORE_DATA} POST /v1/coresql`,
    statement: 'The declared SQL query is answered with 2xx and JSON, as one text or line by line.',
    remedy:
      'answer the SQL of TARGET_DATA_SQL with 2xx and JSON. If the route has another name, set TARGET_DATA_SQL_PATH',
  }),
  should('service-data-meta-names-members', 'payloads', ['data-api', 'data-query'], {
    source: `${CORE_DATA} GET /v1/meta`,
    statement: 'The metadata are JSON, and name every measure, dimension and segment of the declared query.',
    remedy: 'list every member of the data model that queries may name in the answer of GET /v1/meta',
  }),
  should('service-ai-prompt-answered', 'payloads', ['ai-api', 'ai-prompt'], {
    source: AGENT,
    statement:
      'The declared prompt is answered with 2xx, and each line is well-formed: JSON, or Server-Sent Events with JSON data.',
    remedy:
      'answer TARGET_AI_PROMPT with 2xx, and write each state as one line of JSON or as an event with JSON data. If the request needs a body of another form, set it to the whole body',
  }),
  should('service-ai-answer-streamed', 'payloads', ['ai-api', 'ai-prompt'], {
    source: AGENT,
    statement: 'The answer to the declared prompt is a stream: it has more than one line or event.',
    remedy: 'send each state of the conversation as it is reached, and not only the last one',
  }),
  should('service-ai-answer-ends', 'payloads', ['ai-api', 'ai-prompt'], {
    source: AGENT,
    statement: 'The answer to the declared prompt ends.',
    remedy:
      'close the stream when the agent is done. If the agent needs more time, set TARGET_AI_ANSWER_SECONDS',
  }),
];
