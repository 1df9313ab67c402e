import { readJsonFile, resultFile, writeJsonFile } from '../json-files.ts';
import type { ServerPlan } from './plan.ts';
import type { Servers } from './servers.ts';

const FILE = resultFile('variants-plan.json');

/** Writes which tests to run against which server. */
export const writePlan = (plan: ServerPlan): void => writeJsonFile(FILE, plan);

/**
 * What {@link writePlan} wrote.
 *
 * @throws Error when nothing was written yet
 */
export function readPlan(): ServerPlan {
  try {
    return readJsonFile(FILE);
  } catch (cause) {
    throw new Error('It is not planned yet which servers to judge: run "npm run variants".', { cause });
  }
}

/** The servers of the plan. */
export const plannedServers = (): Servers =>
  new Map(Object.entries(readPlan()).map(([title, { variants }]) => [title, variants]));
