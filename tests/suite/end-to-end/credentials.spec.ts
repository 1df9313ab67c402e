import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { Credentials } from '../../../fixtures/http/credentials.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import { withReference } from '../support/with-reference.ts';
import { runSuite } from '../support/run-suite.ts';

/** Credentials that expire in mid-run, and commands that print them. */

test.describe.configure({ timeout: 120_000 });

test('a token that expires in mid-run is inconclusive, once and by its name, and nothing is asked for nothing', async () => {
  const { code, output, report } = await withReference({ accessTokenLasts: 60 }, ({ settings }) =>
    runSuite({ ...settings, CONFORMANCE_RUNS: '3' }, ['tests/workspace', 'tests/platform']),
  );
  expect(report?.summary.MUST.fail, output).toBe(0);
  const unseen = report?.requirements.filter(({ verdict }) => verdict === 'inconclusive') ?? [];
  expect(unseen.length, output).toBeGreaterThan(10);
  const reasons = new Set(unseen.map(({ reason }) => reason));
  expect([...reasons]).toEqual([
    'TARGET_ACCESS_TOKEN was accepted before and is refused now, so it has expired: set TARGET_ACCESS_TOKEN_COMMAND to a command that prints a fresh one',
  ]);
  // Another user's token lasts on.
  expect(report?.run.requests, 'requests, where a whole run sends 380').toBeLessThan(150);
  expect(code).toBe(1);
});

test('a command prints a fresh token when one expires, and what it prints is a secret', async () => {
  await withReference({ accessTokenLasts: 5 }, async ({ renewAccessToken, settings }) => {
    const printed: string[] = [settings.TARGET_ACCESS_TOKEN as string];
    const issuer = createServer((_, response) => {
      const token = printed.length === 1 && !started ? (printed[0] as string) : renewAccessToken();
      started = true;
      printed.push(token);
      response.end(`${token}\n`);
    });
    let started = false;
    await new Promise<void>((resolve) => {
      issuer.listen(0, '127.0.0.1', resolve);
    });
    const { TARGET_ACCESS_TOKEN: _, ...others } = settings;
    const address = `http://127.0.0.1:${(issuer.address() as AddressInfo).port}`;
    const { code, output, report } = await runSuite(
      {
        ...others,
        TARGET_ACCESS_TOKEN_COMMAND: `"${process.execPath}" -e "fetch('${address}').then((one) => one.text()).then(console.log)"`,
      },
      ['tests/platform', '--grep', 'deployment'],
    );
    issuer.close();
    expect(report?.summary.MUST, output).toMatchObject({ fail: 0, inconclusive: 0 });
    expect(printed.length, 'tokens that were printed').toBeGreaterThan(2);
    expect(code, output).toBe(0);
    const everything = output + JSON.stringify(report);
    for (const token of printed) expect(everything).not.toContain(token);
  });
});

test('a command that prints nothing ends the run before anything is judged', async () => {
  const { code, output } = await withReference({}, ({ settings }) =>
    runSuite({ ...settings, TARGET_API_KEY_COMMAND: 'exit 3' }, ['--grep', '@embed-session-id']),
  );
  expect(code).toBe(1);
  expect(output).toContain('TARGET_API_KEY_COMMAND prints no credential: it ended with 3');
});

test('requests that expire side by side renew their credential once', async () => {
  const credentials = new Credentials({
    TARGET_ACCESS_TOKEN: 'stale',
    TARGET_ACCESS_TOKEN_COMMAND: 'echo fresh-$$',
  });
  const call: Call = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' };
  const answered = (status: number): Exchange => ({
    operation: call.operation,
    status,
    headers: {},
    mediaType: '',
    text: '',
    json: undefined,
    curl: '',
  });
  const renewed = new Set<string>();
  const send = async (): Promise<Exchange> => {
    const sent = credentials.valueOf('TARGET_ACCESS_TOKEN') ?? '';
    if (sent !== 'stale') renewed.add(sent);
    // Whoever issues a token takes back the one before.
    return answered(sent !== 'stale' && renewed.size === 1 ? 200 : 401);
  };
  credentials.noteAnswer('TARGET_ACCESS_TOKEN', call, answered(200));
  const reviews = [1, 2, 3].map(() => credentials.review('TARGET_ACCESS_TOKEN', call, send));
  expect(await Promise.all(reviews)).toEqual(['renewed', 'renewed', 'renewed']);
  expect([...renewed]).toHaveLength(1);
});
