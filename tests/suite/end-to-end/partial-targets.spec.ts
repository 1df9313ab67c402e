import { expect, test } from '@playwright/test';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { startBehindProxy, type Treat } from '../support/proxy/proxy.ts';
import { own, text } from '../support/proxy/treatment.ts';
import { idsOf, testsInError, verdictOf, withVerdict } from '../support/report-queries.ts';
import { type Run, runSuite } from '../support/run-suite.ts';

/** Targets that are one family of the interface and nothing else: what TARGET_OFFERS names is owed, and nothing beside it. */

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
  { offers, paths, settings }: Part,
  options: ReferenceOptions = {},
  more: Record<string, string> = {},
): Promise<Run> {
  const treat: Treat = ({ path }) =>
    paths.test(path) ? undefined : { instead: own(text(404, 'not found')) };
  const reference = await startBehindProxy(options, treat, 1);
  try {
    const known = [...settings, 'NODE_EXTRA_CA_CERTS'].map((name) => [name, reference.settings[name] ?? '']);
    return await runSuite({
      ...Object.fromEntries(known),
      TARGET_OFFERS: offers,
      CONFORMANCE_RUNS: '3',
      ...more,
    });
  } finally {
    await reference.close();
  }
}

const HONEST: [part: Part, verified: string[]][] = [
  [
    SCIM,
    ['scim-users-list', 'auth-scim-list-users-refuses-strangers', 'auth-scim-list-groups-refuses-strangers'],
  ],
  [DATA, ['service-data-api-served', 'auth-data-token-accepted', 'auth-data-meta-refuses-strangers']],
  [AGENT, ['service-ai-api-served', 'auth-ai-key-accepted', 'auth-ai-stream-chat-state-refuses-strangers']],
];

for (const [part, verified] of HONEST)
  test(`an honest target that offers ${part.offers} alone is conformant for it`, async () => {
    const { code, output, report } = await judge(part);
    expect(code, output).toBe(0);
    expect(testsInError(report)).toEqual([]);
    expect(idsOf(withVerdict(report, 'fail').filter(({ level }) => level === 'MUST')), output).toEqual([]);
    expect(verified.filter((id) => verdictOf(report, id) !== 'pass')).toEqual([]);
    expect(report?.verdict).toBe('conformant');
    expect(report?.target.embedded).toBe(false);
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

const BROKEN: [part: Part, fault: string, failed: string][] = [
  [SCIM, 'auth-scim-list-users-compares-beginning', 'auth-scim-list-users-refuses-strangers'],
  [SCIM, 'scim-groups-not-served', 'scim-groups-list'],
  [DATA, 'core-data-load-not-served', 'service-data-api-served'],
];

for (const [part, fault, failed] of BROKEN)
  test(`${fault} fails a target that offers ${part.offers} alone`, async () => {
    const { code, output, report } = await judge(part, { faults: [fault] });
    expect(code, output).toBe(1);
    expect(idsOf(withVerdict(report, 'fail').filter(({ level }) => level === 'MUST')), output).toEqual([
      failed,
    ]);
    expect(output).toContain(`NOT CONFORMANT for ${part.offers}`);
  });

test('what is offered and cannot be seen is not conformant for it', async () => {
  const offers = 'scim,data-api';
  const { output, report } = await judge(SCIM, {}, { TARGET_OFFERS: offers });
  expect(report?.verdict, output).toBe('undetermined');
  const nowhere = await judge({ ...SCIM, paths: /nowhere/ });
  expect(nowhere.code, nowhere.output).toBe(1);
});
