import { expect, test } from '@playwright/test';
import { idsOf, testsInError, verdictOf } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/**
 * Conforming deployments that behave unlike a server on the same machine: they are not accused, and what can be verified
 * there is verified.
 */

test.describe.configure({ timeout: 240_000 });

/** What the deployment does, the tests to run, and the requirements that must pass. */
const DEPLOYMENTS: [what: string, variants: string[], args: string[], verified: string[]][] = [
  [
    'memberships, values and profiles that show late are waited for at every look',
    ['memberships-shown-late', 'values-shown-late', 'profiles-shown-late'],
    only('embed-groups-empty-clears', 'embed-attributes-overwrite', 'embed-profile-overwrites'),
    ['embed-groups-empty-clears', 'embed-attributes-overwrite', 'embed-profile-overwrites'],
  ],
  [
    'records of embed tenants that appear late and disappear late are waited for @slow',
    ['definitions-shown-late', 'deletions-shown-late'],
    only('embed-tenants-groups-list', 'embed-tenants-attributes-delete', 'embed-definitions-scope[a-z-]*'),
    ['embed-tenants-groups-list', 'embed-tenants-attributes-delete'],
  ],
  [
    'lists that two replicas serve in turn, one of them behind, are no failure @slow',
    ['replicas-take-turns'],
    only(
      'embed-tenants-groups-paging',
      'embed-tenants-attributes-own-tenant',
      'embed-group-definition-reused',
    ),
    [],
  ],
  [
    'reaching the limit of external users may be answered with 429',
    ['external-user-limit-429'],
    only('embed-external-user-limit'),
    ['embed-external-user-limit'],
  ],
  [
    'admin access is judged also where minting a session needs it @slow',
    ['sessions-need-admin'],
    ['tests/embed-tenants/admin-access'],
    ['embed-tenants-groups-list-needs-admin', 'embed-tenants-attributes-delete-needs-admin'],
  ],
  [
    'an address that ends in a userName is right where that user is answered there',
    ['scim-meta-location-by-alias'],
    only('scim-meta-location'),
    ['scim-meta-location'],
  ],
  [
    'an absent route does not keep its neighbours from being judged @slow',
    ['core-data-sql-not-served'],
    only('auth-data-token-accepted'),
    ['auth-data-token-accepted'],
  ],
  [
    'groups that the platform manages itself are ignored @slow',
    ['scim-system-group-first', 'groups-found-by-looking'],
    only('embed-groups-[a-z-]*'),
    ['embed-groups-empty-clears', 'embed-groups-replaces', 'embed-groups-other-users-untouched'],
  ],
  [
    'a redirect to a sign-in page refuses a caller without credentials',
    ['strangers-redirected'],
    ['tests/authentication'],
    ['auth-workspace-objects-refuses-strangers', 'auth-generate-session-refuses-strangers'],
  ],
  [
    'folders that do not name their parent are still listed in the right folder @slow',
    ['folders-without-parent'],
    only('workspace-root-default', 'workspace-folder-contents'),
    ['workspace-root-default', 'workspace-folder-contents'],
  ],
  [
    'a workspace that others change all the time is inconclusive at worst @slow',
    ['workspace-changes-constantly'],
    ['tests/workspace'],
    [],
  ],
];

for (const [what, variants, args, verified] of DEPLOYMENTS)
  test(`honest: ${what}`, async () => {
    const { output, report } = await withReference({ variants }, ({ settings }) =>
      runSuite({ ...settings, CONFORMANCE_RUNS: '3' }, args),
    );
    const failed = report?.requirements.filter(
      ({ level, verdict }) => level === 'MUST' && verdict === 'fail',
    );
    expect(failed && idsOf(failed), output).toEqual([]);
    const unverified = verified.filter((id) => verdictOf(report, id) !== 'pass');
    expect(unverified, output).toEqual([]);
    expect(testsInError(report)).toEqual([]);
  });

test('with API keys alone nothing is judged that takes an access token, and nothing goes wrong', () =>
  withReference({}, async ({ settings }) => {
    const keys = Object.fromEntries(Object.entries(settings).filter(([name]) => !/ACCESS_TOKEN$/.test(name)));
    const ids = [
      'embed-groups-other-users-untouched',
      'embed-definitions-stay-in-scope',
      'embed-tenants-groups-delete',
    ];
    const { output, report } = await runSuite(keys, only(...ids, 'embed-profile-in-creator-mode'));
    expect(testsInError(report), output).toEqual([]);
    expect(verdictOf(report, 'embed-tenants-groups-delete'), output).toBe('pass');
    for (const id of ids) expect(['pass', 'not-tested'], id).toContain(verdictOf(report, id));
  }));

test('where SCIM names other users and never shows a profile, the report says what that may mean', {
  tag: '@slow',
}, async () => {
  const runWith = (settings: Record<string, string>) =>
    runSuite(
      { ...settings, TARGET_LAG_MS: '300' },
      only('embed-profile-overwrites', 'embed-profile-keeps-omitted'),
    );
  const told = ({ report }: Awaited<ReturnType<typeof runWith>>) =>
    report?.observations.filter((text) => text.includes('none of the profiles'));
  await withReference({ variants: ['scim-external-users-without-profile'] }, async ({ settings }) => {
    const run = await runWith(settings);
    expect(verdictOf(run.report, 'embed-profile-overwrites'), run.output).toBe('not-tested');
    expect(told(run), run.output).toHaveLength(1);
    expect(told(await runWith({ ...settings, TARGET_PROFILES: 'none' }))).toEqual([]);
  });
  await withReference({}, async ({ settings }) => expect(told(await runWith(settings))).toEqual([]));
});
