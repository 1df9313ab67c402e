import { expect, test } from '@playwright/test';
import { startBehindProxy, text } from '../support/proxy.ts';
import {
  idsOf,
  requirementIn,
  selectedWithVerdict,
  testsInError,
  verdictOf,
} from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { NEEDED, pick, withReference } from '../support/servers.ts';

/** Targets that are a part of the interface: what TARGET_OFFERS names, or what is declared, is owed, and nothing beside it. */

test.describe.configure({ timeout: 240_000 });

test('an honest target that offers SCIM alone is conformant for it', async () => {
  const { settings, close } = await startBehindProxy({}, ({ path }) =>
    path.includes('/scim/v2/') ? undefined : { instead: text(404, 'not found') },
  );
  const more = { TARGET_OFFERS: 'scim', CONFORMANCE_RUNS: '3' };
  const { code, output, report } = await runSuite(
    { ...pick(settings, NEEDED), ...more },
    [],
    ['--workers=2'],
  ).finally(close);
  expect(code, output).toBe(0);
  expect(testsInError(report)).toEqual([]);
  expect(report?.summary.MUST.fail, output).toBe(0);
  for (const id of ['scim-users-list', 'auth-scim-list-users-refuses-strangers'])
    expect(verdictOf(report, id), id).toBe('pass');
  expect(report).toMatchObject({ verdict: 'conformant', run: { filtered: false } });
  expect(output).toContain('CONFORMANT for scim');
  // What is not offered is not applicable, whichever profile it is part of.
  for (const id of ['workspace-answers-200-json', 'embed-session-id', 'platform-deployments-items'])
    expect(verdictOf(report, id), id).toBe('not-applicable');
});

test('an honest target without creator mode fails no requirement of sessions, and leaves none inconclusive', async () => {
  const variants = ['embed-tenant-empty-404'];
  const { report, output } = await withReference({ variants }, ({ settings }) => {
    const own = {
      TARGET_BASE_URL: String(settings.TARGET_PLAIN_BASE_URL),
      TARGET_API_KEY: String(settings.TARGET_PLAIN_API_KEY),
      TARGET_ACCESS_TOKEN: String(settings.TARGET_PLAIN_ACCESS_TOKEN),
    };
    const shared = ['NODE_EXTRA_CA_CERTS', 'TARGET_INTERNAL_ID', 'TARGET_GROUPS', 'TARGET_USER_ATTRIBUTES'];
    return runSuite({ ...pick(settings, shared), ...own, CONFORMANCE_RUNS: '3' }, only('embed-.*'));
  });
  for (const verdict of ['fail', 'inconclusive'] as const)
    expect(idsOf(selectedWithVerdict(report, verdict)), output).toEqual([]);
  for (const id of ['embed-groups-omitted-keeps', 'embed-groups-empty-clears'])
    expect(verdictOf(report, id), id).toBe('pass');
});

test('one finding for each route that should be there and is absent', async () => {
  const faults = ['platform-deployments-not-served', 'core-data-load-not-served', 'ai-not-served'];
  const offers = { TARGET_OFFERS: 'platform,data-api,ai-api', CONFORMANCE_RUNS: '3' };
  const failed = ['platform-deployments-items', 'service-ai-api-served', 'service-data-api-served'];
  const { code, output, report } = await withReference({ faults }, ({ settings }) =>
    runSuite(
      { ...settings, ...offers },
      only('platform-.*', 'service-(data|ai)-api-served', 'auth-(list-deployments|data|ai)-.*'),
    ),
  );
  expect(code, output).toBe(1);
  expect(idsOf(selectedWithVerdict(report, 'fail')).sort(), output).toEqual(failed);
  expect(idsOf(selectedWithVerdict(report, 'inconclusive')), output).toEqual([]);
  // What depends on the route names the requirement that reports it.
  const reasons = selectedWithVerdict(report, 'not-tested').map(({ reason }) => reason);
  for (const id of failed) expect(reasons.join()).toContain(`(see ${id}`);
  expect(testsInError(report)).toEqual([]);
});

const DECLARED = ['service-data-query-answered', 'service-data-sql-answered', 'service-ai-prompt-answered'];

test('what nobody says is offered and is not there is not tested; a declared payload is judged all the same', async () => {
  const faults = [
    'scim-users-not-served',
    'scim-groups-not-served',
    'core-data-load-not-served',
    'ai-not-served',
  ];
  const { code, output, report } = await withReference({ faults }, ({ settings }) => {
    const { TARGET_OFFERS: _, ...others } = settings;
    return runSuite(others, only('scim-(users|groups)-list', 'service-.*'));
  });
  expect(code, output).toBe(0);
  for (const [id, offers] of [
    ['scim-users-list', 'scim'],
    ['service-ai-api-served', 'ai-api'],
    ['service-data-api-served', 'data-api'],
  ] as const)
    expect(requirementIn(report, id)).toMatchObject({
      verdict: 'not-tested',
      reason: expect.stringContaining(`name ${offers} in TARGET_OFFERS if the target should offer it`),
    });
  expect(DECLARED.map((id) => verdictOf(report, id))).toEqual(['fail', 'pass', 'fail']);
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

test('what few settings show to be broken fails, and what they leave unjudged is not tested', async () => {
  const faults = ['embed-attributes-unknown-ignored'];
  const { report, output } = await withReference({ faults }, ({ settings }) => {
    const few = pick(settings, [
      'TARGET_BASE_URL',
      'NODE_EXTRA_CA_CERTS',
      'TARGET_API_KEY',
      'TARGET_DEPLOYMENT_ID',
    ]);
    return runSuite(few, only('embed-identity-neither-rejected', 'embed-groups-accepted'));
  });
  expect(verdictOf(report, 'embed-attributes-unknown-rejected'), output).toBe('fail');
  expect(requirementIn(report, 'embed-groups-accepted')).toMatchObject({
    verdict: 'not-tested',
    reason: expect.stringContaining('set TARGET_GROUPS to two tenant-wide groups, or TARGET_ACCESS_TOKEN'),
  });
});
