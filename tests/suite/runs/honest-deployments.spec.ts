import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, test } from '@playwright/test';
import { judgeHonest, objectionsTo } from '../lab/reliability/judge.ts';
import { type Mode, modeNamed } from '../lab/reliability/modes.ts';
import { awayFrom } from '../lab/reliability/treatments.ts';
import { page, startBehindProxy, type Treat, text } from '../support/proxy.ts';
import { requirementIn, testsInError, verdictOf, withVerdict } from '../support/report-queries.ts';
import { only, type Run, runSuite } from '../support/run-suite.ts';
import { listen, withReference } from '../support/servers.ts';

/**
 * Conforming deployments that behave unlike a server on the same machine, and testers who set a run up wrongly: nobody is accused,
 * and what can be verified is verified. That no variant of the reference is failed, `npm run variants` shows.
 */

test.describe.configure({ timeout: 240_000 });

test('with API keys alone nothing is judged that takes an access token, and nothing goes wrong', () =>
  withReference({}, async ({ settings }) => {
    const keys = Object.fromEntries(Object.entries(settings).filter(([name]) => !/ACCESS_TOKEN$/.test(name)));
    const ids = ['embed-groups-other-users-untouched', 'embed-definitions-stay-in-scope'];
    const { output, report } = await runSuite(
      keys,
      only(...ids, 'embed-tenants-groups-delete', 'embed-profile-in-creator-mode'),
    );
    expect(testsInError(report), output).toEqual([]);
    expect(report?.leftovers).toEqual([]);
    expect(verdictOf(report, 'embed-tenants-groups-delete'), output).toBe('pass');
    for (const id of ids) expect(['pass', 'not-tested'], id).toContain(verdictOf(report, id));
  }));

/** How a run ends on an honest target that somebody set up wrongly, or a gateway misrepresents. */
const expectOf = ({ report, output }: Run, id: string, verdict: string, reason = ''): void => {
  const row = requirementIn(report, id);
  expect(row?.verdict, output).toBe(verdict);
  expect(row?.reason).toContain(reason);
};

for (const [what, pairs, reasons] of [
  [
    'tokens of two users, and keys with and without admin access',
    [
      ['TARGET_ACCESS_TOKEN', 'TARGET_OTHER_ACCESS_TOKEN'],
      ['TARGET_API_KEY', 'TARGET_MEMBER_API_KEY'],
    ],
    {
      'workspace-access-filtered': 'are the two tokens swapped?',
      'embed-tenants-groups-list-served': 'are the two keys swapped?',
    },
  ],
  [
    'keys with and without a scope',
    [['TARGET_API_KEY', 'TARGET_SCOPED_API_KEY']],
    { 'auth-unscoped-any-deployment': 'are the two keys swapped?' },
  ],
] as const)
  test(`${what} that are swapped: inconclusive, with what to do, exit 1`, () =>
    withReference({}, async ({ settings }) => {
      const swapped = { ...settings };
      for (const [one, other] of pairs)
        Object.assign(swapped, { [one]: settings[other], [other]: settings[one] });
      const run = await runSuite(swapped, only(...Object.keys(reasons)));
      expect(run.code, run.output).toBe(1);
      for (const [id, reason] of Object.entries(reasons)) expectOf(run, id, 'inconclusive', reason);
    }));

test('a firewall that takes offence at a quote, a parameter or a method: inconclusive, with what to do, exit 1', async () => {
  const firewall: Treat = ({ method, path, contentLength }) => {
    const isScim = path.includes('/scim/');
    if (Number(contentLength) > 1_024)
      return { instead: text(413, '{"size":"limited"}', 'application/json') };
    if (/'|%27/.test(path))
      return {
        instead: isScim ? page(200, 'Rejected') : text(403, '{"message":"Forbidden"}', 'application/json'),
      };
    if (path.includes('/deployments?first')) return { instead: text(403, 'Access denied') };
    return method === 'DELETE' ? { instead: page(403, 'Access denied') } : undefined;
  };
  const { settings, close } = await startBehindProxy({}, firewall);
  const ids = ['workspace-search-literal', 'platform-deployments-first', 'embed-tenants-groups-delete'];
  const long = 'embed-picture-http-accepted';
  const run = await runSuite(settings, only(...ids, long, 'scim-filter-quoting')).finally(close);
  expect(run.code, run.output).toBe(1);
  expectOf(run, long, 'inconclusive', 'limits the size of requests');
  for (const id of ids) expectOf(run, id, 'inconclusive', 'a firewall before the target refuses a request');
  // The values without an apostrophe count.
  expectOf(run, 'scim-filter-quoting', 'pass');
  expect(withVerdict(run.report, 'fail')).toEqual([]);
});

test('two addresses of one tenant, behind a clock of their own and a proxy (HTTPS_PROXY) that alone knows their names, are judged', {
  tag: '@slow',
}, async () => {
  const date = new Date(Date.now() + 86_400_000).toUTCString();
  const { settings, close } = await startBehindProxy({}, () => ({
    afterwards: (response, { status, headers, body }) =>
      response.writeHead(status, { ...response.getHeaders(), ...headers, date }).end(body),
  }));
  let tunnels = 0;
  const proxy = createServer().on('connect', ({ url = '' }, socket) => {
    tunnels += 1;
    const target = connect(Number(url.split(':')[1]), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(target).pipe(socket);
    });
    for (const side of [socket, target]) side.on('error', () => [socket, target].map((one) => one.destroy()));
  });
  const named = (name: string): string => settings.TARGET_BASE_URL?.replace('127.0.0.1', name) ?? '';
  const through = {
    TARGET_BASE_URL: named('reference.test'),
    HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}`,
    TARGET_PLAIN_BASE_URL: named('localhost'),
    TARGET_PLAIN_ACCESS_TOKEN: settings.TARGET_OTHER_ACCESS_TOKEN ?? '',
    TARGET_PLAIN_API_KEY: settings.TARGET_MEMBER_API_KEY ?? '',
  };
  const passing = ['auth-api-key-accepted', 'embed-session-ends', 'embed-session-id'];
  const [, pattern] = only(...passing);
  const run = await runSuite({ ...settings, ...through }, [
    `--grep=an access token of one tenant|${pattern}`,
  ]).finally(close);
  proxy.close();
  proxy.closeAllConnections();
  for (const id of passing) expectOf(run, id, 'pass');
  expectOf(run, 'auth-foreign-key-refused', 'not-tested', 'may be addresses of one tenant');
  expect(tunnels).toBeGreaterThan(0);
});

/** One mode of an unreliable network, with a part of the tests: `npm run reliability` runs all of each. */
test('a target that dies: the run ends soon, and says so once', async () => {
  const mode: Mode = {
    ...modeNamed('death'),
    treat: awayFrom(60, Number.POSITIVE_INFINITY),
    settings: { CONFORMANCE_PATIENCE: '2' },
    // Beside five other tests, everything takes several times as long.
    limitSeconds: 180,
  };
  // Requests that read, write and delete, of every family.
  const part = only(
    ...['embed-tenants-groups-delete', 'embed-groups-empty-clears', 'workspace-folder-contents'],
    ...['platform-deployments-first', 'scim-filter', 'auth-data-token-accepted'],
  );
  const run = await judgeHonest(mode, part);
  expect(objectionsTo(run, mode), run.output).toEqual([]);
});

/** What tests of the listing may send: the setting, a part of it for combinations, pages asked for again and again, and what is found out. */
const MOST_REQUESTS = 1.375 * 600 + 250 + 25;

for (const items of [1_000, 100_000])
  test(
    `a workspace of ${items} items is judged within the budget of requests, and the report says how much was read`,
    { tag: '@slow' },
    () =>
      withReference({ items }, async ({ settings }) => {
        const { code, output, report } = await runSuite(settings, ['tests/workspace']);
        expect(code, output).toBe(0);
        expect(report?.run.requests).toBeLessThanOrEqual(MOST_REQUESTS);
        // A shape that no item shows within the budget is not tested; every rule is.
        const rules =
          report?.requirements.filter(({ tests }) => tests.some(({ file }) => !/shapes/.test(file))) ?? [];
        expect(
          rules.flatMap(({ id, reason, verdict }) => (verdict === 'pass' ? [] : `${id}: ${reason}`)),
        ).toEqual([]);
        expect(rules.length).toBeGreaterThan(25);
        expect(report?.workspace.map(({ caller, share }) => [caller, share > 0 && share < 1])).toEqual([
          ['TARGET_ACCESS_TOKEN', items > 1_000],
          ['TARGET_OTHER_ACCESS_TOKEN', items > 1_000],
        ]);
      }),
  );
