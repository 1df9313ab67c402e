import type { NamedFault } from '../../../../fixtures/reference/faults/index.ts';

/**
 * Divides faults among servers. Two faults of one choice never share a server. Neighbours in the list rarely do: they
 * concern the same area, where one fault is likelier to hide another.
 *
 * @param size - the most faults that a server has
 */
export function binsOf(faults: readonly NamedFault[], size: number): readonly (readonly NamedFault[])[] {
  const bins = Array.from({ length: Math.ceil(faults.length / size) }, (): NamedFault[] => []);
  for (const fault of faults) {
    const fits = (bin: readonly NamedFault[]): boolean =>
      bin.length < size && bin.every((other) => other.choice !== fault.choice);
    const [emptiest] = bins.filter(fits).sort((left, right) => left.length - right.length);
    if (emptiest) emptiest.push(fault);
    else bins.push([fault]);
  }
  return bins;
}
