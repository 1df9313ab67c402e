import type { Schema } from './schema-shape.ts';

/** What is read of OpenAPI 3.0 and 3.1 documents, dereferenced. Anything in it may be missing, or something else. */
export interface DescribedParameter {
  name?: string;
  in?: string;
  required?: boolean;
  schema?: Schema;
  content?: Record<string, { schema?: Schema }>;
}

interface Server {
  url?: string;
  variables?: Record<string, { default?: string }>;
}

/** Parts of a body, by media type. */
interface Body {
  content?: Record<string, { schema?: Schema }>;
}

export interface OperationObject {
  parameters?: DescribedParameter[];
  requestBody?: Body & { required?: boolean };
  responses?: Record<string, Body>;
  security?: Record<string, unknown>[];
  servers?: Server[];
}

interface PathItem extends Record<string, unknown> {
  parameters?: DescribedParameter[];
  servers?: Server[];
}

export interface Description {
  openapi?: unknown;
  info?: { version?: unknown };
  servers?: Server[];
  security?: Record<string, unknown>[];
  paths?: Record<string, PathItem>;
  components?: { securitySchemes?: Record<string, Record<string, unknown>> };
}

/** An operation of a description. */
export interface DescribedOperation {
  method: string;
  /** Below the host, such as `/api/v1/deployments/{id}/workspace`, for each server that it is served by. */
  paths: string[];
  parameters: DescribedParameter[];
  operation: OperationObject;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

const listOf = <One>(list: readonly One[] | undefined): readonly One[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [];

/** Every operation of a description. */
export const describedOperations = (description: Description): DescribedOperation[] =>
  Object.entries(description.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method] as OperationObject | undefined;
      if (typeof operation !== 'object' || operation === null) return [];
      const servers = operation.servers ?? item.servers ?? description.servers ?? [];
      return {
        method: method.toUpperCase(),
        paths: [...new Set([...listOf(servers).map(pathOfServer), ''].map((base) => `${base}${path}`))],
        parameters: parametersOf(item.parameters, operation.parameters),
        operation,
      };
    }),
  );

/** Those of an operation take the place of those of its path. */
function parametersOf(
  ofPath: readonly DescribedParameter[] | undefined,
  own: readonly DescribedParameter[] | undefined,
): DescribedParameter[] {
  const byName = new Map([...listOf(ofPath), ...listOf(own)].map((one) => [`${one.in} ${one.name}`, one]));
  return [...byName.values()];
}

/** What the address of a server puts before every path. */
function pathOfServer({ url = '', variables }: Server): string {
  const filled = String(url).replace(/\{([^}]*)\}/g, (_, name: string) => variables?.[name]?.default ?? name);
  return filled.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '').replace(/\/+$/, '');
}

/** The schema of a JSON body; undefined where there is none. */
export const jsonSchemaOf = (body: Body | undefined): Schema | undefined =>
  Object.entries(body?.content ?? {}).find(([type]) => /\bjson\b|^\*\/\*$/.test(type))?.[1]?.schema;

/** The schema of a success; undefined where none is described. */
export function answerSchemaOf({ responses }: OperationObject): Schema | undefined {
  const successes = Object.entries(responses ?? {}).filter(([code]) => /^2(\d\d|XX)$/i.test(code));
  return successes.map(([, response]) => jsonSchemaOf(response)).find((schema) => schema !== undefined);
}
