import { expect, test } from '@playwright/test';
import { verdictOf } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { besideAnotherRun, withReference } from '../support/servers.ts';

/** Deployments that break a rule and also do something that might hide it: they are failed all the same. */

test.describe.configure({ timeout: 240_000 });

test('profiles and values that are declared to show but never do are a failure', {
  tag: '@slow',
}, async () => {
  const ids = ['embed-profile-overwrites', 'embed-attributes-overwrite'];
  const declared = { TARGET_PROFILES: 'scim', TARGET_ATTRIBUTE_VALUES: 'scim', TARGET_LAG_MS: '300' };
  const { report, output } = await withReference({ variants: ['scim-no-external-users'] }, ({ settings }) =>
    runSuite({ ...settings, ...declared }, only(...ids)),
  );
  for (const id of ids) expect(verdictOf(report, id), output).toBe('fail');
});

test('a caller without credentials who is served is a failure, even if another run uses the same users', {
  tag: '@slow',
}, async () => {
  const { output, report } = await withReference({ faults: ['auth-generate-session-open'] }, (reference) =>
    besideAnotherRun(reference, 'conformanceuser3', () =>
      runSuite(reference.settings, only('auth-generate-session-refuses-strangers')),
    ),
  );
  expect(verdictOf(report, 'auth-generate-session-refuses-strangers'), output).toBe('fail');
});
