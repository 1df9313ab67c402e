import SwaggerParser from '@apidevtools/swagger-parser';
import { parse } from 'yaml';
import type { Schema } from './schema-shape.ts';

/** The text is no OpenAPI description. The message ends a sentence that begins with the name of what was read. */
export class NoDescription extends Error {
  override name = 'NoDescription';
}

/** Reads a description, which may refer to files beside it where its path is given. @throws NoDescription */
export async function readDescription(text: string, file?: string): Promise<Description> {
  const document = parsed(text);
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new NoDescription(
      `is no OpenAPI description: it ${/^\s*</.test(text) ? 'is a web page' : 'holds no object'}`,
    );
  const { openapi, swagger, paths } = document as Description & { swagger?: unknown };
  if (!/^3\.[01](\.\d+)?$/.test(String(openapi))) {
    const said = openapi ?? swagger;
    throw new NoDescription(
      `is no description of OpenAPI 3.0 or 3.1: ${said === undefined ? 'it names no version' : `its version is ${said}`}`,
    );
  }
  if (typeof paths !== 'object' || paths === null)
    throw new NoDescription('is no OpenAPI description of operations: it has no paths');
  return dereferenced(document, file);
}

function parsed(text: string): unknown {
  try {
    // What most descriptions are is read much faster so.
    return text.trimStart().startsWith('{') ? JSON.parse(text) : parse(text);
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw new NoDescription(`is neither JSON nor YAML: ${line.replace(/:$/, '')}`);
  }
}

/** What came from the network must not make this machine read files, or ask anybody else. */
async function dereferenced(document: object, file: string | undefined): Promise<Description> {
  const options = { resolve: { external: file !== undefined, http: false as const } };
  try {
    return (await (file === undefined
      ? SwaggerParser.dereference(document as never, options)
      : SwaggerParser.dereference(file, document as never, options))) as Description;
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw new NoDescription(`is no OpenAPI description: ${line}`);
  }
}

/** What is read of OpenAPI 3.0 and 3.1 documents, dereferenced. Anything in it may be missing, or something else. */
export interface Description {
  openapi?: unknown;
  info?: { version?: unknown };
  servers?: Server[];
  security?: Record<string, unknown>[];
  paths?: Record<string, PathItem>;
  components?: { securitySchemes?: Record<string, Record<string, unknown>> };
}

interface Server {
  url?: string;
  variables?: Record<string, { default?: string }>;
}

interface PathItem extends Record<string, unknown> {
  parameters?: DescribedParameter[];
  servers?: Server[];
}

export interface OperationObject {
  parameters?: DescribedParameter[];
  requestBody?: Body;
  responses?: Record<string, Body>;
  security?: Record<string, unknown>[];
  servers?: Server[];
}

interface Body {
  content?: Record<string, { schema?: Schema }>;
}

export interface DescribedParameter extends Body {
  name?: string;
  in?: string;
  required?: boolean;
  schema?: Schema;
}

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

export const describedOperations = (description: Description): DescribedOperation[] =>
  Object.entries(description.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method] as OperationObject | undefined;
      if (typeof operation !== 'object' || operation === null) return [];
      const servers = operation.servers ?? item.servers ?? description.servers;
      // Those of an operation take the place of those of its path.
      const parameters = [...listOf(item.parameters), ...listOf(operation.parameters)];
      return {
        method: method.toUpperCase(),
        paths: [...new Set([...listOf(servers).map(pathOfServer), ''].map((base) => `${base}${path}`))],
        parameters: [...new Map(parameters.map((one) => [`${one.in} ${one.name}`, one])).values()],
        operation,
      };
    }),
  );

/** What the address of a server puts before every path. */
function pathOfServer({ url = '', variables }: Server): string {
  const filled = String(url).replace(/\{([^}]*)\}/g, (_, name: string) => variables?.[name]?.default ?? name);
  return filled.replace(/^([a-z][a-z0-9+.-]*:)?\/\/[^/]*/i, '').replace(/\/+$/, '');
}

export const jsonSchemaOf = (body: Body | undefined): Schema | undefined =>
  Object.entries(body?.content ?? {}).find(([type]) => /\bjson\b|^\*\/\*$/.test(type))?.[1]?.schema;

export function answerSchemaOf({ responses }: OperationObject): Schema | undefined {
  const successes = Object.entries(responses ?? {}).filter(([code]) => /^2(\d\d|XX)$/i.test(code));
  return successes.map(([, response]) => jsonSchemaOf(response)).find((schema) => schema !== undefined);
}
