import { expect, test } from '@playwright/test';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { besideAnotherRun } from '../support/another-run.ts';
import { idsOf, requirementIn, selectedWithVerdict, verdictOf } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** Deployments that break a rule and also do something that might hide it: they are failed all the same. */

test.describe.configure({ timeout: 240_000 });

/** What the deployment does, the requirement that must fail, the tests to run, and the requirements that must pass. */
const DEPLOYMENTS: [
  what: string,
  options: ReferenceOptions,
  failed: string,
  args: string[],
  verified: string[],
][] = [
  [
    'when one list is absent, what the other list shows is still judged @slow',
    { faults: ['embed-tenants-attributes-list-not-served'] },
    'embed-tenants-attributes-list-served',
    ['tests/embed-tenants', 'tests/embed/definitions'],
    ['embed-tenants-groups-delete', 'embed-group-definition-reused', 'embed-definitions-idempotent'],
  ],
  [
    'a redirect whose body holds data is no refusal @slow',
    { faults: ['auth-workspace-objects-redirects-with-data'], variants: ['strangers-redirected'] },
    'auth-workspace-objects-refuses-strangers',
    only('auth-workspace-objects-refuses-strangers'),
    [],
  ],
  [
    'a fault is found although effects show late @slow',
    { faults: ['embed-groups-added'], variants: ['memberships-shown-late'] },
    'embed-groups-replaces',
    only('embed-groups-replaces'),
    [],
  ],
  [
    'sessions of two users share an identifier @slow',
    { faults: ['embed-session-id-same-for-all'] },
    'embed-session-id-identifies',
    only('embed-session-id[a-z-]*'),
    ['embed-session-id'],
  ],
  [
    'a search does not find what a folder shows to the second user @slow',
    { faults: ['workspace-search-lacks-shared-contents'] },
    'workspace-caller-views-agree',
    only('workspace-caller-views-agree'),
    [],
  ],
];

for (const [what, options, failed, args, verified] of DEPLOYMENTS)
  test(`broken: ${what}`, async () => {
    const { code, output, report } = await withReference(options, ({ settings }) =>
      runSuite({ ...settings, CONFORMANCE_RUNS: '3' }, args),
    );
    expect(code, output).toBe(1);
    expect(verdictOf(report, failed), output).toBe('fail');
    expect(idsOf(selectedWithVerdict(report, 'inconclusive')), output).toEqual([]);
    const unverified = verified.filter((id) => verdictOf(report, id) !== 'pass');
    expect(unverified, output).toEqual([]);
  });

test('profiles that are declared to show but never do are a failure', async () => {
  const { report, output } = await withReference({ variants: ['scim-no-external-users'] }, ({ settings }) =>
    runSuite(
      { ...settings, TARGET_PROFILES: 'scim', TARGET_LAG_MS: '300' },
      only('embed-profile-overwrites'),
    ),
  );
  expect(verdictOf(report, 'embed-profile-overwrites'), output).toBe('fail');
});

test('values of attributes that are declared to show but never do are a failure', {
  tag: '@slow',
}, async () => {
  const { report, output } = await withReference({}, ({ settings }) =>
    runSuite(
      { ...settings, TARGET_ATTRIBUTE_VALUES: 'scim', TARGET_LAG_MS: '300' },
      only('embed-attributes-overwrite'),
    ),
  );
  expect(verdictOf(report, 'embed-attributes-overwrite'), output).toBe('fail');
});

test('a run in which something could not be observed exits 1', async () => {
  const { code, output, report } = await withReference({}, ({ settings }) =>
    runSuite(
      { ...settings, CONFORMANCE_RUNS: '3', TARGET_DATA_API_URL: 'https://127.0.0.1:1/data' },
      only('auth-data-token-accepted', 'embed-session-id'),
    ),
  );
  expect(idsOf(selectedWithVerdict(report, 'inconclusive'))).toEqual(['auth-data-token-accepted']);
  expect(report?.summary.MUST.fail).toBe(0);
  expect(output).toContain('1 MUST inconclusive: they could not be judged, so the gate stays closed.');
  expect(code).toBe(1);
});

test('a caller without credentials who is served is a failure, even if another run uses the same users', {
  tag: '@slow',
}, async () => {
  const { output, report } = await withReference({ faults: ['auth-generate-session-open'] }, (reference) => {
    const [one = '', two = ''] = reference.settings.TARGET_GROUPS?.split(',') ?? [];
    const anotherRun = {
      externalId: 'conformance-user-3',
      memberships: [[two], [], [one, two]],
      everyMs: 50,
    };
    return besideAnotherRun(reference, anotherRun, () =>
      runSuite(reference.settings, only('auth-generate-session-refuses-strangers')),
    );
  });
  expect(verdictOf(report, 'auth-generate-session-refuses-strangers'), output).toBe('fail');
});

test('one route that sends no message of HTTP is one finding, and what other routes show is judged', async () => {
  const served = 'service-data-api-served';
  const judged = ['auth-data-load-refuses-strangers', 'auth-data-token-accepted'];
  const strangers = 'auth-data-coresql-refuses-strangers';
  const { output, report } = await withReference(
    { faults: ['core-data-sql-with-both-lengths'] },
    ({ settings }) => runSuite({ ...settings, CONFORMANCE_RUNS: '3' }, only(served, strangers, ...judged)),
  );
  expect(idsOf(selectedWithVerdict(report, 'fail')), output).toEqual([served]);
  expect(idsOf(selectedWithVerdict(report, 'pass'))).toEqual(judged);
  // Whom it refuses proves nothing where it cannot be seen that it lets anybody in.
  const reason = expect.stringContaining(`(see ${served})`);
  expect(requirementIn(report, strangers)).toMatchObject({ verdict: 'inconclusive', reason });
});
