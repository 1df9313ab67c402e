import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { KnownData } from './known-data.ts';
import { withoutUnicodeClasses } from './unicode-classes.ts';

const CONTRACT = new URL('../../../../schemas/openapi.yaml', import.meta.url);

/** The setting that holds the base address of each family of operations. */
const BASES = {
  platform: 'TARGET_BASE_URL',
  data: 'TARGET_DATA_API_URL',
  ai: 'TARGET_AI_API_URL',
} as const;

interface RawOperation {
  readonly operationId: string;
  readonly 'x-family': keyof typeof BASES;
  security: readonly Readonly<Record<string, readonly string[]>>[];
  parameters?: readonly object[];
  readonly requestBody?: {
    readonly content: Record<string, { examples?: Record<string, { value: object }> }>;
  };
}
type PathItem = Record<'get' | 'post' | 'delete', RawOperation | undefined> & { servers?: object };
interface Example {
  example?: string | number;
}

/** As much of the contract as the copy changes. */
interface Document {
  servers: readonly { url: string }[];
  paths: Record<string, PathItem>;
  readonly components: {
    readonly securitySchemes: Record<string, object>;
    readonly parameters: Record<'DeploymentId' | 'EmbedTenantName' | 'Id', Example>;
    readonly schemas: {
      readonly RecordId: { examples?: object };
      readonly EmbedSessionRequest: {
        examples?: object;
        readonly properties: { readonly externalId: { pattern: string } };
      };
    };
  };
}

/** Requests for sessions that the reference grants: those of the contract name users and attributes that it does not have. */
function sessionExamples(known: KnownData): Record<string, { value: object }> {
  const { deploymentId, internalId, group, userAttribute, embedTenantName } = known;
  const creator = { deploymentId, externalId: 'author-3', embedTenantName, creatorMode: true };
  return {
    externalUser: {
      value: {
        deploymentId,
        externalId: 'viewer-17@customer.example',
        email: 'viewer-17@customer.example',
        userProfile: { displayName: 'Ada Viewer', picture: 'https://images.example/ada.png' },
        groups: [group],
        userAttributes: [{ name: userAttribute, value: 'emea' }],
        settings: { showDashboardChat: false },
      },
    },
    internalUser: { value: { deploymentId, internalId } },
    creatorMode: {
      value: {
        ...creator,
        groupDefinitions: [{ name: 'authors', description: 'Who may edit' }],
        userAttributeDefinitions: [{ name: 'stores', type: 'number_array', displayName: 'Stores' }],
        groups: ['authors'],
        userAttributes: [{ name: 'stores', value: [4, 8] }],
      },
    },
  };
}

/** Puts what the reference holds where the contract shows an example. */
function nameKnownData({ components }: Document, operation: RawOperation, known: KnownData): void {
  const ids: Record<string, string> = { scimGetUser: known.scimUserId, scimGetGroup: known.scimGroupId };
  const example = ids[operation.operationId];
  if (example) operation.parameters = [{ ...components.parameters.Id, example }];
  const body = operation.requestBody?.content?.['application/json'];
  if (body?.examples) body.examples = sessionExamples(known);
}

/**
 * A copy of the contract that a tester with one base address can use, and that means the same: paths begin with the base path
 * of their family, the key of the AI API is a scheme of its own, examples name what the reference holds, and patterns have no
 * Unicode classes.
 *
 * @param settings - of the reference, all of whose families have one origin
 * @returns the copy as JSON
 */
export async function contractCopy(
  settings: Readonly<Record<string, string>>,
  known: KnownData,
): Promise<string> {
  const document = parse(await readFile(CONTRACT, 'utf8')) as Document;
  const { parameters, schemas, securitySchemes } = document.components;
  parameters.DeploymentId.example = known.deploymentId;
  parameters.EmbedTenantName.example = known.embedTenantName;
  delete schemas.RecordId.examples;
  delete schemas.EmbedSessionRequest.examples;
  const { externalId } = schemas.EmbedSessionRequest.properties;
  externalId.pattern = withoutUnicodeClasses(externalId.pattern);
  securitySchemes.aiKey = { ...securitySchemes.apiKey };
  const paths = Object.entries(document.paths).map(([path, { servers: _, ...item }]) => {
    const operations = Object.values(item).filter((operation) => operation !== undefined);
    for (const operation of operations) nameKnownData(document, operation, known);
    const [family] = operations.map((operation) => operation['x-family']);
    if (!family) throw new Error(`openapi.yaml has no operation at ${path}; expected one with an x-family.`);
    for (const operation of operations) if (family === 'ai') operation.security = [{ aiKey: [] }];
    return [new URL(settings[BASES[family]] ?? '').pathname + path, item];
  });
  return JSON.stringify({
    ...document,
    servers: [{ url: new URL(settings.TARGET_BASE_URL ?? '').origin }],
    paths: Object.fromEntries(paths),
  });
}
