import { createServer } from 'node:http';
import { expect, test } from '@playwright/test';
import { listen } from '../support/listen.ts';
import { withVerdict } from '../support/report-queries.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** Credentials that expire during a run, and commands that print them. */

test.describe.configure({ timeout: 120_000 });

test('a token that expires during a run is the one reason for all that is inconclusive, and no more is sent with it', async () => {
  const { code, output, report } = await withReference({ accessTokenLasts: 60 }, ({ settings }) =>
    runSuite({ ...settings, CONFORMANCE_RUNS: '3' }, ['tests/workspace', 'tests/platform']),
  );
  expect(report?.summary.MUST.fail, output).toBe(0);
  const inconclusive = withVerdict(report, 'inconclusive');
  expect(inconclusive.length, output).toBeGreaterThan(10);
  const reasons = new Set(inconclusive.map(({ reason }) => reason));
  expect([...reasons]).toEqual([
    'TARGET_ACCESS_TOKEN was accepted before and is refused now, so it has expired: set TARGET_ACCESS_TOKEN_COMMAND to a command that prints a fresh one',
  ]);
  // The other user's token does not expire, so some requests are still sent.
  expect(report?.run.requests, 'requests, where a whole run sends 380').toBeLessThan(150);
  expect(code).toBe(1);
});

test('a token that expires between the set-up and the first test is no finding', async () => {
  // As many requests as the set-up sends to find out whether it is accepted.
  const { code, output, report } = await withReference({ accessTokenLasts: 3 }, ({ settings }) =>
    runSuite(settings, ['tests/platform', '--grep', 'deployment']),
  );
  expect(report?.summary.MUST, output).toMatchObject({ fail: 0, pass: 0 });
  const [first] = withVerdict(report, 'inconclusive');
  expect(first?.reason, output).toContain('TARGET_ACCESS_TOKEN was accepted before and is refused now');
  expect(code).toBe(1);
});

test('a command prints a fresh token when one expires, and what it prints is a secret', () =>
  withReference({ accessTokenLasts: 5 }, async ({ renewAccessToken, settings }) => {
    const { TARGET_ACCESS_TOKEN: first = '', ...others } = settings;
    const printed: string[] = [];
    const issuer = createServer((_, response) => {
      const token = printed.length === 0 ? first : renewAccessToken();
      printed.push(token);
      response.end(`${token}\n`);
    });
    const address = `http://127.0.0.1:${await listen(issuer)}`;
    const { code, output, report } = await runSuite(
      {
        ...others,
        TARGET_ACCESS_TOKEN_COMMAND: `"${process.execPath}" -e "fetch('${address}').then((one) => one.text()).then(console.log)"`,
      },
      ['tests/platform', '--grep', 'deployment'],
    );
    issuer.close();
    expect(report?.summary.MUST, output).toMatchObject({ fail: 0, inconclusive: 0 });
    expect(printed.length, 'tokens that were printed').toBeGreaterThan(1);
    expect(code, output).toBe(0);
    const everything = output + JSON.stringify(report);
    for (const token of printed) expect(everything).not.toContain(token);
  }));

test('a command that prints nothing ends the run before anything is judged', async () => {
  const { code, output } = await withReference({}, ({ settings }) =>
    runSuite({ ...settings, TARGET_API_KEY_COMMAND: 'exit 3' }, ['--grep', '@embed-session-id']),
  );
  expect(code).toBe(1);
  expect(output).toContain('TARGET_API_KEY_COMMAND prints no credential: it ended with 3');
});
