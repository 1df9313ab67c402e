import { expect, test } from '@playwright/test';
import { HttpClient } from '../../../fixtures/http/client.ts';
import type { Exchange } from '../../../fixtures/http/exchange.ts';
import { readTarget } from '../../../fixtures/target/target.ts';
import { Contract } from '../../../schemas/contract.ts';
import { startBehindProxy, type Treat } from '../support/proxy/proxy.ts';
import { FORMS } from './unreliable/forms.ts';
import { GATEWAYS } from './unreliable/gateways.ts';
import { type Mode, SEED } from './unreliable/mode.ts';

/** One client, without a run, through the modes that spoil single answers: it gets the answers of the target. */

const REQUESTS = 40;
/** How many times as many requests are treated as in the mode, so that few requests will do. */
const SHARPER = 4;

/** Lets a test use a client whose target is behind a proxy. */
async function withClient<Result>(
  treat: Treat,
  use: (client: HttpClient) => Promise<Result>,
): Promise<Result> {
  const target = await startBehindProxy({}, treat, SEED);
  const client = new HttpClient(readTarget(target.settings), await Contract.load(), 0);
  try {
    return await use(client);
  } finally {
    await client.close();
    await target.close();
  }
}

/** The answers to different requests, one after another. */
async function ask(client: HttpClient): Promise<Exchange[]> {
  const answers: Exchange[] = [];
  for (let first = 1; first <= REQUESTS; first += 1)
    answers.push(
      await client.send({ operation: 'listDeployments', query: { first }, as: 'TARGET_ACCESS_TOKEN' }),
    );
  return answers;
}

/** Counts the requests that a mode treats. */
function counted(mode: Mode): { treat: Treat; treated: () => number } {
  const treat = mode.treat();
  let count = 0;
  return {
    treat: (asked) => {
      const treatment = treat(asked);
      if (treatment) count += 1;
      return treatment;
    },
    treated: () => count,
  };
}

for (const mode of [...FORMS, ...GATEWAYS].filter(({ expected }) => expected === 'conformant'))
  test(`a client gets the answers of the target: ${mode.name}`, async () => {
    const { treat, treated } = counted(mode);
    const answers = await withClient(
      (asked) => treat({ ...asked, chance: asked.chance / SHARPER }),
      ask,
    ).catch(
      // What ends a conformance test as skipped must not skip this one.
      (thrown: unknown) => {
        throw new Error(`no answer: ${thrown instanceof Error ? thrown.message : thrown}`);
      },
    );
    expect(treated()).toBeGreaterThan(0);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    for (const { text } of answers) expect(text).toContain('"Production"');
  });
