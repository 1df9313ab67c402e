import { test } from '@playwright/test';
import { enter } from '../../../fixtures/expect/running-test.ts';
import { Journal } from '../../../fixtures/http/journal.ts';
import { Secrets } from '../../../fixtures/target/secrets.ts';
import { ANNOTATION } from '../../../schemas/evidence.ts';
import { findRequirement } from '../../../schemas/requirements.ts';

/** Makes what is called by a test believe that it runs in a conformance test of a requirement. */
export function duringTestOf(requirement: string, secrets = new Secrets({})): { journal: Journal } {
  const running = { journal: new Journal() };
  test.beforeEach(() => {
    running.journal = new Journal();
    const row = findRequirement(requirement);
    enter({
      row,
      judging: row,
      journal: running.journal,
      redact: secrets.redact,
      redactSentence: (text) => secrets.redactSentence(text),
      seed: 1,
      runs: 15,
      path: undefined,
      findings: [],
      lookedAt: () => [],
      isDisturbed: async () => false,
    });
  });
  test.afterEach(() => enter(undefined));
  return running;
}

/** Why a call ended the conformance test that made it, or the message of what it threw; undefined where it did neither. */
export async function whyEnded(call: () => Promise<unknown>): Promise<string | undefined> {
  const info = test.info();
  try {
    await call();
    return undefined;
  } catch (error) {
    const ended = info.annotations.find(({ type }) => Object.values<string>(ANNOTATION).includes(type));
    return ended ? `${ended.type}: ${ended.description}` : (error as Error).message;
  } finally {
    // The call ended, this test did not.
    info.annotations.length = 0;
    info.expectedStatus = 'passed';
  }
}
