import SwaggerParser from '@apidevtools/swagger-parser';
import { parse } from 'yaml';
import type { Description } from './described-operations.ts';

/** The text is no OpenAPI description. The message ends a sentence that begins with the name of what was read. */
export class NoDescription extends Error {
  override name = 'NoDescription';
}

/**
 * Reads an OpenAPI description.
 *
 * @param text - JSON or YAML
 * @param file - its path, where it may refer to files beside it
 * @throws NoDescription when it is none of OpenAPI 3.0 or 3.1
 */
export async function readDescription(text: string, file?: string): Promise<Description> {
  const document = parsed(text);
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new NoDescription('is no OpenAPI description: it holds no object');
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
