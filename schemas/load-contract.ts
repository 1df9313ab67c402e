import { Contract } from './contract.ts';

/** The contract that a run judges by: CONFORMANCE_OVERLAY may change it. @throws Error of one sentence */
export async function loadContract(overlayPath: string | undefined): Promise<Contract> {
  if (!overlayPath) return Contract.load();
  // Most runs have no overlay: they load nothing for one.
  const { overlaidContract } = await import('./overlaid-contract.ts');
  return overlaidContract(overlayPath);
}
