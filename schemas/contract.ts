import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import type { ErrorObject, ValidateFunction } from 'ajv';
import type { OpenAPIV3_1 } from 'openapi-types';
import { type OnAnnotation, strictAjv } from './ajv.ts';
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
  flaw?: string;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export const CONTRACT_FILE = fileURLToPath(new URL('./openapi.yaml', import.meta.url));

/**
 * The OpenAPI description, dereferenced, with one compiled validator per schema in use.
 * It is the only place that knows paths, header schemes and shapes.
 */
export class Contract {
  readonly #operations = new Map<string, Operation>();
  readonly #raw = new Map<string, RawOperation>();
  readonly #validators = new Map<object, ValidateFunction>();
  readonly #ajv = strictAjv((requirement, value, pointer) => this.#onSighting?.(requirement, value, pointer));
  #onSighting: OnAnnotation | undefined;

  /**
   * @param document - dereferenced
   * @param overlay - what changed it, if anything did
   */
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

  static async load(): Promise<Contract> {
    return new Contract((await SwaggerParser.dereference(CONTRACT_FILE)) as OpenAPIV3_1.Document);
  }

  get operations(): Operation[] {
    return [...this.#operations.values()];
  }

  operation(id: string): Operation {
    const operation = this.#operations.get(id);
    if (!operation) throw new Error(`openapi.yaml has no operation "${id}".`);
    return operation;
  }

  /** The schema of an operation's JSON request body, dereferenced. */
  requestSchema(id: string): OpenAPIV3_1.SchemaObject | undefined {
    const body = this.#raw.get(id)?.requestBody as OpenAPIV3_1.RequestBodyObject | undefined;
    return body?.content['application/json']?.schema as OpenAPIV3_1.SchemaObject | undefined;
  }

  /** The schema of an operation's JSON answer, dereferenced; undefined where any is allowed. */
  answerSchema(id: string): OpenAPIV3_1.SchemaObject | undefined {
    return answerOf(this.#raw.get(id));
  }

  /** Compiles every schema now, rather than when it is first needed. @throws Error when one cannot be compiled */
  compile(): void {
    for (const { id, parameters } of this.operations)
      for (const schema of [
        this.requestSchema(id),
        this.answerSchema(id),
        ...parameters.map((one) => one.schema),
      ])
        if (schema) this.#validator(schema);
  }

  /** What the contract does not allow in a request, a line each: in its query and its body. */
  judgeRequest(id: string, query: Record<string, unknown>, body: unknown): string[] {
    const operation = this.operation(id);
    const problems = Object.keys(query)
      .filter((name) => !operation.parameters.some((parameter) => parameter.name === name))
      .map((name) => `query parameter ${name} is not in the contract`);
    for (const parameter of operation.parameters) {
      const value = query[parameter.name];
      if (parameter.in !== 'query' || value === undefined || !parameter.schema) continue;
      problems.push(
        ...this.#errors(parameter.schema, value).map((error) => `${parameter.name} ${error.message}`),
      );
    }
    const schema = this.requestSchema(id);
    if (schema && body !== undefined) {
      problems.push(
        ...this.#errors(schema, body).map((error) => `body${error.instancePath} ${error.message}`),
      );
    }
    return problems;
  }

  /**
   * What the contract does not allow in an answer. Only successes are judged: the shape of errors is free. `onSighting` is told
   * of every field with a requirement that the answer holds.
   */
  judgeAnswer(id: string, answer: Answer, onSighting: OnSighting): Violation[] {
    const operation = this.operation(id);
    if (answer.status < 200 || answer.status >= 300) return [];
    const responses = this.#raw.get(id)?.responses ?? {};
    const response = (responses[String(answer.status)] ?? responses['2XX']) as
      | OpenAPIV3_1.ResponseObject
      | undefined;
    if (!response) {
      const expected = `status ${Object.keys(responses)
        .filter((code) => code.startsWith('2'))
        .join(' or ')}`;
      return [{ requirement: operation.requirement, pointer: '', expected, received: answer.status }];
    }
    const schema = describedSchema(response);
    const sent = response.content?.[answer.mediaType];
    if (!schema || (sent && !sent.schema)) return [];
    if (!/\bjson\b/.test(answer.mediaType) || answer.json === undefined) {
      return [
        {
          requirement: operation.requirement,
          pointer: '',
          expected: 'a JSON body',
          received: answer.flaw ?? (answer.mediaType || 'no body'),
        },
      ];
    }
    if (this.#errorsTold(schema, answer.json, onSighting).length === 0) return [];
    // Who owns which part is asked for again, and only where something is broken: a page has tens of thousands of parts.
    const owners: Owners = new Map([['', operation.requirement]]);
    const errors = this.#errorsTold(schema, answer.json, (requirement, _value, pointer) =>
      owners.set(pointer, requirement),
    );
    return attribute(errors, owners);
  }

  /** What is wrong with a value; `onAnnotation` is told of every part of it that has a requirement. */
  #errorsTold(schema: object, value: unknown, onAnnotation: OnAnnotation): ErrorObject[] {
    this.#onSighting = onAnnotation;
    const errors = this.#errors(schema, value);
    this.#onSighting = undefined;
    return errors;
  }

  #validator(schema: object): ValidateFunction {
    const known = this.#validators.get(schema);
    if (known) return known;
    const validate = this.#ajv.compile(schema);
    this.#validators.set(schema, validate);
    return validate;
  }

  #errors(schema: object, value: unknown): ErrorObject[] {
    const validate = this.#validator(schema);
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
export interface Violation {
  /** The requirement that owns the broken part of the schema. */
  requirement: string | undefined;
  /** JSON pointer into the answer's body; empty for the answer as a whole. */
  pointer: string;
  expected: string;
  received: unknown;
  /** The value is a text, and the contract lists others. */
  unlisted?: true;
}

/** JSON pointer to the requirement of the schema that judged the value there. */
export type Owners = Map<string, string | undefined>;

interface AnnotatedSchema {
  properties?: Record<string, AnnotatedSchema>;
  'x-requirement'?: string;
}

/**
 * One violation for each broken place, from what Ajv found with `allErrors` and `verbose`. A value that fails inside `anyOf`
 * yields an error for every branch and for the union around it: the deepest place is the one that is broken, and what its
 * branches wanted is joined.
 */
export function attribute(errors: readonly ErrorObject[], owners: Owners): Violation[] {
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
    const own = (error.parentSchema as AnnotatedSchema | undefined)?.properties?.[field]?.['x-requirement'];
    return {
      requirement: own ?? owner(pointer, owners),
      pointer,
      expected: `a field "${field}"`,
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

/**
 * Integers that a number cannot hold come as bigints, which Ajv does not know: to it they are numbers in range, for what
 * the contract says of an integer holds for both.
 */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Without recursion: an answer may be nested deeper than a call stack is. */
function holdsLarge(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const part = left.pop();
    if (typeof part === 'bigint') return true;
    if (!isObject(part)) continue;
    for (const name in part) {
      const inner = part[name];
      if (typeof inner === 'object' || typeof inner === 'bigint') left.push(inner);
    }
  }
  return false;
}

function within(value: unknown): unknown {
  if (typeof value === 'bigint') return value < 0n ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  if (Array.isArray(value)) return value.map(within);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, within(part)]));
}

/** The value as Ajv can judge it: the same one, or a copy in which every bigint is a number of the same sign. */
export const withoutLarge = (value: unknown): unknown => (holdsLarge(value) ? within(value) : value);

/** The part of a value that a JSON pointer names. */
export const partAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((part, name) => (isObject(part) ? part[name] : undefined), value);
