import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ErrorObject } from 'ajv';
// It reads the contract in a seventh of the time that the package yaml takes, which is there for what users write.
import { JSON_SCHEMA, load } from 'js-yaml';
import type { OpenAPIV3_1 } from 'openapi-types';
import { type OnAnnotation, strictAjv } from './ajv.ts';
import type { Schema } from './drift/schema-shape.ts';
import type { OverlayDescription } from './overlay.ts';
import {
  answerOf,
  describedSchema,
  type Operation,
  type RawOperation,
  readOperation,
} from './read-operation.ts';

/** Reports that a field with an `x-requirement` was met, and its value. */
type OnSighting = (requirement: string, value: unknown) => void;

interface Answer {
  status: number;
  mediaType: string;
  /** Parsed JSON, or undefined when the body is none. */
  json: unknown;
  /** Why the body cannot be read, if so. */
  flaw?: string | undefined;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export const CONTRACT_FILE = fileURLToPath(new URL('./openapi.yaml', import.meta.url));

/** The OpenAPI description, dereferenced. It is the only place that knows paths, header schemes and shapes. */
export class Contract {
  readonly #operations = new Map<string, Operation>();
  readonly #raw = new Map<string, RawOperation>();
  readonly #ajv = strictAjv((own, value, pointer) => this.#onSighting?.(own, value, pointer), false);
  #onSighting: OnAnnotation | undefined;

  constructor(
    readonly document: OpenAPIV3_1.Document,
    readonly overlay?: OverlayDescription,
  ) {
    for (const [path, item] of Object.entries(document.paths ?? {})) {
      for (const method of METHODS) {
        const raw = item?.[method] as RawOperation | undefined;
        if (!raw?.operationId) continue;
        this.#raw.set(raw.operationId, raw);
        this.#operations.set(raw.operationId, readOperation(raw, { document, method, path }));
      }
    }
  }

  static #loaded: Contract | undefined;

  /** The contract of the interface, which a process reads and compiles once. */
  static async load(): Promise<Contract> {
    const read = (): unknown => load(readFileSync(CONTRACT_FILE, 'utf8'), { schema: JSON_SCHEMA });
    Contract.#loaded ??= new Contract(dereferenced(read()) as OpenAPIV3_1.Document);
    return Contract.#loaded;
  }

  get operations(): Operation[] {
    return [...this.#operations.values()];
  }

  operation(id: string): Operation {
    const operation = this.#operations.get(id);
    if (!operation) throw new Error(`openapi.yaml has no operation "${id}".`);
    return operation;
  }

  requestSchema(id: string): OpenAPIV3_1.SchemaObject | undefined {
    const body = this.#raw.get(id)?.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
    return body?.content['application/json']?.schema as OpenAPIV3_1.SchemaObject | undefined;
  }

  /** The schema of an operation's JSON answer, dereferenced; undefined where any is allowed. */
  answerSchema(id: string): OpenAPIV3_1.SchemaObject | undefined {
    return answerOf(this.#raw.get(id));
  }

  /** Checks and compiles every schema now, rather than when it is first needed. @throws Error when one is none, or cannot be compiled */
  compile(): void {
    for (const { id, parameters } of this.operations)
      for (const schema of [
        this.requestSchema(id),
        this.answerSchema(id),
        ...parameters.map((one) => one.schema),
      ])
        if (schema && this.#ajv.validateSchema(schema, true)) this.#ajv.compile(schema);
  }

  /** What the contract does not allow in a request, a line each: in its query and its body. */
  judgeRequest(id: string, query: Record<string, unknown>, body: unknown): string[] {
    const operation = this.operation(id);
    const names = Object.keys(query);
    const problems = names
      .filter((name) => !operation.parameters.some((parameter) => parameter.name === name))
      .map((name) => `query parameter ${name} is not in the contract`);
    for (const parameter of names.length === 0 ? [] : operation.parameters) {
      const value = query[parameter.name];
      if (parameter.in !== 'query' || value === undefined || !parameter.schema) continue;
      for (const { message } of this.#errors(parameter.schema, value))
        problems.push(`${parameter.name} ${message}`);
    }
    const schema = this.requestSchema(id);
    if (schema && body !== undefined)
      for (const { instancePath, message } of this.#errors(schema, body))
        problems.push(`body${instancePath} ${message}`);
    return problems;
  }

  /**
   * What the contract does not allow in a success; errors have any shape. `onSighting` is told of each field with a requirement, and
   * `url` is the address that was asked for: of SCIM, it may name the attributes that are wanted.
   */
  judgeAnswer(id: string, answer: Answer, onSighting: OnSighting, url = ''): Violation[] {
    const { requirement, path } = this.operation(id);
    if (answer.status < 200 || answer.status >= 300) return [];
    const responses = this.#raw.get(id)?.responses ?? {};
    const response = (responses[String(answer.status)] ?? responses['2XX']) as
      | OpenAPIV3_1.ResponseObject
      | undefined;
    if (!response) {
      const owed = Object.keys(responses).filter((code) => code.startsWith('2'));
      const expected = `status ${owed.join(' or ')}`;
      return [{ requirement, pointer: '', expected, received: answer.status }];
    }
    const schema = describedSchema(response);
    const sent = response.content?.[answer.mediaType];
    if (!schema || (sent && !sent.schema)) return [];
    if (!/\bjson\b/.test(answer.mediaType) || answer.json === undefined) {
      const received = answer.flaw ?? (answer.mediaType || 'no body');
      return [{ requirement, pointer: '', expected: 'a JSON body', received }];
    }
    if (this.#errorsTold(schema, answer.json, onSighting).length === 0) return [];
    // Who owns which part is asked for again, and only where something is broken: a page has tens of thousands of parts.
    const owners: Owners = new Map([['', requirement]]);
    const errors = this.#errorsTold(schema, answer.json, (own, _value, pointer) => owners.set(pointer, own));
    const resource = path.endsWith('{id}') ? /^$/ : /^\/Resources\/\d+$/;
    const isOwed = (error: ErrorObject): boolean =>
      !resource.test(error.instancePath) || !isLeftOut(error, url);
    return attribute(errors.filter(isOwed), owners);
  }

  #errorsTold(schema: object, value: unknown, onAnnotation: OnAnnotation): ErrorObject[] {
    this.#onSighting = onAnnotation;
    const errors = this.#errors(schema, value);
    this.#onSighting = undefined;
    return errors;
  }

  #errors(schema: object, value: unknown): ErrorObject[] {
    // Ajv keeps what it compiled.
    const validate = this.#ajv.compile(schema);
    const judged = withoutLarge(value);
    if (validate(judged)) return [];
    const errors = [...(validate.errors ?? [])];
    // What is told is what came.
    return judged === value
      ? errors
      : errors.map((error) => ({ ...error, data: partAt(value, error.instancePath) }));
  }
}

/** A part of an answer that the contract does not allow. */
interface Violation {
  /** The requirement that owns the broken part of the schema. */
  requirement: string | undefined;
  /** JSON pointer into the answer's body; empty for the answer as a whole. */
  pointer: string;
  expected: string;
  received: unknown;
  /** The value is a text, and the contract lists others. */
  unlisted?: true;
}

/** Whether an attribute of a SCIM resource is missing as the request wanted (RFC 7644 §3.9). `id` is never left out (RFC 7643 §3.1). */
function isLeftOut({ keyword, params }: ErrorObject, url: string): boolean {
  if (keyword !== 'required' || params.missingProperty === 'id') return false;
  const query = new URLSearchParams(url.split('?')[1]?.toLowerCase());
  const names = (parameter: string): string[] | undefined => query.get(parameter)?.split(',');
  const name = String(params.missingProperty).toLowerCase();
  return !(names('attributes')?.includes(name) ?? !names('excludedattributes')?.includes(name));
}

/** JSON pointer to the requirement of the schema that judged the value there. */
type Owners = Map<string, string | undefined>;

/**
 * One violation for each broken place, from what Ajv found with `allErrors` and `verbose`. A value that fails inside `anyOf`
 * yields an error for every branch and for the union around it: the deepest place is the one that is broken, and what its
 * branches wanted is joined.
 */
function attribute(errors: readonly ErrorObject[], owners: Owners): Violation[] {
  const places = new Map<string, Violation>();
  for (const error of errors) {
    const violation = toViolation(error, owners);
    const known = places.get(violation.pointer);
    if (!known) places.set(violation.pointer, violation);
    else if (!isUnion(error)) known.expected = joined(known.expected, violation.expected);
  }
  const pointers = [...places.keys()];
  return [...places.values()].filter(
    ({ pointer }) => !pointers.some((other) => other.startsWith(`${pointer}/`)),
  );
}

const isUnion = (error: ErrorObject): boolean => error.keyword === 'anyOf' || error.keyword === 'oneOf';

const joined = (a: string, b: string): string => (a.split(' or ').includes(b) ? a : `${a} or ${b}`);

function toViolation(error: ErrorObject, owners: Owners): Violation {
  if (error.keyword === 'required') {
    const field = (error.params as { missingProperty: string }).missingProperty;
    const pointer = `${error.instancePath}/${field}`;
    const own = (error.parentSchema as Schema | undefined)?.properties?.[field]?.['x-requirement'];
    return {
      requirement: own ?? owner(pointer, owners),
      pointer,
      expected: 'to be there',
      received: undefined,
    };
  }
  return {
    requirement: owner(error.instancePath, owners),
    pointer: error.instancePath,
    expected: (error.message ?? error.keyword).replace(/^must /, 'to '),
    received: error.data,
    ...(error.keyword === 'enum' && typeof error.data === 'string' ? { unlisted: true } : {}),
  };
}

/** The requirement of the value at a pointer, or of the nearest value around it. */
function owner(pointer: string, owners: Owners): string | undefined {
  for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
    const requirement = owners.get(place);
    if (requirement !== undefined || place === '') return requirement;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Answers hold many thousands of values. */
function holdsLarge(value: unknown): boolean {
  if (!isObject(value)) return typeof value === 'bigint';
  for (const name in value) if (holdsLarge(value[name])) return true;
  return false;
}

function within(value: unknown): unknown {
  if (typeof value === 'bigint') return value < 0n ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  if (Array.isArray(value)) return value.map(within);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, within(part)]));
}

/** The value as Ajv can judge it: a bigint is a number of the same sign, for what the contract says of an integer holds for both. */
const withoutLarge = (value: unknown): unknown => (holdsLarge(value) ? within(value) : value);

/** A document of ours with what its references name in their place: one object for all of them, so that it is compiled once. */
function dereferenced(document: unknown): unknown {
  const seen = new Set<unknown>();
  const whole = (part: unknown): unknown => {
    if (!isObject(part) || seen.has(part)) return part;
    const { $ref, ...beside } = part;
    if (typeof $ref === 'string') {
      const named = whole(partAt(document, $ref));
      return Object.keys(beside).length === 0 ? named : { ...(named as object), ...beside };
    }
    seen.add(part);
    for (const name in part) part[name] = whole(part[name]);
    return part;
  };
  return whole(document);
}

/** The keys that a JSON pointer names, from the outermost. */
export const namesIn = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

export const partAt = (value: unknown, pointer: string): unknown =>
  namesIn(pointer).reduce<unknown>((part, name) => (isObject(part) ? part[name] : undefined), value);
