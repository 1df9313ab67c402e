import { expect, test } from '@playwright/test';
import { idsOf, selectedWithVerdict, verdictOf } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { besideAnotherRun, withReference } from '../support/servers.ts';

/** Deployments that break a rule and also do something that might hide it: they are failed all the same. */

test.describe.configure({ timeout: 240_000 });

test('faults are found behind late effects and redirects, and beside an absent list; the others are judged', {
  tag: '@slow',
}, async () => {
  const faults = [
    ...['auth-workspace-objects-redirects-with-data', 'embed-groups-added', 'embed-session-id-same-for-all'],
    'embed-tenants-attributes-list-not-served',
  ];
  const variants = ['strangers-redirected', 'memberships-shown-late'];
  const failed = [
    ...['auth-workspace-objects-refuses-strangers', 'embed-groups-replaces', 'embed-session-id-identifies'],
    'embed-tenants-attributes-list-served',
  ];
  const verified = ['embed-tenants-groups-delete', 'embed-group-definition-reused', 'embed-session-id'];
  const { code, output, report } = await withReference({ faults, variants }, ({ settings }) =>
    runSuite({ ...settings, CONFORMANCE_RUNS: '3' }, only(...failed, ...verified)),
  );
  expect(code, output).toBe(1);
  expect(idsOf(selectedWithVerdict(report, 'fail')).sort(), output).toEqual(failed.sort());
  expect(idsOf(selectedWithVerdict(report, 'inconclusive')), output).toEqual([]);
  for (const id of verified) expect(verdictOf(report, id), id).toBe('pass');
});

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
