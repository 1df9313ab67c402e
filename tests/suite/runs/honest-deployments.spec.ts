import { expect, test } from '@playwright/test';
import type { Report } from '../../../reporters/report.ts';
import { startBehindProxy } from '../support/proxy.ts';
import { idsOf, requirementIn, testsInError, verdictOf } from '../support/report-queries.ts';
import { only, type Run, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';

/**
 * Conforming deployments that behave unlike a server on the same machine, and testers who set a run up wrongly: nobody is accused,
 * and what can be verified is verified. That no variant of the reference is failed, `npm run variants` shows.
 */

test.describe.configure({ timeout: 240_000 });

const mustsThatFailed = (report: Report | undefined): string[] | undefined =>
  report && idsOf(report.requirements.filter(({ level, verdict }) => level === 'MUST' && verdict === 'fail'));

/** What deployments do, and the requirements that pass there: `together` on one of them. */
const DEPLOYMENTS: readonly { together: string; variants: string[]; verified: string[] }[] = [
  {
    together:
      'effects, records and deletions that show late, folders without a parent, a redirect for strangers',
    variants: [
      ...['memberships-shown-late', 'values-shown-late', 'profiles-shown-late'],
      ...['definitions-shown-late', 'folders-without-parent', 'strangers-redirected'],
      ...['external-user-limit-429', 'scim-meta-location-by-alias'],
    ],
    verified: [
      ...['embed-groups-empty-clears', 'embed-attributes-overwrite', 'embed-profile-overwrites'],
      ...['embed-tenants-groups-list', 'embed-tenants-attributes-delete', 'workspace-root-default'],
      ...['auth-workspace-objects-refuses-strangers', 'auth-generate-session-refuses-strangers'],
      ...['embed-external-user-limit', 'scim-meta-location'],
    ],
  },
  {
    together:
      'groups of the platform itself, sessions that need admin access, an absent part of a family @slow',
    variants: [
      ...['scim-system-group-first', 'groups-found-by-looking', 'sessions-need-admin'],
      'core-data-sql-not-served',
    ],
    verified: [
      ...['embed-groups-empty-clears', 'embed-groups-replaces', 'embed-groups-other-users-untouched'],
      ...['embed-tenants-groups-list-needs-admin', 'auth-data-token-accepted'],
    ],
  },
];

for (const { together, variants, verified } of DEPLOYMENTS)
  test(`verified: ${together}`, async () => {
    const { output, report } = await withReference({ variants }, ({ settings }) =>
      runSuite({ ...settings, CONFORMANCE_RUNS: '3' }, only(...verified)),
    );
    expect(mustsThatFailed(report), output).toEqual([]);
    expect(
      verified.filter((id) => verdictOf(report, id) !== 'pass'),
      output,
    ).toEqual([]);
    expect(testsInError(report)).toEqual([]);
  });

test('a workspace that others change all the time is inconclusive at worst', { tag: '@slow' }, async () => {
  const { output, report } = await withReference(
    { variants: ['workspace-changes-constantly'] },
    ({ settings }) => runSuite({ ...settings, CONFORMANCE_RUNS: '3' }, ['tests/workspace']),
  );
  expect(mustsThatFailed(report), output).toEqual([]);
  expect(testsInError(report)).toEqual([]);
});

test('with API keys alone nothing is judged that takes an access token, and nothing goes wrong', () =>
  withReference({}, async ({ settings }) => {
    const keys = Object.fromEntries(Object.entries(settings).filter(([name]) => !/ACCESS_TOKEN$/.test(name)));
    const ids = ['embed-groups-other-users-untouched', 'embed-definitions-stay-in-scope'];
    const { output, report } = await runSuite(
      keys,
      only(...ids, 'embed-tenants-groups-delete', 'embed-profile-in-creator-mode'),
    );
    expect(testsInError(report), output).toEqual([]);
    expect(verdictOf(report, 'embed-tenants-groups-delete'), output).toBe('pass');
    for (const id of ids) expect(['pass', 'not-tested'], id).toContain(verdictOf(report, id));
  }));

/** How a run ends on an honest target that somebody set up wrongly, or a gateway misrepresents. */
const expectOf = ({ report, output }: Run, id: string, verdict: string, reason = ''): void => {
  const row = requirementIn(report, id);
  expect(row?.verdict, output).toBe(verdict);
  expect(row?.reason).toContain(reason);
};

test('tokens of two users that are swapped: inconclusive, with what to do, exit 1', () =>
  withReference({}, async ({ settings }) => {
    const { TARGET_ACCESS_TOKEN: first = '', TARGET_OTHER_ACCESS_TOKEN: second = '' } = settings;
    const swapped = { ...settings, TARGET_ACCESS_TOKEN: second, TARGET_OTHER_ACCESS_TOKEN: first };
    const run = await runSuite(swapped, only('workspace-access-filtered'));
    expect(run.code, run.output).toBe(1);
    expectOf(run, 'workspace-access-filtered', 'inconclusive', 'are the two tokens swapped?');
  }));

test('two addresses of one tenant, behind a clock of their own, are no reason to accuse it', async () => {
  const date = new Date(Date.now() + 86_400_000).toUTCString();
  const reference = await startBehindProxy(
    {},
    () => ({
      afterwards: (response, { status, headers, body }) =>
        response.writeHead(status, { ...response.getHeaders(), ...headers, date }).end(body),
    }),
    1,
  );
  try {
    const { settings } = reference;
    const twice = {
      ...settings,
      TARGET_PLAIN_BASE_URL: settings.TARGET_BASE_URL?.replace('127.0.0.1', 'localhost') ?? '',
      TARGET_PLAIN_ACCESS_TOKEN: settings.TARGET_OTHER_ACCESS_TOKEN ?? '',
      TARGET_PLAIN_API_KEY: settings.TARGET_MEMBER_API_KEY ?? '',
    };
    const run = await runSuite(twice, ['--grep', 'an access token of one tenant|@embed-session-ends']);
    expectOf(run, 'auth-foreign-key-refused', 'not-tested', 'may be addresses of one tenant');
    expectOf(run, 'embed-session-ends', 'pass');
  } finally {
    await reference.close();
  }
});
