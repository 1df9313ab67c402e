import SwaggerParser from '@apidevtools/swagger-parser';
import { applyAction, readOverlay, wrongOverlay } from './apply-overlay.ts';
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
  const changed = structuredClone(raw);
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
