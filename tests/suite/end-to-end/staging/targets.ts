import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Reference, ReferenceOptions } from '../../../../fixtures/reference/start.ts';
import { startStaging } from './proxy.ts';

/** Starts a target with faults or variants. */
export type Start = (options: ReferenceOptions) => Promise<Reference>;

const READY = 'embedded target ready: ';

/**
 * Makes a child process end when this one does.
 *
 * @returns a function that ends it sooner
 */
function endWithParent(child: ChildProcess): () => void {
  const end = (): void => {
    child.kill();
  };
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return end;
}

/** Starts the embedded target without a gateway, in a process of its own. */
async function startDirect({ faults = [], variants = [] }: ReferenceOptions): Promise<Reference> {
  const args = [
    ...['--import', 'tsx', 'fixtures/reference/main.ts', '--announce=json'],
    ...faults.map((name) => `--fault=${name}`),
    ...variants.map((name) => `--variant=${name}`),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = endWithParent(child);
  for await (const line of createInterface(child.stdout))
    if (line.startsWith(READY))
      return {
        settings: JSON.parse(line.slice(READY.length)) as Record<string, string>,
        close: async () => end(),
      };
  throw new Error('The embedded target ended before it was ready.');
}

/**
 * The way in which the targets of a run are started.
 *
 * @param direct - whether to start them without a gateway
 * @param seed - of the gateway's disturbances
 */
export const starter = (direct: boolean, seed: number): Start =>
  direct ? startDirect : (options) => startStaging(options, seed);

/**
 * Keeps this machine busy.
 *
 * @param count - how many processes to start, each of which keeps one core busy
 * @returns a function that ends them
 */
export function startBusy(count: number): () => void {
  const ends = Array.from({ length: count }, () => endWithParent(fork(new URL('busy.ts', import.meta.url))));
  return () => {
    for (const end of ends) end();
  };
}
