import { readFileSync } from 'node:fs';
import { Agent, fetch } from 'undici';
import {
  type ReferenceOptions,
  type RenewableReference,
  startReference,
} from '../../../fixtures/reference/start.ts';

/** What a reference answered. */
interface Answer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  readonly text: string;
  /** The body as JSON; undefined when it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly body: any;
}

/**
 * Sends a request to a reference.
 *
 * @param path - below the base URL, or a whole address
 * @param authorization - the header; none when it is left out
 * @param more - a body, which makes the request a POST, or another method
 */
export type Ask = (
  path: string,
  authorization?: string,
  more?: { method?: string; body?: object },
) => Promise<Answer>;

/** A reference that one test has to itself, with what it takes to call it. */
export interface RunningReference extends RenewableReference {
  readonly ask: Ask;
  /** Authorization headers: the first user's token, and the API key. */
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
 * @returns what the test returns
 */
export async function withReference<Result>(
  options: ReferenceOptions,
  use: (reference: RunningReference) => Promise<Result>,
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
