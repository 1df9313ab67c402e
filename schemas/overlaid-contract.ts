import SwaggerParser from '@apidevtools/swagger-parser';
import { CONTRACT_FILE, Contract } from './contract.ts';
import { applyAction, type Overlay, type OverlayAction, readOverlay, wrongOverlay } from './overlay.ts';
import { ownershipProblem } from './ownership.ts';

/**
 * The contract with the changes of an overlay. @throws Error of one sentence that names the file, and the action that is wrong
 */
export async function overlaidContract(path: string): Promise<Contract> {
  const overlay = readOverlay(path);
  const raw = (await SwaggerParser.parse(CONTRACT_FILE)) as object;
  const plain = await Contract.load();
  const { actions, description } = overlay;
  const changed = structuredClone(raw);
  for (const [index, action] of actions.entries()) {
    try {
      applyAction(changed as Record<string, unknown>, action);
    } catch (error) {
      throw wrongAction(overlay, index, (error as Error).message);
    }
  }
  try {
    return await checked(changed, plain, description);
  } catch (error) {
    throw wrongAction(overlay, await culprit(raw, actions, plain), (error as Error).message);
  }
}

/** A contract that can be judged by. @throws Error where it does not compile, or a requirement no longer owns what it owned */
async function checked(
  document: object,
  plain: Contract,
  description?: Overlay['description'],
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

/** The action after which the contract is wrong and stays so. */
async function culprit(raw: object, actions: readonly OverlayAction[], plain: Contract): Promise<number> {
  for (let index = actions.length - 1; index > 0; index--) {
    const before = structuredClone(raw);
    for (const action of actions.slice(0, index)) applyAction(before as Record<string, unknown>, action);
    const isRight = await checked(before, plain).then(
      () => true,
      () => false,
    );
    if (isRight) return index;
  }
  return 0;
}

const wrongAction = ({ path, actions }: Overlay, index: number, what: string): Error =>
  wrongOverlay(path, `, actions[${index}] with the target ${actions[index]?.target}: ${what}`);
