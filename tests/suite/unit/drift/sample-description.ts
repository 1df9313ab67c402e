import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { Contract } from '../../../../schemas/contract.ts';
import { compareDescription, operationsToDescribe } from '../../../../schemas/drift/compare.ts';
import { describeDrift } from '../../../../schemas/drift/drift-table.ts';
import { readDescription } from '../../../../schemas/drift/read-description.ts';

/** A description that a target might publish: the contract's own, changed. */

// biome-ignore lint/suspicious/noExplicitAny: tests reach into documents of every shape.
export type Document = any;

const contract = await Contract.load();
const published = parse(readFileSync('schemas/openapi.yaml', 'utf8')) as Document;

/**
 * What drifts in a description, a line each.
 *
 * @param change - changes the contract's own description, or returns another one
 */
export async function driftOf(change: (document: Document) => unknown): Promise<string[]> {
  const document = structuredClone(published);
  const changed = change(document) ?? document;
  const description = await readDescription(JSON.stringify(changed));
  return compareDescription(contract, operationsToDescribe(contract), description).map(describeDrift);
}

export const LISTING = '/v1/deployments/{deploymentId}/workspace';
export const SESSION = '/v1/embed/generate-session';
export const listing = ({ paths }: Document): Document => paths[LISTING].get;
export const session = ({ paths }: Document): Document => paths[SESSION].post;
export const schemas = ({ components }: Document): Document => components.schemas;

/** Takes the place of a key of an object. */
export function rename(object: Document, from: string, to: string): void {
  object[to] = object[from];
  delete object[from];
}

/** Puts another path before, or in the place of the beginning of, all paths. */
export const withPaths = (document: Document, change: (path: string) => string): Document => ({
  ...document,
  paths: Object.fromEntries(
    Object.entries(document.paths as object).map(([path, item]) => [change(path), item]),
  ),
});

/** Does something with every object of a document, the innermost first. */
export function everyObject(node: Document, change: (object: Document) => void): void {
  if (typeof node !== 'object' || node === null) return;
  for (const value of Object.values(node)) everyObject(value, change);
  change(node);
}

/** The same in OpenAPI 3.0: `nullable: true` takes the place of the type null. */
export function asOpenApi30(document: Document): void {
  document.openapi = '3.0.3';
  everyObject(document, (object) => {
    if (Array.isArray(object.type) && object.type.includes('null')) {
      const types = object.type.filter((type: string) => type !== 'null');
      object.nullable = true;
      if (types.length === 1) [object.type] = types;
      else {
        delete object.type;
        object.anyOf = types.map((type: string) => ({ type }));
      }
    }
    if (Array.isArray(object.anyOf) && object.anyOf.some((one: Document) => one.type === 'null')) {
      object.nullable = true;
      object.allOf = object.anyOf.filter((one: Document) => one.type !== 'null');
      delete object.anyOf;
    }
  });
}
