import { type ChildProcess, fork, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Reference, ReferenceOptions } from '../../../../fixtures/reference/start.ts';
import { startStaging } from './proxy.ts';

/** Starts a target with faults and honest variants. */
export type Start = (options: ReferenceOptions) => Promise<Reference>;

const READY = 'embedded target ready: ';

/** Ends a process of ours, whatever becomes of this one. */
function endWithUs(child: ChildProcess): () => void {
  const end = (): void => {
    child.kill();
  };
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return end;
}

/** Starts the embedded target alone, in a process of its own. */
async function startDirect({ faults = [], variants = [] }: ReferenceOptions): Promise<Reference> {
  const args = [
    ...['--import', 'tsx', 'fixtures/reference/main.ts', '--announce=json'],
    ...faults.map((name) => `--fault=${name}`),
    ...variants.map((name) => `--variant=${name}`),
  ];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const end = endWithUs(child);
  for await (const line of createInterface(child.stdout))
    if (line.startsWith(READY))
      return {
        settings: JSON.parse(line.slice(READY.length)) as Record<string, string>,
        close: async () => end(),
      };
  throw new Error('The embedded target ended before it was ready.');
}

/**
 * How the targets of a run are started.
 *
 * @param direct - without a gateway
 * @param seed - of the gateway's moods
 */
export const starter = (direct: boolean, seed: number): Start =>
  direct ? startDirect : (options) => startStaging(options, seed);

/**
 * Keeps this machine busy.
 *
 * @param count - of processes that each do as much as they can
 * @returns what ends them
 */
export function startBusy(count: number): () => void {
  const ends = Array.from({ length: count }, () => endWithUs(fork(new URL('busy.ts', import.meta.url))));
  return () => {
    for (const end of ends) end();
  };
}
