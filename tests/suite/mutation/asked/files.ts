import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { ServerPlan } from './plan.ts';

const fileOf = (name: string): string =>
  fileURLToPath(new URL(`../../../../test-results/${name}`, import.meta.url));
const ASKED = fileOf('asked');
const PLAN = fileOf('variants-plan.json');

/** Forgets what was written before. */
export function forgetAsked(): void {
  rmSync(ASKED, { recursive: true, force: true });
  mkdirSync(ASKED, { recursive: true });
}

/** Writes down what the plain server asked for while it answered one test. */
export const writeAsked = (test: number, names: Iterable<string>): void =>
  writeFileSync(`${ASKED}/${test}`, [...names].join('\n'));

/** What was written, by the number of the test, in the order of the tests. */
export const readAsked = (): ReadonlyMap<number, ReadonlySet<string>> =>
  new Map(
    readdirSync(ASKED)
      .map(Number)
      .sort((one, other) => one - other)
      .map((test) => [test, new Set(readFileSync(`${ASKED}/${test}`, 'utf8').split('\n'))]),
  );

/** Writes which tests are to be run against which server. */
export const writePlan = (plan: ServerPlan): void => writeFileSync(PLAN, JSON.stringify(plan));

/**
 * What {@link writePlan} wrote.
 *
 * @throws Error when nothing was written yet
 */
export function readPlan(): ServerPlan {
  try {
    return JSON.parse(readFileSync(PLAN, 'utf8')) as ServerPlan;
  } catch (error) {
    throw new Error(`There is no plan of the servers to judge: run "npm run variants".`, {
      cause: error,
    });
  }
}
