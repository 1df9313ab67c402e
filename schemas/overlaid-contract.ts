import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import SwaggerParser from '@apidevtools/swagger-parser';
import { compile, type JSONPathNode, type JSONPathQuery, type JSONValue } from 'json-p3';
import { parse } from 'yaml';
import { z } from 'zod';
import { CONTRACT_FILE, Contract } from './contract.ts';
import type { Schema } from './drift/schema-shape.ts';
import type { OverlayDescription } from './overlay.ts';
import { testable } from './requirements.ts';

/** The contract with the changes of an overlay. @throws Error that names the file, and the action that is wrong */
export async function overlaidContract(path: string): Promise<Contract> {
  const { actions, description } = readOverlay(path);
  const raw = (await SwaggerParser.parse(CONTRACT_FILE)) as Record<string, unknown>;
  const plain = await Contract.load();
  const wrong = (index: number, error: unknown): Error =>
    wrongOverlay(
      path,
      `, actions[${index}] with the target ${actions[index]?.target}: ${(error as Error).message}`,
    );
  // What a YAML anchor repeats is one object: each place becomes its own, or a change of one would be a change of all.
  const changed = JSON.parse(JSON.stringify(raw)) as Record<string, unknown>;
  const states = actions.map((action, index) => {
    try {
      applyAction(changed, action);
    } catch (error) {
      throw wrong(index, error);
    }
    return structuredClone(changed);
  });
  try {
    return await checked(changed, plain, description);
  } catch (error) {
    // The action after which the contract is wrong and stays so.
    let index = actions.length - 1;
    while (index > 0 && !(await isRight(states[index - 1] as object, plain))) index -= 1;
    throw wrong(index, error);
  }
}

const isRight = (document: object, plain: Contract): Promise<boolean> =>
  checked(document, plain).then(
    () => true,
    () => false,
  );

/** A contract that can be judged by. @throws Error where it does not compile, or a requirement no longer owns what it owned */
async function checked(
  document: object,
  plain: Contract,
  description?: OverlayDescription,
): Promise<Contract> {
  let contract: Contract;
  try {
    const whole = (await SwaggerParser.validate(structuredClone(document) as never)) as Contract['document'];
    contract = new Contract(whole, description);
    contract.compile();
  } catch (error) {
    const [first = '', second = ''] = (error as Error).message.split('\n');
    throw new Error(`the contract does not compile: ${first} ${second.trim()}`.trim());
  }
  const problem = ownershipProblem(plain, contract);
  if (problem) throw new Error(problem);
  return contract;
}

type Owned = readonly [place: string, requirement: string];

/** What a requirement that is judged by a field has lost in a changed contract, or what names no requirement; undefined if nothing. */
function ownershipProblem(before: Contract, after: Contract): string | undefined {
  const ids = new Set(after.operations.map(({ id }) => id));
  const gone = before.operations.find(({ id }) => !ids.has(id));
  if (gone) return `the contract lacks the operation ${gone.id}, which the suite calls`;
  const owned = ownedParts(after);
  const kept = new Set(owned.map(keyOf));
  const lost = ownedParts(before).find((one) => !kept.has(keyOf(one)));
  if (lost) {
    const [place, requirement] = lost;
    return `${place} belongs to ${requirement} no longer: keep the field and its x-requirement`;
  }
  const known = new Set(testable.map(({ id }) => id));
  const stray = owned.find(([, requirement]) => !known.has(requirement));
  return (
    stray && `${stray[0]} names ${stray[1]} as its x-requirement, which is no requirement of the catalogue`
  );
}

const keyOf = ([place, requirement]: Owned): string => `${place} ${requirement}`;

const ownedParts = (contract: Contract): Owned[] =>
  contract.operations.flatMap(({ id, requirement }) => [
    ...(requirement ? [[`the answer of ${id}`, requirement] as const] : []),
    ...ownedIn(contract.answerSchema(id) as Schema | undefined, '', []).map(
      ([place, owner]) => [`the field ${place.replace(/^\./, '')} of ${id}`, owner] as const,
    ),
  ]);

function ownedIn(schema: Schema | undefined, place: string, around: readonly Schema[]): Owned[] {
  if (!schema || around.includes(schema)) return [];
  const inside = [...around, schema];
  const { properties = {}, items, additionalProperties: others, anyOf = [], oneOf = [], allOf = [] } = schema;
  return [
    ...(schema['x-requirement'] ? [[place, schema['x-requirement']] as const] : []),
    ...Object.entries(properties).flatMap(([name, one]) => ownedIn(one, `${place}.${name}`, inside)),
    ...ownedIn(items, `${place}[]`, inside),
    ...(typeof others === 'object' ? ownedIn(others, `${place}.*`, inside) : []),
    ...[...anyOf, ...oneOf, ...allOf].flatMap((one) => ownedIn(one, place, inside)),
  ];
}

interface OverlayAction {
  target: string;
  update?: unknown;
  remove?: boolean | undefined;
}

/** An object of the Overlay Specification: its fields, `x-` fields, and no others, since a misspelt one would do nothing. */
const extensible = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.looseObject(shape, { error: 'must be an object' }).superRefine((value, context) => {
    for (const name of Object.keys(value))
      if (!(name in shape) && !name.startsWith('x-'))
        context.addIssue(`has "${name}", which is no field of Overlay 1.0`);
  });

const text = z.string({ error: 'must be a text' }).min(1, 'must not be empty');

const action = extensible({
  target: text,
  description: text.optional(),
  update: z.unknown().optional(),
  remove: z.boolean({ error: 'must be true or false' }).optional(),
}).refine(({ update, remove }) => remove || update !== undefined, 'has neither update nor remove: true');

const overlayDocument = extensible({
  overlay: z
    .string({ error: 'must be 1.0.0' })
    .regex(/^1\.0\.\d+$/, 'must be 1.0.0: no other version is read'),
  info: extensible({ title: text, version: text }),
  extends: text.optional(),
  actions: z.array(action).min(1, 'must hold an action at least'),
});

/** Reads an overlay in YAML or JSON. @throws Error that names the file: it cannot be read, or is no Overlay 1.0 document */
function readOverlay(path: string): { description: OverlayDescription; actions: readonly OverlayAction[] } {
  const content = from(path, 'cannot be read', () => readFileSync(path));
  const written = from(path, 'is neither YAML nor JSON', () => parse(content.toString('utf8')));
  const parsed = overlayDocument.safeParse(written);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const place = z.core.toDotPath(issue?.path ?? []) || 'it';
    throw wrongOverlay(path, ` is no Overlay 1.0 document: ${place} ${issue?.message}`);
  }
  const { info, actions } = parsed.data;
  const digest = createHash('sha256').update(content).digest('hex');
  const description = { file: basename(path), title: info.title, version: info.version, digest };
  return { description, actions };
}

const wrongOverlay = (path: string, what: string): Error =>
  new Error(`CONFORMANCE_OVERLAY: ${path}${what.replace(/\.$/, '')}.`);

/** What a file yields. @throws Error that says why it yields nothing */
function from<Yield>(path: string, flaw: string, read: () => Yield): Yield {
  try {
    return read();
  } catch (error) {
    const [line = ''] = (error as Error).message.split('\n');
    throw wrongOverlay(path, ` ${flaw}: ${line.replace(/:$/, '')}`);
  }
}

type Container = Record<string, unknown> | unknown[];

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'an array' : isContainer(value) ? 'an object' : 'neither object nor array';

/**
 * Applies an action of an overlay to a document, as Overlay 1.0 says; where that is silent, on arrays inside of what is merged,
 * as 1.1 says. A target that matches nothing is an error here: a misspelt one must not read as applied.
 * @throws Error that says what is wrong with the action
 */
function applyAction(document: Container, { target, update, remove }: OverlayAction): void {
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
