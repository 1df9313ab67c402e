import type { OpenAPIV3_1 } from 'openapi-types';

/** An operation as the contract writes it, dereferenced. */
export interface RawOperation extends OpenAPIV3_1.OperationObject {
  operationId: string;
  'x-family': Family;
  'x-requirement'?: string;
}

/** What a client needs to know of an operation. @throws Error when it names no security scheme */
export function readOperation(
  raw: RawOperation,
  { document, method, path }: { document: OpenAPIV3_1.Document; method: string; path: string },
): Operation {
  const answer = answerOf(raw);
  const shared = document.paths?.[path]?.parameters ?? [];
  return {
    id: raw.operationId,
    method: method.toUpperCase(),
    path,
    family: raw['x-family'],
    scheme: schemeOf(raw, document),
    parameters: [...shared, ...(raw.parameters ?? [])] as OpenAPIV3_1.ParameterObject[],
    describesAnswer: answer !== undefined,
    answerFields: answer?.required ?? [],
    ...(raw['x-requirement'] ? { requirement: raw['x-requirement'] } : {}),
  };
}

function schemeOf(raw: RawOperation, document: OpenAPIV3_1.Document): Scheme {
  const name = Object.keys((raw.security ?? document.security)?.[0] ?? {})[0] ?? '';
  const scheme = document.components?.securitySchemes?.[name] as Record<string, string> | undefined;
  if (!scheme) throw new Error(`${raw.operationId} in openapi.yaml names no security scheme.`);
  return { name, prefix: scheme.scheme === 'bearer' ? 'Bearer ' : (scheme['x-prefix'] ?? '') };
}

export function answerOf(raw: RawOperation | undefined): OpenAPIV3_1.SchemaObject | undefined {
  const success = Object.entries(raw?.responses ?? {}).find(([code]) => code.startsWith('2'))?.[1];
  return describedSchema(success as OpenAPIV3_1.ResponseObject | undefined);
}

/** The JSON schema of a response, unless it is absent or free-form. */
export function describedSchema(
  response: OpenAPIV3_1.ResponseObject | undefined,
): OpenAPIV3_1.SchemaObject | undefined {
  const content = response?.content ?? {};
  const json = Object.entries(content).find(([type]) => /\bjson\b/.test(type))?.[1];
  const schema = json?.schema as OpenAPIV3_1.SchemaObject | undefined;
  return schema && Object.keys(schema).length > 0 ? schema : undefined;
}

type Family = 'platform' | 'data' | 'ai';

export interface Scheme {
  name: string;
  /** What stands before the credential, e.g. `Bearer `. */
  prefix: string;
}

export interface Operation {
  id: string;
  method: string;
  /** Path template below the family's base address, e.g. `/v1/embed-tenants/{embedTenantName}/groups`. */
  path: string;
  family: Family;
  scheme: Scheme;
  /** The requirement that owns the status and media type of a success. */
  requirement?: string;
  parameters: OpenAPIV3_1.ParameterObject[];
  describesAnswer: boolean;
  /** The fields that every success has, where the contract describes an object. */
  answerFields: readonly string[];
}
