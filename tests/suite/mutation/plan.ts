import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { listVariants } from '../../../fixtures/reference/faults/index.ts';
import type { MetSwitches } from '../../../fixtures/reference/switches.ts';
import { testable } from '../../../schemas/requirements.ts';

/** Which tests depend on which faults and variants, and so which servers with variants are judged by which tests. */

/** The faults and variants of the reference that the tests of each requirement depend on, by the requirement's id. */
export type Dependencies = ReadonlyMap<string, ReadonlySet<string>>;

export const resultFile = (name: string): string =>
  fileURLToPath(new URL(`../../../test-results/${name}`, import.meta.url));

// A file for each requirement: several workers write at the same time.
const FOLDER = resultFile('dependencies');

/** Forgets what was written before. */
export function forgetDependencies(): void {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
}

/** Writes what a server met while it was judged by the tests of one requirement. */
export const writeDependencies = (requirement: string, { atStart, byRequests }: MetSwitches): void =>
  writeFileSync(
    join(FOLDER, requirement),
    JSON.stringify({ atStart: [...atStart], byRequests: [...byRequests] }),
  );

/**
 * What was written. The tests of a requirement depend on what their requests met. What only the start of a server met may show in any
 * answer: all tests depend on it.
 *
 * @throws Error when nothing was written yet
 */
export function readDependencies(): Dependencies {
  if (!existsSync(FOLDER))
    throw new Error(
      'It is not known yet which test depends on which variant: run "npm run mutation -- --project=dependencies".',
    );
  const stored = readdirSync(FOLDER)
    .sort()
    .map((requirement): { requirement: string; atStart: string[]; byRequests: string[] } => ({
      requirement,
      ...JSON.parse(readFileSync(join(FOLDER, requirement), 'utf8')),
    }));
  const byRequests = new Set(stored.flatMap((one) => one.byRequests));
  const onlyAtStart = stored.flatMap(({ atStart }) => atStart).filter((name) => !byRequests.has(name));
  return new Map(stored.map((one) => [one.requirement, new Set([...one.byRequests, ...onlyAtStart])]));
}

// Bundled as CommonJS without names that an import could find.
const { make, sorters, criteria } = createRequire(import.meta.url)(
  'covertable',
) as typeof import('covertable');

/** The variants of servers with several of them, by the servers' titles. */
type Servers = ReadonlyMap<string, readonly string[]>;

/** What a plan needs to know of a variant: two of one choice exclude each other, and those that take long to judge are not combined. */
interface Candidate {
  readonly name: string;
  readonly choice: string;
  readonly slow?: boolean | undefined;
}

/** What a server does that takes none of the variants of a choice. */
const USUAL = '';

/** The variants of each choice, the usual value first. Those that take long to judge are left out. */
function choicesOf(variants: readonly Candidate[]): Record<string, string[]> {
  const choices: Record<string, string[]> = {};
  for (const { name, choice, slow } of variants) {
    if (slow) continue;
    choices[choice] ??= [USUAL];
    choices[choice].push(name);
  }
  return choices;
}

/**
 * Servers with several variants each: the rows of a covering array of strength two, so that every two compatible variants occur together in
 * some server. A choice may also be left at its usual value.
 */
function combinedVariants(variants: readonly Candidate[]): Servers {
  const rows = make(choicesOf(variants), { length: 2, sorter: sorters.hash, criterion: criteria.simple });
  return new Map(
    rows.map((row, index) => [`combined ${index + 1}`, Object.values(row).filter((name) => name !== USUAL)]),
  );
}

/** The servers to judge, and the requirements whose tests are run against each. */
type ServerPlan = Record<string, { variants: readonly string[]; requirements: string[] }>;

const pairsOf = (names: readonly string[]): string[] =>
  names.flatMap((one, index) => names.slice(index + 1).map((other) => `${one} ${other}`));

/** A small set of servers that has every pair of the variants a test depends on: greedily, the server with the most new pairs comes next. */
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
 */
export function planOf(
  dependencies: Dependencies,
  variants: readonly Candidate[] = listVariants(),
): ServerPlan {
  const plan: ServerPlan = {};
  const combined = combinedVariants(variants);
  const add = (title: string, names: readonly string[], requirement: string): void => {
    plan[title] ??= { variants: names, requirements: [] };
    plan[title].requirements.push(requirement);
  };
  const covers = new Map<string, readonly string[]>();
  for (const [requirement, names] of dependencies) {
    // A server with one variant names the one that is accused, where a combined server is.
    for (const { name } of variants) if (names.has(name)) add(`single ${name}`, [name], requirement);
    const key = [...names].sort().join(' ');
    const cover = covers.get(key) ?? coverOf(names, combined);
    covers.set(key, cover);
    for (const title of cover) add(title, combined.get(title) ?? [], requirement);
  }
  return plan;
}

const FILE = resultFile('variants-plan.json');

export const writePlan = (dependencies: Dependencies): void =>
  writeFileSync(FILE, JSON.stringify(planOf(dependencies)));

/** How many servers with variants `npm test` judges: together they have most variants. */
const FEW = 3;

/** The plan of `npm test`: each server takes the next variant of every choice, or none, and is judged by all tests. */
function quickPlan(): ServerPlan {
  const choices = Object.values(choicesOf(listVariants()));
  const requirements = testable.map(({ id }) => id);
  const servers = Array.from({ length: FEW }, (_, server) =>
    choices.flatMap((names, index) => names[(server + index) % names.length] || []),
  );
  return Object.fromEntries(
    servers.map((variants, index) => [`server ${index + 1}`, { variants, requirements }]),
  );
}

/**
 * What {@link writePlan} wrote, or the plan of `npm test`, which sets MUTATION_QUICK.
 *
 * @throws Error when nothing was written yet
 */
export function readPlan(): ServerPlan {
  if (process.env.MUTATION_QUICK) return quickPlan();
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as ServerPlan;
  } catch (cause) {
    throw new Error('It is not planned yet which servers to judge: run "npm run variants".', { cause });
  }
}
