import { compile, type JSONPathNode, type JSONPathQuery, type JSONValue } from 'json-p3';
import type { OverlayAction } from './overlay.ts';

/** An object or an array: what an action changes. */
type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'an array' : isContainer(value) ? 'an object' : 'neither object nor array';

/**
 * Applies an action of an overlay to a document, as Overlay 1.0 says; where that is silent, on arrays inside of what is
 * merged, as 1.1 says. A target that matches nothing is an error here: a misspelt one must not read as applied.
 *
 * @param document - is changed
 * @throws Error that says what is wrong with the action
 */
export function applyAction(document: Container, { target, update, remove }: OverlayAction): void {
  const nodes = queryOf(target).query(document as JSONValue).nodes;
  if (nodes.length === 0) throw new Error('it matches nothing in the contract: is it misspelt?');
  for (const { value } of nodes)
    if (!isContainer(value))
      throw new Error('it selects neither object nor array: select the one that holds what is to change');
  if (remove) removeNodes(document, nodes);
  else for (const { value } of nodes) merge(value as Container, structuredClone(update));
}

function queryOf(target: string): JSONPathQuery {
  try {
    return compile(target);
  } catch (error) {
    throw new Error(`it is no JSONPath (RFC 9535): ${(error as Error).message}`);
  }
}

/** Removes all at once: the indices of an array change with each that goes. */
function removeNodes(document: Container, nodes: readonly JSONPathNode[]): void {
  const keys = new Map<Container, Set<string | number>>();
  for (const { location } of nodes) {
    const key = location.at(-1);
    if (key === undefined) throw new Error('the whole contract cannot be removed');
    const holder = holderOf(document, location);
    keys.set(holder, (keys.get(holder) ?? new Set()).add(key));
  }
  for (const [holder, gone] of keys) {
    if (Array.isArray(holder))
      holder.splice(0, holder.length, ...holder.filter((_, index) => !gone.has(index)));
    else for (const key of gone) delete holder[key];
  }
}

const holderOf = (document: Container, location: readonly (string | number)[]): Container =>
  location.slice(0, -1).reduce((at, key) => (at as Record<string, Container>)[key] as Container, document);

/** Merges objects, appends to arrays, and replaces what is neither. */
function merge(target: Container, update: unknown): void {
  if (Array.isArray(target)) {
    target.push(...(Array.isArray(update) ? update : [update]));
    return;
  }
  if (!isContainer(update) || Array.isArray(update))
    throw new Error('it selects an object, so that update must be an object, too');
  for (const [name, value] of Object.entries(update)) {
    const own = Object.hasOwn(target, name) ? target[name] : undefined;
    if (isContainer(own) && kindOf(own) === kindOf(value)) merge(own, value);
    else if (own === undefined || kindOf(own) === kindOf(value)) target[name] = value;
    else throw new Error(`"${name}" is ${kindOf(own)} in the contract, and ${kindOf(value)} in update`);
  }
}
