import { expect, test } from '@playwright/test';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import type { Report } from '../../../reporters/report.ts';
import { startMangledTarget } from '../mutation/null-targets/mangled-target.ts';
import { withReference } from '../support/with-reference.ts';
import { type Run, runSuite, verdictOf } from '../support/run-suite.ts';

/** What real deployments do that a server in the same room does not: each once went wrong, in one direction or the other. */

test.describe.configure({ timeout: 240_000 });

const only = (...ids: string[]): string[] => ['--grep', `@(${ids.join('|')})(?![\\w-])`];

/** Judges a reference of this test's own. */
const judged = (
  options: ReferenceOptions,
  args: readonly string[],
  settings: Record<string, string> = {},
): Promise<Run> =>
  withReference(options, (own) => runSuite({ ...own.settings, CONFORMANCE_RUNS: '3', ...settings }, args));

/** The verdicts of the requirements that some tests judged. */
const verdictsIn = (report: Report | undefined): Record<string, string> =>
  Object.fromEntries(
    (report?.requirements ?? [])
      .filter(({ tests }) => tests.length > 0)
      .map(({ id, verdict }) => [id, verdict]),
  );

const idsWith = (report: Report | undefined, verdict: string): string[] =>
  Object.entries(verdictsIn(report)).flatMap(([id, one]) => (one === verdict ? [id] : []));

/** Honest servers: what they do, what is judged, and what must be verified there, not only not accused. */
const HONEST: [what: string, variants: string[], args: string[], verified: string[]][] = [
  [
    'memberships, values and profiles that show late are waited for at every look',
    ['memberships-shown-late', 'values-shown-late', 'profiles-shown-late'],
    only('embed-groups-empty-clears', 'embed-attributes-overwrite', 'embed-profile-overwrites'),
    ['embed-groups-empty-clears', 'embed-attributes-overwrite', 'embed-profile-overwrites'],
  ],
  [
    'records of embed tenants that show late, and go late, are waited for @slow',
    ['definitions-shown-late', 'deletions-shown-late'],
    only('embed-tenants-groups-list', 'embed-tenants-attributes-delete', 'embed-definitions-scope[a-z-]*'),
    ['embed-tenants-groups-list', 'embed-tenants-attributes-delete'],
  ],
  [
    'lists that come from two replicas, one of them behind, are no failure @slow',
    ['replicas-take-turns'],
    only(
      'embed-tenants-groups-paging',
      'embed-tenants-attributes-own-tenant',
      'embed-group-definition-reused',
    ),
    [],
  ],
  [
    'the limit of external users may be answered with 429',
    ['external-user-limit-429'],
    only('embed-external-user-limit'),
    ['embed-external-user-limit'],
  ],
  [
    'admin access is judged where minting needs it too',
    ['sessions-need-admin'],
    ['tests/embed-tenants/admin-access'],
    ['embed-tenants-groups-list-needs-admin', 'embed-tenants-attributes-delete-needs-admin'],
  ],
  [
    'one absent route leaves its neighbours judged',
    ['core-data-sql-not-served'],
    only('auth-data-token-accepted'),
    ['auth-data-token-accepted'],
  ],
  [
    'groups that the platform manages itself are left out @slow',
    ['scim-system-group-first', 'groups-found-by-looking'],
    only('embed-groups-[a-z-]*'),
    ['embed-groups-empty-clears', 'embed-groups-replaces', 'embed-groups-other-users-untouched'],
  ],
  [
    'a redirect to a sign-in page turns a stranger away',
    ['strangers-redirected'],
    ['tests/authentication'],
    ['auth-workspace-objects-refuses-strangers', 'auth-generate-session-refuses-strangers'],
  ],
  [
    'folders without a parent are listed where they should be',
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

for (const [what, variants, args, verified] of HONEST)
  test(`honest: ${what}`, async () => {
    const { output, report } = await judged({ variants }, args);
    const failed = report?.requirements.filter(
      ({ level, verdict }) => level === 'MUST' && verdict === 'fail',
    );
    expect(
      failed?.map(({ id }) => id),
      output,
    ).toEqual([]);
    const unchecked = verified.filter((id) => verdictOf(report, id) !== 'pass');
    expect(unchecked, output).toEqual([]);
    expect(
      report?.requirements.flatMap(({ tests }) => tests).filter(({ status }) => status === 'error'),
    ).toEqual([]);
  });

/** Faults that something honest nearby must not hide: the fault, what is honest, and what else must be verified. */
const BROKEN: [what: string, options: ReferenceOptions, id: string, args: string[], verified: string[]][] = [
  [
    'a list that is not there leaves what the other list shows judged @slow',
    { faults: ['embed-tenants-attributes-list-not-served'] },
    'embed-tenants-attributes-list-served',
    ['tests/embed-tenants', 'tests/embed/definitions'],
    ['embed-tenants-groups-delete', 'embed-group-definition-reused', 'embed-definitions-idempotent'],
  ],
  [
    'a redirect that hands data over is no refusal',
    { faults: ['auth-redirect-with-data'], variants: ['strangers-redirected'] },
    'auth-workspace-objects-refuses-strangers',
    only('auth-workspace-objects-refuses-strangers'),
    [],
  ],
  [
    'a fault is seen through effects that show late',
    { faults: ['embed-groups-added'], variants: ['memberships-shown-late'] },
    'embed-groups-replaces',
    only('embed-groups-replaces'),
    [],
  ],
  [
    'sessions of two users that share an identifier',
    { faults: ['embed-session-id-same-for-all'] },
    'embed-session-id-identifies',
    only('embed-session-id[a-z-]*'),
    ['embed-session-id'],
  ],
  [
    'what a folder shows the second user, a search does not',
    { faults: ['workspace-search-lacks-shared-contents'] },
    'workspace-caller-views-agree',
    only('workspace-caller-views-agree'),
    [],
  ],
];

for (const [what, options, id, args, verified] of BROKEN)
  test(`broken: ${what}`, async () => {
    const { code, output, report } = await judged(options, args);
    expect(code, output).toBe(1);
    expect(verdictOf(report, id), output).toBe('fail');
    expect(idsWith(report, 'inconclusive'), output).toEqual([]);
    expect(
      verified.filter((one) => verdictOf(report, one) !== 'pass'),
      output,
    ).toEqual([]);
  });

test('profiles that are declared to show and never do are a failure', async () => {
  const { report, output } = await withReference({ variants: ['scim-no-external-users'] }, ({ settings }) =>
    runSuite(
      { ...settings, TARGET_PROFILES: 'scim', TARGET_LAG_MS: '300' },
      only('embed-profile-overwrites'),
    ),
  );
  expect(verdictOf(report, 'embed-profile-overwrites'), output).toBe('fail');
});

test('what cannot be observed closes the gate', async () => {
  const { code, output, report } = await judged({}, only('auth-data-token-accepted', 'embed-session-id'), {
    TARGET_DATA_API_URL: 'https://127.0.0.1:1/data',
  });
  expect(idsWith(report, 'inconclusive')).toEqual(['auth-data-token-accepted']);
  expect(report?.summary.MUST.fail).toBe(0);
  expect(output).toContain(
    '1 MUST inconclusive: the target could not be observed, so the gate stays closed.',
  );
  expect(code).toBe(1);
});

test('a stranger who is let in is a failure, whoever else uses the same users meanwhile', async () => {
  const run = await withReference(
    { faults: ['auth-generate-session-open'] },
    async ({ ask, key, settings }) => {
      const groups = settings.TARGET_GROUPS?.split(',').slice(0, 2) ?? [];
      let turn = 0;
      const visitor = setInterval(() => {
        turn += 1;
        const body = { deploymentId: 101, externalId: 'conformance-user-3', groups: groups.slice(turn % 3) };
        void ask('/v1/embed/generate-session', key, { body }).catch(() => undefined);
      }, 50);
      try {
        return await runSuite(settings, only('auth-generate-session-refuses-strangers'));
      } finally {
        clearInterval(visitor);
      }
    },
  );
  expect(verdictOf(run.report, 'auth-generate-session-refuses-strangers'), run.output).toBe('fail');
});

/** A wrong value in the place of a right one. */
const spoilt = (value: unknown): unknown => (typeof value === 'string' ? 7 : `not ${JSON.stringify(value)}`);

test('a target that breaks every field of every item is judged in good time, without an error of the suite', {
  tag: '@slow',
}, async () => {
  const began = Date.now();
  const honest = await withReference({}, ({ settings }) => runSuite(settings));
  const honestMs = Date.now() - began;
  const target = await startMangledTarget({
    path: /\/workspace$/,
    change: (page) => {
      const { items, ...rest } = page as { items?: Record<string, unknown>[] };
      const spoil = (item: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(item).map(([name, value]) => [name, spoilt(value)]));
      return { ...rest, items: items?.map(spoil) };
    },
  });
  const begun = Date.now();
  const { TARGET_LAG_MS: _, CONFORMANCE_RUNS: __, ...settings } = target.settings;
  const { code, output, report } = await runSuite(settings);
  const ms = Date.now() - begun;
  await target.close();
  expect(honest.code, honest.output).toBe(0);
  expect(code, output).toBe(1);
  expect(idsWith(report, 'fail')).toEqual(
    expect.arrayContaining(['workspace-item-id', 'workspace-item-name', 'workspace-item-created-at']),
  );
  const errors = report?.requirements.filter(({ tests }) => tests.some(({ status }) => status === 'error'));
  expect(errors?.map(({ id, reason }) => `${id}: ${reason}`)).toEqual([]);
  expect(ms / honestMs, 'time of the run, in times of an honest one').toBeLessThan(3);
});
