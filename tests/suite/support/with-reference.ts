import { readFileSync } from 'node:fs';
import { Agent, fetch } from 'undici';
import {
  type ReferenceOptions,
  type RenewableReference,
  startReference,
} from '../../../fixtures/reference/start.ts';

/** What a reference answered. */
interface Answered {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
  /** The body, where it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any;
}

/** Asks a reference: a path below its base URL or a whole address, the Authorization header, and a body to post. */
export type Ask = (
  path: string,
  authorization?: string,
  more?: { method?: string; body?: object },
) => Promise<Answered>;

/** A reference that a test of the suite has for itself. */
export interface Own extends RenewableReference {
  readonly ask: Ask;
  readonly bearer: string;
  readonly key: string;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Starts a reference, lets a test use it, and stops it.
 *
 * @param options - faults and variants, among others
 */
export async function withReference<Result>(
  options: ReferenceOptions,
  use: (own: Own) => Promise<Result>,
): Promise<Result> {
  const reference = await startReference(options);
  const { TARGET_BASE_URL, NODE_EXTRA_CA_CERTS = '' } = reference.settings;
  const dispatcher = new Agent({ connect: { ca: readFileSync(NODE_EXTRA_CA_CERTS) } });
  const ask: Ask = async (path, authorization, { method, body } = {}) => {
    const url = path.startsWith('https:') ? path : `${TARGET_BASE_URL}${path}`;
    const answer = await fetch(url, {
      dispatcher,
      redirect: 'manual',
      method: method ?? (body ? 'POST' : 'GET'),
      headers: { ...(authorization ? { authorization } : {}), 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, text, body: parsed(text) };
  };
  try {
    return await use({
      ...reference,
      ask,
      bearer: `Bearer ${reference.settings.TARGET_ACCESS_TOKEN}`,
      key: `Api-Key ${reference.settings.TARGET_API_KEY}`,
    });
  } finally {
    await dispatcher.close();
    await reference.close();
  }
}
