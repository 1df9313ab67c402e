import type { KnownData } from './known-data.ts';

/** Generated requests for each operation in a phase. With so few of them a run takes about a quarter of a minute. */
const MAX_EXAMPLES = 5;
/** How often a parameter that names a record has the name of one that is there; else it is generated. */
const KNOWN = 0.9;

/** Where the report is written, beside the configuration. */
export const REPORT = 'report.json';

/** A text of TOML: JSON escapes what TOML must have escaped. */
const text = (value = ''): string => JSON.stringify(value);

const binding = (dictionary: string, probability = KNOWN): string =>
  `{ dictionary = "${dictionary}", probability = ${probability} }`;

/**
 * The file `schemathesis.toml` of a run: the credential of each security scheme, what the reference holds, all phases and
 * checks as they are by default, and a fixed choice of data.
 *
 * @param settings - of the reference
 */
export function configuration(settings: Readonly<Record<string, string>>, known: KnownData): string {
  const { TARGET_BASE_URL = '', NODE_EXTRA_CA_CERTS, TARGET_ACCESS_TOKEN } = settings;
  return `base-url = ${text(new URL(TARGET_BASE_URL).origin)}
tls-verify = ${text(NODE_EXTRA_CA_CERTS)}
seed = 1
color = false
# One failure must not hide another of the same operation.
continue-on-failure = true
request-timeout = 10.0

[reports.json]
path = "${REPORT}"

[generation]
max-examples = ${MAX_EXAMPLES}
deterministic = true
database = "none"
# Failures are counted, not read.
no-shrink = true

[auth.openapi]
accessToken = { bearer = ${text(TARGET_ACCESS_TOKEN)} }
apiKey = { api_key = ${text(`Api-Key ${settings.TARGET_API_KEY}`)} }
aiKey = { api_key = ${text(`Api-Key ${settings.TARGET_AI_API_KEY}`)} }
dataToken = { api_key = ${text(settings.TARGET_DATA_API_TOKEN)} }

[dictionaries]
deployments = { values = [${known.deploymentId}] }
embed-tenants = { values = [${text(known.embedTenantName)}] }
users = { values = [${text(known.scimUserId)}] }
groups = { values = [${text(known.scimGroupId)}] }

[parameters]
"path.deploymentId" = ${binding('deployments')}
"path.embedTenantName" = ${binding('embed-tenants')}
"body.deploymentId" = ${binding('deployments')}
"body.embedTenantName" = ${binding('embed-tenants')}

[[operations]]
include-operation-id = "scimGetUser"
parameters = { "path.id" = ${binding('users')} }

[[operations]]
include-operation-id = "scimGetGroup"
parameters = { "path.id" = ${binding('groups')} }
`;
}
