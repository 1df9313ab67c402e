import { expect, test } from '@playwright/test';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { CREDENTIAL_SETTINGS } from '../../../fixtures/target/settings.ts';
import { requirementIn, verdictOf } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** A credential that is refused from the start is named before anything is judged; one that is valid is never accused. */

test.describe.configure({ timeout: 120_000 });

const WRONG = 'never-issued-by-anybody';
const MAX_MS = 15_000;

/** Tested always; the other settings are read in the same ways. */
const TYPICAL = ['TARGET_ACCESS_TOKEN', 'TARGET_API_KEY'];

for (const setting of CREDENTIAL_SETTINGS)
  test(`a run ends and names ${setting} when that is refused`, {
    tag: TYPICAL.includes(setting) ? [] : '@slow',
  }, async () => {
    const began = Date.now();
    const { code, output, report } = await withReference({}, ({ settings }) =>
      runSuite({ ...settings, [setting]: WRONG }),
    );
    expect(Date.now() - began, 'milliseconds').toBeLessThan(MAX_MS);
    expect(code, output).toBe(1);
    expect(report?.verdict).toBe('undetermined');
    expect(report?.summary.MUST.fail).toBe(0);
    expect(report?.summary.MUST.pass).toBe(0);
    expect(output).toContain(`${setting} is refused: `);
    expect(output).toMatch(/(GET|POST) \/\S+ answered 401/);
    expect(output).toContain(`Set ${setting} to`);
    expect(output).toContain('A target that refuses valid credentials would look the same.');
    expect(output).not.toContain(WRONG);
    const others = CREDENTIAL_SETTINGS.filter((name) => name !== setting);
    expect(others.filter((name) => output.includes(`${name} is refused`))).toEqual([]);
  });

test('several refused credentials are named in one message, with the command that printed one', async () => {
  const { code, output } = await withReference({}, ({ settings }) => {
    const { TARGET_API_KEY: _, ...others } = settings;
    return runSuite({
      ...others,
      TARGET_API_KEY_COMMAND: `echo ${WRONG}`,
      TARGET_DATA_API_TOKEN: WRONG,
    });
  });
  expect(code, output).toBe(1);
  expect(output).toContain('2 credentials are refused, so nothing was judged.');
  expect(output).toContain('TARGET_API_KEY is refused: ');
  expect(output).toContain('TARGET_API_KEY_COMMAND printed it');
  expect(output).toContain('TARGET_DATA_API_TOKEN is refused: ');
});

test('a redirect to a sign-in page is a refusal as well', async () => {
  const { code, output } = await withReference({ variants: ['strangers-redirected'] }, ({ settings }) =>
    runSuite({ ...settings, TARGET_ACCESS_TOKEN: WRONG }),
  );
  expect(code, output).toBe(1);
  expect(output).toMatch(/TARGET_ACCESS_TOKEN is refused: .* answered 30\d, leading to /);
});

test('a refused credential that no required profile needs is left out, and everything else is judged', async () => {
  const { code, output, report } = await withReference({}, ({ settings }) =>
    runSuite(
      { ...settings, TARGET_API_KEY: WRONG, TARGET_AI_API_KEY: WRONG, CONFORMANCE_REQUIRE: 'platform' },
      ['tests/platform', 'tests/authentication'],
    ),
  );
  expect(code, output).toBe(0);
  expect(report?.summary.MUST.fail, output).toBe(0);
  expect(verdictOf(report, 'platform-deployments-first')).toBe('pass');
  expect(verdictOf(report, 'auth-get-regions-refuses-strangers')).toBe('pass');
  const row = requirementIn(report, 'auth-api-key-accepted');
  expect(row?.verdict).toBe('not-tested');
  expect(row?.reason).toContain('TARGET_API_KEY was refused: GET /v1/embed-tenants/');
  expect(output).toContain('TARGET_AI_API_KEY was refused: POST /chat/stream-chat-state answered 401');
});

test('a refused credential that a required profile needs ends the run', async () => {
  const { code, output, report } = await withReference({}, ({ settings }) =>
    runSuite({ ...settings, TARGET_AI_API_KEY: WRONG, CONFORMANCE_REQUIRE: 'ai-api' }),
  );
  expect(code, output).toBe(1);
  expect(report?.summary.MUST.pass).toBe(0);
  expect(output).toContain('TARGET_AI_API_KEY is refused: ');
});

/** Targets that refuse valid credentials in some requests. */
const VALID: [what: string, options: ReferenceOptions][] = [
  ['a key without admin access that may do nothing @slow', { variants: ['sessions-need-admin'] }],
  [
    'such a key, on a target that answers strangers with 403 too @slow',
    { faults: ['auth-strangers-get-403'], variants: ['sessions-need-admin'] },
  ],
  ['a token that the target refuses now and then @slow', { faults: ['auth-bearer-refused-now-and-then'] }],
  ['a token that only the listing refuses @slow', { faults: ['auth-bearer-wants-token-prefix'] }],
  ['credentials behind a busy gateway', { variants: ['rate-limited', 'gateway-hiccups'] }],
];

for (const [what, options] of VALID)
  test(`not accused: ${what}`, async () => {
    const { output, report } = await withReference(options, ({ settings }) =>
      runSuite(settings, only('embed-session-id', 'platform-deployments-items')),
    );
    expect(output).not.toContain('refused, so nothing was judged');
    expect(verdictOf(report, 'embed-session-id'), output).toBe('pass');
  });
