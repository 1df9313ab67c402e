import { fieldsOf, listedValues, partOf, type Schema, typesOf } from './schema-shape.ts';

/** Who sends what a schema describes. */
export type Direction = 'request' | 'answer';

/** Something of a value that a description says otherwise than the contract. */
interface ValueDrift {
  /** Such as `items[].type`; empty for the whole. */
  place: string;
  what: string;
}

const named = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ');

/**
 * What a description says of a value otherwise than the contract. Never drift: further fields, a schema that says less (no
 * list of values, no type), null, and how schemas are put together.
 *
 * @param ours - the contract's schema
 * @param theirs - the description's; undefined where it has none
 */
export function compareSchemas(
  ours: Schema,
  theirs: Schema | undefined,
  direction: Direction,
  place = '',
): ValueDrift[] {
  if (!theirs) return [{ place, what: 'is not described' }];
  return [
    ...compareTypes(ours, theirs, place),
    ...compareValues(ours, theirs, direction, place),
    ...compareFields(ours, theirs, direction, place),
    ...comparePart('items', '[]'),
    ...comparePart('additionalProperties', '.*'),
  ];

  function comparePart(kind: 'items' | 'additionalProperties', name: string): ValueDrift[] {
    const [owed, described] = [partOf(ours, kind), theirs && partOf(theirs, kind)];
    return owed && described ? compareSchemas(owed, described, direction, `${place}${name}`) : [];
  }
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
    ...newlyRequired.map(([name]) => ({
      place: at(name),
      what: owed.has(name)
        ? 'is required, and optional in the contract'
        : 'is required, and not in the contract',
    })),
  ];
}
