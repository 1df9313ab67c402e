import { createServer, type RequestListener } from 'node:http';
import { HttpClient } from '../../../fixtures/http/client.ts';
import type { Settings } from '../../../fixtures/target/settings.ts';
import { Contract } from '../../../schemas/contract.ts';
import { listen } from './listen.ts';

/** Lets something be done with a client of a server that answers like this; `settingsOf` names its address. */
export async function clientAgainst<Result, Own extends Partial<Settings>>(
  answer: RequestListener,
  settingsOf: (origin: string) => Own,
  use: (client: HttpClient, settings: Own) => Promise<Result>,
): Promise<Result> {
  const server = createServer({ maxHeaderSize: 256 * 1024 }, answer);
  const settings = settingsOf(`http://127.0.0.1:${await listen(server)}`);
  const client = new HttpClient({ settings, embedded: false }, await Contract.load(), 1);
  try {
    return await use(client, settings);
  } finally {
    await client.close();
    server.closeAllConnections();
    server.close();
  }
}
