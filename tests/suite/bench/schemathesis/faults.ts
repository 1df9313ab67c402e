import { readFileSync } from 'node:fs';
import { listFaults, type NamedFault } from '../../../../fixtures/reference/faults/index.ts';
import { findRequirement } from '../../../../schemas/requirements.ts';
import type { Kind } from './result.ts';

/** How many faults are compared: half of them break what the contract states. */
export const FAULTS = 50;

const CONTRACT = new URL('../../../../schemas/openapi.yaml', import.meta.url);

/** The requirements that own a part of the contract: its schemas say what an answer must look like. */
const inContract = new Set(
  [...readFileSync(CONTRACT, 'utf8').matchAll(/x-requirement: ([\w-]+)/g)].map(([, id]) => id),
);

/** Whether the contract states a requirement. */
export const kindOf = (requirement: string): Kind => (inContract.has(requirement) ? 'contract' : 'rule');

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** So many of a list, at even distances. */
export const evenly = <Entry>(list: readonly Entry[], count: number): readonly Entry[] =>
  list.filter(
    (_, index) => Math.floor(((index + 1) * count) / list.length) > Math.floor((index * count) / list.length),
  );

/**
 * Divides a number among groups, as evenly as their sizes allow.
 *
 * @param sizes - of the groups
 * @returns how many of each group
 */
export function shares(sizes: readonly number[], count: number): readonly number[] {
  const given = sizes.map(() => 0);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  for (let left = Math.min(count, total), at = 0; left > 0; at = (at + 1) % sizes.length)
    if ((given[at] ?? 0) < (sizes[at] ?? 0)) {
      given[at] = (given[at] ?? 0) + 1;
      left -= 1;
    }
  return given;
}

/** So many faults, divided evenly among the sections; within each at even distances in the alphabet. */
function acrossSections(faults: readonly NamedFault[], count: number): readonly NamedFault[] {
  const sections = new Map<string, NamedFault[]>();
  for (const fault of faults.toSorted((one, other) => compare(one.name, other.name))) {
    const { profile } = findRequirement(fault.breaks);
    sections.set(profile, [...(sections.get(profile) ?? []), fault]);
  }
  const groups = [...sections].sort(([one], [other]) => compare(one, other)).map(([, group]) => group);
  const given = shares(
    groups.map(({ length }) => length),
    count,
  );
  return groups.flatMap((group, index) => evenly(group, given[index] ?? 0));
}

/** Schemathesis takes a description for granted, sees no effect that an adapter alone shows, and knows no payload that a tester declares. */
const isBeyondIt = ({ breaks }: NamedFault): boolean =>
  ['description', 'effects', 'payloads'].includes(findRequirement(breaks).profile);

/**
 * The faults that are compared: the same ones each time, over all sections of the interface, half of which break what the contract
 * states. Those of a target's own description, of what an adapter alone shows, and of declared payloads are left out.
 *
 * @param count - how many; {@link FAULTS} unless given
 */
export function comparedFaults(count = FAULTS): readonly NamedFault[] {
  const ofKind = (kind: Kind) =>
    listFaults().filter((fault) => !isBeyondIt(fault) && kindOf(fault.breaks) === kind);
  const ofContract = acrossSections(ofKind('contract'), Math.floor(count / 2));
  return [...ofContract, ...acrossSections(ofKind('rule'), count - ofContract.length)];
}
