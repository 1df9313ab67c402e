import { HttpClient } from '../../../fixtures/http/client.ts';
import type { Exchange } from '../../../fixtures/http/exchange.ts';
import { DEPLOYMENT } from '../../../fixtures/reference/seed/workspace.ts';
import { startReference } from '../../../fixtures/reference/start.ts';
import { readTarget } from '../../../fixtures/target/target.ts';
import type { Contract } from '../../../schemas/contract.ts';

/** Finds the item that carries every optional field, among others. */
const SEARCH = 'revenue';

interface Page {
  readonly items: readonly Record<string, unknown>[];
}

/**
 * A page of the embedded target whose items carry every optional field.
 *
 * @param size - how many items
 * @returns the exchange as the client returns it, with these items in its JSON
 */
export async function fullPage(contract: Contract, size: number): Promise<Exchange> {
  const reference = await startReference();
  const client = new HttpClient(readTarget(reference.settings), contract, 1);
  try {
    const exchange = await client.send({
      operation: 'workspaceObjects',
      path: { deploymentId: DEPLOYMENT },
      query: { search: SEARCH },
      as: 'TARGET_ACCESS_TOKEN',
    });
    const page = exchange.json as Page;
    const lengthOf = (item: object): number => JSON.stringify(item).length;
    const [fullest] = [...page.items].sort((one, other) => lengthOf(other) - lengthOf(one));
    const items = Array.from({ length: size }, (_, index) => structuredClone({ ...fullest, id: index + 1 }));
    return { ...exchange, json: { ...page, items } };
  } finally {
    await client.close();
    await reference.close();
  }
}
