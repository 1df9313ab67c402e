/** What a schema of any OpenAPI description says of a value, whether by `allOf`, `anyOf`, `nullable` or lists of types. */

/** A JSON schema of OpenAPI 3.0 or 3.1, dereferenced. It may contain itself. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  allOf?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Field {
  schema: Schema;
  required: boolean;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const partsOf = (list: unknown): Schema[] => (Array.isArray(list) ? list.filter(isSchema) : []);

/** Whether a schema allows null and nothing else, as one of several does where null is allowed. */
const isNull = ({ type, enum: values, const: only }: Schema): boolean =>
  type === 'null' || only === null || (values?.length === 1 && values[0] === null);

/** The schemas one of which holds, without the one that is null; empty where there is no choice. */
const choicesOf = (schema: Schema): Schema[] =>
  [...partsOf(schema.anyOf), ...partsOf(schema.oneOf)].filter((one) => !isNull(one));

/** A schema and all that holds as well. Where a schema contains itself, once. */
function withAllOf(schema: Schema, around: readonly Schema[] = []): Schema[] {
  if (around.includes(schema)) return [];
  return [schema, ...partsOf(schema.allOf).flatMap((one) => withAllOf(one, [...around, schema]))];
}

/** The fields of an object. One is required where every choice requires it; of two descriptions the first counts. */
function fieldsOf(schema: Schema, around: readonly Schema[] = []): Map<string, Field> {
  const found = new Map<string, Schema>();
  const required = new Set<string>();
  const add = (name: string, described: Schema): void => {
    if (!found.has(name)) found.set(name, described);
  };
  for (const part of around.includes(schema) ? [] : withAllOf(schema)) {
    for (const name of Array.isArray(part.required) ? part.required : []) required.add(name);
    for (const [name, one] of Object.entries(part.properties ?? {})) if (isSchema(one)) add(name, one);
    const choices = choicesOf(part);
    const chosen = choices.map((one) => fieldsOf(one, [...around, schema, part]));
    for (const name of chosen.flatMap((one) => [...one.keys()]))
      add(name, oneOf(chosen.flatMap((one) => one.get(name)?.schema ?? [])));
    for (const name of requiredByAll(choices)) required.add(name);
  }
  return new Map([...found].map(([name, own]) => [name, { schema: own, required: required.has(name) }]));
}

const oneOf = ([first = {}, ...others]: readonly Schema[]): Schema =>
  others.length === 0 ? first : { anyOf: [first, ...others] };

function requiredByAll([first, ...others]: readonly Schema[]): string[] {
  const of = (schema: Schema): string[] => withAllOf(schema).flatMap(({ required }) => required ?? []);
  return first ? of(first).filter((name) => others.every((other) => of(other).includes(name))) : [];
}

/** What a schema or one that holds as well says, else what its choices say together. Undefined where a schema contains itself. */
function said<Value>(
  schema: Schema,
  own: (part: Schema) => Value | undefined,
  together: (choices: readonly (Value | undefined)[]) => Value | undefined,
  around: readonly Schema[] = [],
): Value | undefined {
  if (around.includes(schema)) return undefined;
  for (const part of withAllOf(schema)) {
    const choices = choicesOf(part);
    const value =
      own(part) ??
      (choices.length > 0
        ? together(choices.map((one) => said(one, own, together, [...around, schema])))
        : undefined);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The values that a schema lists, without null; undefined where it allows others. */
const listedValues = (schema: Schema): unknown[] | undefined =>
  said<unknown[]>(
    schema,
    ({ const: only, enum: values }) =>
      only === undefined
        ? Array.isArray(values)
          ? values.filter((value) => value !== null)
          : undefined
        : [only],
    (choices) => (choices.includes(undefined) ? undefined : choices.flat()),
  );

/** The JSON types that a schema allows, without null, an integer as a number; empty where it does not say. */
const typesOf = (schema: Schema): string[] =>
  said<string[]>(
    schema,
    ({ type, properties }) => {
      const own = [type ?? []].flat().filter((one) => one !== 'null');
      if (own.length > 0) return own.map((one) => (one === 'integer' ? 'number' : one));
      return properties ? ['object'] : undefined;
    },
    (choices) => (choices.some((one) => !one?.length) ? [] : choices.flatMap((one) => one ?? [])),
  ) ?? [];

type Kind = 'items' | 'additionalProperties';

/** The schema of the items of an array, or of the fields of an object whose names are free; undefined where there is none. */
const partOf = (schema: Schema, kind: Kind): Schema | undefined =>
  said<Schema>(
    schema,
    ({ [kind]: own }) => (isSchema(own) ? own : undefined),
    (choices) => {
      const found = choices.filter((one) => one !== undefined);
      return found.length > 0 ? oneOf(found) : undefined;
    },
  );

type Direction = 'request' | 'answer';

interface ValueDrift {
  /** Such as `items[].type`; empty for the whole. */
  place: string;
  what: string;
}

const named = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

/** What a description says of a value otherwise than the contract. Never drift: further fields, a schema that says less, null. */
export function compareSchemas(
  ours: Schema,
  theirs: Schema | undefined,
  direction: Direction,
  place = '',
): ValueDrift[] {
  if (!theirs) return [{ place, what: 'is not described' }];
  const comparePart = (kind: Kind, name: string): ValueDrift[] => {
    const [owed, described] = [partOf(ours, kind), partOf(theirs, kind)];
    return owed && described ? compareSchemas(owed, described, direction, `${place}${name}`) : [];
  };
  return [
    ...compareTypes(ours, theirs, place),
    ...compareValues(ours, theirs, direction, place),
    ...compareFields(ours, theirs, direction, place),
    ...comparePart('items', '[]'),
    ...comparePart('additionalProperties', '.*'),
  ];
}

function compareTypes(ours: Schema, theirs: Schema, place: string): ValueDrift[] {
  const [owed, described] = [typesOf(ours), typesOf(theirs)];
  const isSame = owed.length === 0 || described.length === 0 || owed.some((type) => described.includes(type));
  return isSame ? [] : [{ place, what: `is ${described.join(' or ')} rather than ${owed.join(' or ')}` }];
}

/** A request may have values beyond those of the contract; an answer may not. */
export function compareValues(
  ours: Schema,
  theirs: Schema,
  direction: Direction,
  place: string,
): ValueDrift[] {
  const [owed, described] = [listedValues(ours), listedValues(theirs)];
  if (!owed || !described) return [];
  const missing = owed.filter((value) => !described.includes(value));
  const further = described.filter((value) => !owed.includes(value));
  return [
    ...(missing.length > 0 ? [{ place, what: `lacks the value ${named(missing)}` }] : []),
    ...(further.length > 0 && direction === 'answer'
      ? [{ place, what: `has the value ${named(further)}, which the contract does not list` }]
      : []),
  ];
}

function compareFields(ours: Schema, theirs: Schema, direction: Direction, place: string): ValueDrift[] {
  const [owed, described] = [fieldsOf(ours), fieldsOf(theirs)];
  if (owed.size > 0 && described.size === 0) return [{ place, what: 'has no field that is described' }];
  const at = (name: string): string => (place === '' ? name : `${place}.${name}`);
  const newlyRequired = [...described].filter(
    ([name, { required }]) =>
      direction === 'request' && required && !owed.get(name)?.required && owed.size > 0,
  );
  return [
    ...[...owed].flatMap(([name, field]) =>
      described.has(name)
        ? compareSchemas(field.schema, described.get(name)?.schema, direction, at(name))
        : [{ place: at(name), what: 'is missing' }],
    ),
    ...newlyRequired.map(([name]) => ({ place: at(name), what: requiredToo(owed.has(name)) })),
  ];
}

/** What is wrong with something that is required, and that the contract may know. */
export const requiredToo = (isKnown: boolean): string =>
  `is required, and ${isKnown ? 'optional' : 'not'} in the contract`;
