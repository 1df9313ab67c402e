import type { ErrorObject } from 'ajv';

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
