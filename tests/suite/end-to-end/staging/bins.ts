import type { NamedFault } from '../../../../fixtures/reference/faults.ts';
import type { Behaviours } from './books.ts';

/**
 * Divides faults among servers. Two of one behaviour never share a server, and neighbours hardly ever do: they are in
 * one area, where one fault hides another sooner.
 *
 * @param size - how many a server has at most
 */
export function binsOf(
  faults: readonly NamedFault[],
  size: number,
  behaviours: Behaviours,
): readonly (readonly NamedFault[])[] {
  const bins = Array.from({ length: Math.ceil(faults.length / size) }, (): NamedFault[] => []);
  const behaviourOf = ({ name }: NamedFault): string => behaviours.get(name) ?? name;
  for (const fault of faults) {
    const fits = (bin: readonly NamedFault[]): boolean =>
      bin.length < size && bin.every((other) => behaviourOf(other) !== behaviourOf(fault));
    const [emptiest] = bins.filter(fits).sort((left, right) => left.length - right.length);
    if (emptiest) emptiest.push(fault);
    else bins.push([fault]);
  }
  return bins;
}
