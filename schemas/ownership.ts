import type { Contract } from './contract.ts';
import { testable } from './requirements.ts';

/** A schema, as far as fields and their owners are looked for in it. */
interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  'x-requirement'?: string;
}

type Owned = readonly [place: string, requirement: string];

/**
 * What of the ownership of fields is wrong in a changed contract, as the beginning of a sentence: each field that a requirement
 * owns must stay there and keep its owner, or the requirement would be judged no more; and each owner must be a requirement.
 */
export function ownershipProblem(before: Contract, after: Contract): string | undefined {
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
