import { expect, test } from '@playwright/test';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { own, startBehindProxy, type Treat, text } from '../support/proxy.ts';
import {
  idsOf,
  requirementIn,
  selectedWithVerdict,
  testsInError,
  verdictOf,
  withVerdict,
} from '../support/report-queries.ts';
import { only, type Run, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';

/** Targets that are a part of the interface: what TARGET_OFFERS names, or what is declared, is owed, and nothing beside it. */

test.describe.configure({ timeout: 240_000 });

interface Part {
  /** The value of TARGET_OFFERS. */
  readonly offers: string;
  /** Where it is served: everything else is not there. */
  readonly paths: RegExp;
  /** The settings that a tester has. */
  readonly settings: readonly string[];
}

const SCIM: Part = {
  offers: 'scim',
  paths: /\/scim\/v2\//,
  settings: ['TARGET_BASE_URL', 'TARGET_ACCESS_TOKEN'],
};
const DATA: Part = {
  offers: 'data-api',
  paths: /\/v1\/(load|coresql|meta)\b/,
  settings: ['TARGET_DATA_API_URL', 'TARGET_DATA_API_TOKEN'],
};
const AGENT: Part = {
  offers: 'ai-api',
  paths: /\/chat\/stream-chat-state/,
  settings: ['TARGET_AI_API_URL', 'TARGET_AI_API_KEY'],
};

/** Judges a server that is a part of the interface. */
async function judge(
  { paths, settings }: Part,
  offers: string,
  options: ReferenceOptions = {},
  args: readonly string[] = [],
): Promise<Run> {
  const treat: Treat = ({ path }) =>
    paths.test(path) ? undefined : { instead: own(text(404, 'not found')) };
  const reference = await startBehindProxy(options, treat, 1);
  try {
    const known = [...settings, 'NODE_EXTRA_CA_CERTS'].map((name) => [name, reference.settings[name] ?? '']);
    return await runSuite(
      {
        ...Object.fromEntries(known),
        TARGET_OFFERS: offers,
        CONFORMANCE_RUNS: '3',
      },
      args,
    );
  } finally {
    await reference.close();
  }
}

const failedMusts = ({ report }: Run): string[] =>
  idsOf(withVerdict(report, 'fail').filter(({ level }) => level === 'MUST')).sort();

const HONEST: readonly (readonly [part: Part, verified: readonly string[], tag: string])[] = [
  [SCIM, ['scim-users-list', 'auth-scim-list-users-refuses-strangers'], ''],
  [DATA, ['service-data-api-served', 'auth-data-meta-refuses-strangers'], ' @slow'],
  [AGENT, ['service-ai-api-served', 'auth-ai-stream-chat-state-refuses-strangers'], ' @slow'],
];

for (const [part, verified, tag] of HONEST)
  test(`an honest target that offers ${part.offers} alone is conformant for it${tag}`, async () => {
    const run = await judge(part, part.offers);
    const { code, output, report } = run;
    expect(code, output).toBe(0);
    expect(testsInError(report)).toEqual([]);
    expect(failedMusts(run), output).toEqual([]);
    expect(verified.filter((id) => verdictOf(report, id) !== 'pass')).toEqual([]);
    expect(report?.verdict).toBe('conformant');
    expect(report?.run.filtered).toBe(false);
    expect(output).toContain(`CONFORMANT for ${part.offers}`);
    // What is not offered is not applicable, whichever profile it is part of.
    for (const id of [
      'workspace-answers-200-json',
      'embed-session-id',
      'auth-list-deployments-refuses-strangers',
    ])
      expect(verdictOf(report, id), id).toBe('not-applicable');
  });

test('a part that breaks its rules is not conformant', async () => {
  const faults = ['auth-scim-list-users-compares-beginning', 'scim-groups-not-served'];
  const run = await judge(SCIM, 'scim,platform', { faults }, ['tests/scim', 'tests/authentication']);
  expect(run.code, run.output).toBe(1);
  expect(failedMusts(run)).toEqual(
    expect.arrayContaining(['auth-scim-list-users-refuses-strangers', 'scim-groups-list']),
  );
  expect(run.output).toContain('NOT CONFORMANT for scim');
});

/** Judges a reference that lacks some routes, of which nothing is declared. */
const judgeWithout = (faults: string[], more: Record<string, string>, args: string[] = []): Promise<Run> =>
  withReference({ faults }, ({ settings }) => {
    const {
      TARGET_OFFERS: _,
      TARGET_DATA_QUERY: _q,
      TARGET_DATA_SQL: _s,
      TARGET_AI_PROMPT: _p,
      ...others
    } = settings;
    return runSuite({ ...others, CONFORMANCE_RUNS: '3', ...more }, args);
  });

/** Routes that should be there: what removes them, and the one requirement of each that fails. */
const ONE_FINDING: readonly (readonly [
  faults: string[],
  failed: string[],
  offers: string,
  args: string[],
  tag: string,
])[] = [
  [
    ['platform-deployments-not-served', 'core-data-load-not-served', 'ai-not-served'],
    ['platform-deployments-items', 'service-ai-api-served', 'service-data-api-served'],
    'platform,data-api,ai-api',
    ['tests/platform', 'tests/authentication'],
    '',
  ],
  [['workspace-web-page'], ['workspace-answers-200-json'], 'workspace,embed', [], ' @slow'],
];

for (const [faults, failed, offers, args, tag] of ONE_FINDING)
  test(`one finding for each absent route: ${faults.join(', ')}${tag}`, async () => {
    const { code, output, report } = await judgeWithout(faults, { TARGET_OFFERS: offers }, args);
    expect(code, output).toBe(1);
    expect(idsOf(selectedWithVerdict(report, 'fail')).toSorted(), output).toEqual(failed);
    expect(idsOf(selectedWithVerdict(report, 'inconclusive')), output).toEqual([]);
    // What depends on the route names the requirement that reports it.
    for (const id of failed)
      expect(
        selectedWithVerdict(report, 'not-tested').some(({ reason }) => reason.includes(`(see ${id}`)),
        id,
      ).toBe(true);
    expect(testsInError(report)).toEqual([]);
  });

test('what nobody says is offered and is not there is not tested, for one reason that names TARGET_OFFERS', async () => {
  const { code, output, report } = await judgeWithout(
    ['scim-users-not-served', 'scim-groups-not-served', 'ai-not-served'],
    {},
    only('scim-(users|groups)-list', 'service-.*', 'auth-(ai|scim)-.*'),
  );
  expect(code, output).toBe(0);
  expect(idsOf(selectedWithVerdict(report, 'fail')), output).toEqual([]);
  for (const [id, offers] of [
    ['scim-users-list', 'scim'],
    ['service-ai-api-served', 'ai-api'],
  ] as const)
    expect(requirementIn(report, id)).toMatchObject({
      verdict: 'not-tested',
      reason: expect.stringContaining(`name ${offers} in TARGET_OFFERS if the target should offer it`),
    });
});

const DECLARED = ['service-data-query-answered', 'service-data-sql-answered', 'service-ai-prompt-answered'];

test('where no payload is declared, none is judged, and required profiles are verified', async () => {
  const run = await judgeWithout(
    [],
    { CONFORMANCE_REQUIRE: 'data-api,ai-api' },
    only('service-.*', 'auth-(data|ai)-.*'),
  );
  for (const id of DECLARED) expect(verdictOf(run.report, id), run.output).toBe('not-tested');
  expect(run.code, run.output).toBe(0);
});

test('a declared payload is judged as good practice, whether or not the family is offered', async () => {
  const faults = ['core-data-load-not-served', 'ai-not-served'];
  const run = await withReference({ faults }, ({ settings }) => {
    const { TARGET_OFFERS: _, ...others } = settings;
    return runSuite(others, only('service-.*'));
  });
  expect(DECLARED.map((id) => verdictOf(run.report, id))).toEqual(['fail', 'pass', 'fail']);
  expect(verdictOf(run.report, 'service-data-api-served')).toBe('not-tested');
  expect(run.code, run.output).toBe(0);
});
