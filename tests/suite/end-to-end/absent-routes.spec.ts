import { expect, test } from '@playwright/test';
import type { Report } from '../../../reporters/report.ts';
import {
  idsOf,
  requirementIn,
  selectedWithVerdict,
  testsInError,
  verdictOf,
} from '../support/report-queries.ts';
import { type Run, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** Absent routes: one finding each when the target should offer them, and one reason when it need not. */

test.describe.configure({ timeout: 240_000 });

/** Judges a reference that lacks some routes. */
const runWithout = (faults: string[], settings: Record<string, string>, args: string[] = []): Promise<Run> =>
  withReference({ faults }, (reference) => {
    const {
      TARGET_OFFERS: _,
      TARGET_DATA_QUERY: query = '',
      TARGET_AI_PROMPT: prompt = '',
      ...others
    } = reference.settings;
    // What is declared to be answered is owed: see declared-payloads.spec.ts.
    const declared = settings.TARGET_OFFERS ? { TARGET_DATA_QUERY: query, TARGET_AI_PROMPT: prompt } : {};
    return runSuite({ ...others, ...declared, CONFORMANCE_RUNS: '3', ...settings }, args);
  });

/** The different reasons for which requirements are not tested, as far as they mention a route. */
const reasonsNaming = (report: Report | undefined, route: string): string[] => [
  ...new Set(
    selectedWithVerdict(report, 'not-tested')
      .map(({ reason }) => reason)
      .filter((reason) => reason.includes(route)),
  ),
];

/** Routes that the target should offer: the faults that remove them, the findings, TARGET_OFFERS, and the tests to run. */
const OFFERED: [faults: string[], failed: string[], offers: string | undefined, args: string[]][] = [
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

/** One is enough for every commit. */
const QUICK = ['platform-deployments-not-served'];

for (const [faults, failed, offers, args] of OFFERED)
  test(`one finding each: ${faults.join(', ')}`, {
    tag: faults.some((fault) => QUICK.includes(fault)) ? [] : '@slow',
  }, async () => {
    const { code, output, report } = await runWithout(faults, offers ? { TARGET_OFFERS: offers } : {}, args);
    expect(code, output).toBe(1);
    expect(idsOf(selectedWithVerdict(report, 'fail')).toSorted(), output).toEqual(failed);
    expect(idsOf(selectedWithVerdict(report, 'inconclusive')), output).toEqual([]);
    // What depends on the route names the requirement that reports it.
    const referring = selectedWithVerdict(report, 'not-tested').filter(({ reason }) =>
      failed.some((id) => reason.includes(`(see ${id}`)),
    );
    expect(referring.length, output).toBeGreaterThan(0);
    expect(testsInError(report)).toEqual([]);
  });

/** Routes that TARGET_OFFERS says nothing of: the faults that remove them, and the requirements that are not tested then. */
const UNDECLARED: [faults: string[], route: string, profile: string, ids: RegExp][] = [
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

for (const [faults, route, profile, ids] of UNDECLARED)
  test(`discovered to be absent: ${faults.join(', ')}`, {
    tag: profile === 'scim' ? [] : '@slow',
  }, async () => {
    const { code, output, report } = await runWithout(faults, {}, [
      'tests/platform',
      'tests/authentication',
      'tests/scim',
    ]);
    expect(code, output).toBe(0);
    expect(idsOf(selectedWithVerdict(report, 'fail')), output).toEqual([]);
    const reasons = reasonsNaming(report, route);
    expect(reasons, output).toHaveLength(1);
    expect(reasons[0]).toContain(`name ${profile} in TARGET_OFFERS if the target should offer it`);
    const dependent = selectedWithVerdict(report, 'not-tested').filter(({ id }) => ids.test(id));
    expect(dependent.length).toBeGreaterThan(0);
    const otherwise = dependent.filter(({ reason }) => reason !== reasons[0]);
    expect(otherwise.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  });

test('what is not offered is not applicable, nor is what core and authentication say of it', {
  tag: '@slow',
}, async () => {
  const { code, output, report } = await runWithout(['scim-users-not-served', 'workspace-not-served'], {
    TARGET_OFFERS: 'embed',
    TARGET_MEMBERSHIPS: 'none',
  });
  expect(code, output).toBe(0);
  expect(idsOf(selectedWithVerdict(report, 'fail')), output).toEqual([]);
  expect(verdictOf(report, 'workspace-answers-200-json')).toBe('not-applicable');
  expect(requirementIn(report, 'scim-users-list')).toMatchObject({
    verdict: 'not-applicable',
    reason: 'TARGET_OFFERS does not name scim',
  });
  expect(verdictOf(report, 'auth-list-embed-tenant-groups-refuses-strangers')).toBe('not-applicable');
  expect(verdictOf(report, 'embed-session-id-identifies'), output).toBe('pass');
});
