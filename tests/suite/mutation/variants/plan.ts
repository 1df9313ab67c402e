import { combinedVariants, type Servers, singleVariants } from './servers.ts';

/** A server to judge. */
interface PlannedServer {
  readonly variants: readonly string[];
  /** The requirements whose tests are run against it. */
  readonly requirements: readonly string[];
}

/** The servers by their titles. */
export type ServerPlan = Readonly<Record<string, PlannedServer>>;

/** Every two of some names, as one text each. */
const pairsOf = (names: readonly string[]): string[] =>
  names.flatMap((one, index) => names.slice(index + 1).map((other) => `${one} ${other}`));

/**
 * Few servers in which every two variants meet that a test depends on. The server with the most pairs comes first, then
 * the one with the most pairs that are left, until no pair is.
 *
 * @returns their titles
 */
function coverOf(wanted: ReadonlySet<string>, servers: Servers): string[] {
  const left = new Map(
    [...servers].map(([title, names]) => [title, new Set(pairsOf(names.filter((name) => wanted.has(name))))]),
  );
  const picked: string[] = [];
  for (;;) {
    let best: [string, Set<string>] | undefined;
    for (const entry of left) if (entry[1].size > (best?.[1].size ?? 0)) best = entry;
    if (!best) return picked;
    const [title, covered] = best;
    picked.push(title);
    left.delete(title);
    for (const pairs of left.values()) for (const pair of covered) pairs.delete(pair);
  }
}

/**
 * Which tests can tell servers from the plain one: those that depend on a variant. A test that depends on one of two
 * variants, or on none, learns nothing from a server that has both.
 *
 * @param dependencies - by requirement, the names of the variants that its tests depend on; names of faults are ignored
 */
export function planOf(dependencies: ReadonlyMap<string, ReadonlySet<string>>): ServerPlan {
  const plan = new Map<string, { variants: readonly string[]; requirements: string[] }>();
  const add = (servers: Servers, title: string, requirement: string): void => {
    const server = plan.get(title) ?? { variants: servers.get(title) ?? [], requirements: [] };
    server.requirements.push(requirement);
    plan.set(title, server);
  };
  const [single, combined] = [singleVariants(), combinedVariants()];
  const covers = new Map<string, readonly string[]>();
  for (const [requirement, names] of dependencies) {
    for (const [title, [name = '']] of single) if (names.has(name)) add(single, title, requirement);
    const key = [...names].sort().join(' ');
    const cover = covers.get(key) ?? coverOf(names, combined);
    covers.set(key, cover);
    for (const title of cover) add(combined, title, requirement);
  }
  return Object.fromEntries(plan);
}
