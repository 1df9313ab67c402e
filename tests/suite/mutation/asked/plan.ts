import { alone, type Servers, together } from '../variants/servers.ts';

/** A server that is to be judged. */
export interface PlannedServer {
  readonly variants: readonly string[];
  /** The tests to run against it, as numbers in the list of all tests. */
  readonly tests: readonly number[];
}

/** The servers by their titles. */
export type ServerPlan = Readonly<Record<string, PlannedServer>>;

/** Every two of some names, as one text each. */
const pairsOf = (names: readonly string[]): string[] =>
  names.flatMap((one, index) => names.slice(index + 1).map((other) => `${one} ${other}`));

/**
 * Servers in which every two variants meet that a test asks for: the one with the most pairs first, then the one with the
 * most that are left, until none is.
 *
 * @returns their titles
 */
function coverOf(asked: ReadonlySet<string>, servers: Servers): string[] {
  const left = new Map(
    [...servers].map(([title, names]) => [title, new Set(pairsOf(names.filter((name) => asked.has(name))))]),
  );
  const picked: string[] = [];
  for (;;) {
    let best: [string, Set<string>] | undefined;
    for (const entry of left) if (entry[1].size > (best?.[1].size ?? 0)) best = entry;
    if (!best) return picked;
    const [title, met] = best;
    picked.push(title);
    left.delete(title);
    for (const pairs of left.values()) for (const pair of met) pairs.delete(pair);
  }
}

/**
 * Which tests can tell servers from the plain one: those that made it ask whether a variant is on. A test that asks for
 * neither of two variants, or for one alone, learns nothing of the two together.
 *
 * @param asked - by the number of each test, the names that the plain server asked for while it answered the test
 */
export function planOf(asked: ReadonlyMap<number, ReadonlySet<string>>): ServerPlan {
  const plan = new Map<string, { variants: readonly string[]; tests: number[] }>();
  const put = (servers: Servers, title: string, test: number): void => {
    const server = plan.get(title) ?? { variants: servers.get(title) ?? [], tests: [] };
    server.tests.push(test);
    plan.set(title, server);
  };
  const [single, mixed] = [alone(), together()];
  const covers = new Map<string, readonly string[]>();
  for (const [test, names] of asked) {
    for (const [title, [name = '']] of single) if (names.has(name)) put(single, title, test);
    const key = [...names].sort().join(' ');
    const cover = covers.get(key) ?? coverOf(names, mixed);
    covers.set(key, cover);
    for (const title of cover) put(mixed, title, test);
  }
  return Object.fromEntries(plan);
}
