import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment } from '../../support/run-suite.ts';
import type { RealServer } from './servers.ts';

/** Longer than an interpreter needs on a busy machine to load some hundred modules. */
const START_MS = 60_000;
/** No run against such a server takes as long. */
const LIFE_MS = 600_000;

/** Ends the command when its standard input ends: with this process, however that ends. */
const UNTIL_END_OF_INPUT = '"$@" & child=$!; read -r _; kill "$child"; wait "$child" 2>/dev/null';

/** Below those that systems give to whoever asks for any: nobody takes it before the server does. */
const [FIRST_PORT, PORTS] = [20_000, 10_000];

async function freePort(): Promise<number> {
  const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  server.close();
  return isFree ? port : freePort();
}

/**
 * Starts a server, lets it be used, and stops it.
 *
 * @param folder - into which it is installed
 * @returns what the use returns
 */
export async function whileRunning<Result>(
  server: RealServer,
  folder: string,
  secret: string,
  use: (port: number) => Promise<Result>,
): Promise<Result> {
  const port = await freePort();
  const command = server.command({ folder, port, secret });
  const child = spawn('sh', ['-c', UNTIL_END_OF_INPUT, 'sh', ...command], {
    cwd: folder,
    env: environment(),
  });
  const ended = once(child, 'close');
  const lifetime = setTimeout(() => child.stdin.end(), LIFE_MS);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      printed = `${printed}${text}`.slice(-4_000);
    });
  const isUp = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${port}/`).then(
      () => true,
      () => false,
    );
  try {
    const deadline = performance.now() + START_MS;
    while (!(await isUp())) {
      if (performance.now() > deadline)
        throw new Error(
          `${server.title} does not listen after ${START_MS / 1_000} s. It printed:\n${printed}`,
        );
      await sleep(100);
    }
    return await use(port);
  } finally {
    clearTimeout(lifetime);
    child.stdin.end();
    await ended;
  }
}
