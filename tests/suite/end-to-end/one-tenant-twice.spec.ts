import { expect, test } from '@playwright/test';
import { requirementIn } from '../support/report-queries.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** Settings that name one tenant twice, as if it were two. */

test.describe.configure({ timeout: 120_000 });

test('two addresses of one tenant are no reason to accuse it of letting strangers in', () =>
  withReference({}, async ({ settings }) => {
    const twice = {
      ...settings,
      TARGET_PLAIN_BASE_URL: settings.TARGET_BASE_URL?.replace('127.0.0.1', 'localhost') ?? '',
      TARGET_PLAIN_ACCESS_TOKEN: settings.TARGET_OTHER_ACCESS_TOKEN ?? '',
      TARGET_PLAIN_API_KEY: settings.TARGET_MEMBER_API_KEY ?? '',
    };
    const { output, report } = await runSuite(twice, ['--grep', 'an access token of one tenant']);
    const row = requirementIn(report, 'auth-foreign-key-refused');
    expect(row?.verdict, output).toBe('not-tested');
    expect(row?.reason).toContain('may be addresses of one tenant');
  }));
