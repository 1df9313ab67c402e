import { expect, test } from '@playwright/test';
import type { Report, ReportedRequirement } from '../../../reporters/report.ts';
import { withReference } from '../support/with-reference.ts';
import { runSuite, verdictOf } from '../support/run-suite.ts';

/** Routes that are not there: one finding each where they are owed, and one reason where they are not. */

test.describe.configure({ timeout: 240_000 });

/** Judges a reference without some routes. */
const judged = (faults: string[], settings: Record<string, string>, args: string[] = []) =>
  withReference({ faults }, (own) => {
    const { TARGET_OFFERS: _, ...found } = own.settings;
    return runSuite({ ...found, CONFORMANCE_RUNS: '3', ...settings }, args);
  });

const rows = (report: Report | undefined, verdict: ReportedRequirement['verdict']): ReportedRequirement[] =>
  (report?.requirements ?? []).filter((row) => row.verdict === verdict && row.tests.length > 0);

const ids = (report: Report | undefined, verdict: ReportedRequirement['verdict']): string[] =>
  rows(report, verdict).map(({ id }) => id);

/** Why rows are not tested that mention a route. */
const reasonsOf = (report: Report | undefined, route: string): string[] => [
  ...new Set(
    rows(report, 'not-tested')
      .map(({ reason }) => reason)
      .filter((reason) => reason.includes(route)),
  ),
];

/** Routes that are owed: the faults, the findings, and the tests that rest on the routes. */
const STATED: [faults: string[], failed: string[], offers: string | undefined, args: string[]][] = [
  [['workspace-not-served'], ['workspace-answers-200-json'], undefined, []],
  [['workspace-web-page'], ['workspace-answers-200-json'], undefined, []],
  [['embed-sessions-not-served'], ['embed-session-id'], undefined, []],
  [
    ['platform-deployments-not-served'],
    ['platform-deployments-items'],
    undefined,
    ['tests/platform', 'tests/authentication'],
  ],
  [
    ['embed-tenants-groups-list-not-served', 'embed-tenants-attributes-list-not-served'],
    ['embed-tenants-attributes-list-served', 'embed-tenants-groups-list-served'],
    undefined,
    [],
  ],
  [['embed-tenants-groups-list-web-page'], ['embed-tenants-groups-list-served'], undefined, []],
  [['scim-users-not-served'], ['scim-users-list'], 'scim', ['tests/scim', 'tests/authentication']],
  [
    ['scim-users-not-served', 'scim-groups-not-served'],
    ['scim-groups-list', 'scim-users-list'],
    'scim',
    ['tests/scim'],
  ],
  [
    ['core-data-load-not-served'],
    ['service-data-api-served'],
    'data-api',
    ['tests/platform', 'tests/authentication'],
  ],
  [['ai-not-served'], ['service-ai-api-served'], 'ai-api', ['tests/platform', 'tests/authentication']],
  [
    ['platform-resources-not-served'],
    ['platform-resources-served'],
    'platform',
    ['tests/platform', 'tests/authentication'],
  ],
];

for (const [faults, failed, offers, args] of STATED)
  test(`one finding each: ${faults.join(', ')}`, { tag: args.length === 0 ? '@slow' : [] }, async () => {
    const { code, output, report } = await judged(faults, offers ? { TARGET_OFFERS: offers } : {}, args);
    expect(code, output).toBe(1);
    expect(ids(report, 'fail').toSorted(), output).toEqual(failed);
    expect(ids(report, 'inconclusive'), output).toEqual([]);
    // Whatever rests on the route says which requirement tells of it.
    const named = rows(report, 'not-tested').filter(({ reason }) =>
      failed.some((id) => reason.includes(`(see ${id}`)),
    );
    expect(named.length, output).toBeGreaterThan(0);
    expect(
      report?.requirements.flatMap(({ tests }) => tests).filter(({ status }) => status === 'error'),
    ).toEqual([]);
  });

const LOOKED: [faults: string[], route: string, profile: string, rows: RegExp][] = [
  [['scim-users-not-served', 'scim-groups-not-served'], '/scim/v2/Users', 'scim', /^scim-users-list$/],
  [
    ['core-data-load-not-served'],
    '/v1/load',
    'data-api',
    /^(service-data-api-served|auth-data-load-refuses-strangers)$/,
  ],
  [['ai-not-served'], '/chat/stream-chat-state', 'ai-api', /^(service-ai-api-served|auth-ai-)/],
  [
    ['platform-resources-not-served'],
    '14 more of platform',
    'platform',
    /^(platform-resources-served|auth-get-regions-refuses-strangers)$/,
  ],
];

for (const [faults, route, profile, wanted] of LOOKED)
  test(`found out by looking: ${faults.join(', ')}`, { tag: profile === 'scim' ? [] : '@slow' }, async () => {
    const { code, output, report } = await judged(faults, {}, [
      'tests/platform',
      'tests/authentication',
      'tests/scim',
    ]);
    expect(code, output).toBe(0);
    expect(ids(report, 'fail'), output).toEqual([]);
    const reasons = reasonsOf(report, route);
    expect(reasons, output).toHaveLength(1);
    expect(reasons[0]).toContain(`name ${profile} in TARGET_OFFERS if the target should offer it`);
    const untold = rows(report, 'not-tested').filter(
      ({ id, reason }) => wanted.test(id) && reason !== reasons[0],
    );
    expect(untold.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
    expect(rows(report, 'not-tested').some(({ id }) => wanted.test(id))).toBe(true);
  });

test('what is not offered is not applicable, and core is owed all the same', { tag: '@slow' }, async () => {
  const { code, output, report } = await judged(['scim-users-not-served', 'workspace-not-served'], {
    TARGET_OFFERS: 'embed',
    TARGET_MEMBERSHIPS: 'none',
  });
  expect(code, output).toBe(1);
  expect(ids(report, 'fail'), output).toEqual(['workspace-answers-200-json']);
  const scim = report?.requirements.find(({ id }) => id === 'scim-users-list');
  expect(scim).toMatchObject({ verdict: 'not-applicable', reason: 'TARGET_OFFERS does not name scim' });
  expect(verdictOf(report, 'auth-list-embed-tenant-groups-refuses-strangers')).toBe('not-applicable');
  expect(verdictOf(report, 'embed-session-id-identifies'), output).toBe('pass');
});
