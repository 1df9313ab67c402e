import { expect, test } from '@playwright/test';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { startBehindProxy, type Treat } from '../support/proxy/proxy.ts';
import { requirementIn, selectedWithVerdict, testsInError, withVerdict } from '../support/report-queries.ts';
import { only, type Run, runSuite } from '../support/run-suite.ts';

/** Credentials that look like words of the suite: they rewrite none of its own, and no outcome is lost. */

test.describe.configure({ timeout: 240_000 });

/** Judges a reference whose API key and agent key are others than its own. */
async function runWith(
  { key, agentKey }: { key?: string; agentKey?: string },
  options: ReferenceOptions,
  args: readonly string[],
): Promise<Run> {
  const real = new Map<string, string>();
  const treat: Treat = ({ authorization = '' }) => {
    const meant = real.get(authorization);
    return meant === undefined ? undefined : { authorization: meant };
  };
  const reference = await startBehindProxy(options, treat, 1);
  try {
    const { settings } = reference;
    const changed: Record<string, string> = {
      ...(key ? { TARGET_API_KEY: key } : {}),
      ...(agentKey ? { TARGET_AI_API_KEY: agentKey } : {}),
    };
    for (const [name, value] of Object.entries(changed))
      real.set(`Api-Key ${value}`, `Api-Key ${settings[name]}`);
    return await runSuite({ ...settings, ...changed, CONFORMANCE_RUNS: '3' }, args);
  } finally {
    await reference.close();
  }
}

const BROKEN = 'embed-picture-invalid-rejected';

for (const key of ['embed-key', BROKEN])
  test(`a failure is told under its id, and fails the run, with the API key ${key}`, async () => {
    const faults = ['embed-picture-unchecked-in-creator-mode'];
    const { code, output, report } = await runWith({ key }, { faults }, only(BROKEN));
    expect(code, output).toBe(1);
    expect(requirementIn(report, BROKEN)?.verdict, output).toBe('fail');
    expect(output).toContain(`${BROKEN}  MUST  Generate embed session, rule 4`);
    expect(output).toMatch(/TARGET_API_KEY is short or made of\s+words/);
    const [failure] = requirementIn(report, BROKEN)?.tests.flatMap(({ failures }) => failures) ?? [];
    expect(failure?.curl).toContain('authorization: Api-Key $TARGET_API_KEY"');
    expect(failure?.replay).toContain(`@${BROKEN}(`);
  });

test('no test of an honest target is lost, with an agent key that is part of ids', async () => {
  const args = ['tests/authentication', 'tests/platform'];
  const { code, output, report } = await runWith({ agentKey: 'ai-key-1' }, {}, args);
  expect(code, output).toBe(0);
  expect(testsInError(report)).toEqual([]);
  expect(selectedWithVerdict(report, 'not-run')).toEqual([]);
  for (const id of ['auth-ai-key-accepted', 'auth-ai-stream-chat-state-refuses-strangers'])
    expect(requirementIn(report, id)?.verdict, output).toBe('pass');
  expect(withVerdict(report, 'fail')).toEqual([]);
});
