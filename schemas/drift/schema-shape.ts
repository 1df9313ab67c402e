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
  /** In the contract alone: the requirement that owns it. */
  'x-requirement'?: string;
}

/** What a schema says of a value, whether by itself, by `allOf`, `anyOf` or `oneOf`. Null is left out everywhere. */
interface Shape {
  /** JSON types, an integer as a number; empty where it does not say. */
  types: readonly string[];
  /** The values that it lists; undefined where it allows others. */
  values: readonly unknown[] | undefined;
  fields: ReadonlyMap<string, Schema>;
  required: readonly string[];
  items: Schema | undefined;
  /** Of the fields of an object whose names are free. */
  additionalProperties: Schema | undefined;
}

const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null;

const listOf = (list: unknown): Schema[] => (Array.isArray(list) ? list.filter(isSchema) : []);

/** Whether a schema allows null and nothing else, as one of several does where null is allowed. */
const isNull = ({ type, enum: values, const: only }: Schema): boolean =>
  type === 'null' || only === null || (values?.length === 1 && values[0] === null);

const schemaOf = (value: unknown): Schema | undefined => (isSchema(value) ? value : undefined);

/** Where a schema contains itself, nothing is added the second time. */
function shapeOf(schema: Schema, around: readonly Schema[] = []): Shape {
  const inner = (part: Schema): Shape[] =>
    part === schema || around.includes(part) ? [] : [shapeOf(part, [...around, schema])];
  const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf)].filter((one) => !isNull(one));
  const [first, ...others] = choices.flatMap(inner);
  const chosen = first ? [choiceOf([first, ...others])] : [];
  return [ownShape(schema), ...chosen, ...listOf(schema.allOf).flatMap(inner)].reduce(both);
}

function ownShape(schema: Schema): Shape {
  const { type, enum: values, const: only, properties, required } = schema;
  const own = [type ?? []].flat().filter((one) => one !== 'null');
  const types = own.length === 0 && properties ? ['object'] : own;
  const listed = Array.isArray(values) ? values.filter((value) => value !== null) : undefined;
  return {
    types: types.map((one) => (one === 'integer' ? 'number' : one)),
    values: only === undefined ? listed : [only],
    fields: new Map(Object.entries(properties ?? {}).filter(([, field]) => isSchema(field))),
    required: Array.isArray(required) ? required : [],
    items: schemaOf(schema.items),
    additionalProperties: schemaOf(schema.additionalProperties),
  };
}

/** Both hold. Where both say something of the same, the first counts. */
const both = (one: Shape, other: Shape): Shape => ({
  types: one.types.length > 0 ? one.types : other.types,
  values: one.values ?? other.values,
  fields: new Map([...other.fields, ...one.fields]),
  required: [...one.required, ...other.required],
  items: one.items ?? other.items,
  additionalProperties: one.additionalProperties ?? other.additionalProperties,
});

/** One of several holds: a field is required where each of them requires it. */
function choiceOf(choices: readonly Shape[]): Shape {
  const listed = choices.map(({ values }) => values);
  const oneOf = (part: (choice: Shape) => Schema | undefined): Schema | undefined => {
    const found = choices.flatMap((choice) => part(choice) ?? []);
    return found.length > 1 ? { anyOf: found } : found[0];
  };
  const names = choices.flatMap(({ fields }) => [...fields.keys()]);
  return {
    types: choices.some(({ types }) => types.length === 0) ? [] : choices.flatMap(({ types }) => types),
    values: listed.includes(undefined) ? undefined : listed.flatMap((values) => values ?? []),
    fields: new Map(names.map((name) => [name, oneOf(({ fields }) => fields.get(name)) ?? {}])),
    required: names.filter((name) => choices.every(({ required }) => required.includes(name))),
    items: oneOf(({ items }) => items),
    additionalProperties: oneOf(({ additionalProperties }) => additionalProperties),
  };
}

type Direction = 'request' | 'answer';

export interface ValueDrift {
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
  const [owed, described] = [shapeOf(ours), shapeOf(theirs)];
  const comparePart = (part: 'items' | 'additionalProperties', name: string): ValueDrift[] =>
    owed[part] && described[part]
      ? compareSchemas(owed[part], described[part], direction, `${place}${name}`)
      : [];
  return [
    ...compareTypes(owed, described, place),
    ...compareValues(ours, theirs, direction, place),
    ...compareFields(owed, described, direction, place),
    ...comparePart('items', '[]'),
    ...comparePart('additionalProperties', '.*'),
  ];
}

function compareTypes({ types: owed }: Shape, { types: described }: Shape, place: string): ValueDrift[] {
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
  const [owed, described] = [shapeOf(ours).values, shapeOf(theirs).values];
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

function compareFields(owed: Shape, described: Shape, direction: Direction, place: string): ValueDrift[] {
  if (owed.fields.size === 0) return [];
  if (described.fields.size === 0) return [{ place, what: 'has no field that is described' }];
  const at = (name: string): string => (place === '' ? name : `${place}.${name}`);
  const newlyRequired = [...described.fields.keys()].filter(
    (name) => direction === 'request' && described.required.includes(name) && !owed.required.includes(name),
  );
  return [
    ...[...owed.fields].flatMap(([name, field]) =>
      described.fields.has(name)
        ? compareSchemas(field, described.fields.get(name), direction, at(name))
        : [{ place: at(name), what: 'is missing' }],
    ),
    ...newlyRequired.map((name) => ({ place: at(name), what: requiredToo(owed.fields.has(name)) })),
  ];
}

/** What is wrong with something that is required, and that the contract may know. */
export const requiredToo = (isKnown: boolean): string =>
  `is required, and ${isKnown ? 'optional' : 'not'} in the contract`;
