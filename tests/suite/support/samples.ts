import type { Exchange } from '../../../fixtures/http/exchange.ts';
import type { WorkspaceItem } from '../../../fixtures/workspace/page.ts';
import { buildReport } from '../../../reporters/build-report.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import type { Report, ReportedRequirement } from '../../../reporters/report.ts';
import { oneShard } from '../../../reporters/shards.ts';
import type { Baseline, KnownFailure } from '../../../schemas/baseline.ts';
import type { Cause, Failure } from '../../../schemas/evidence.ts';
import { testable } from '../../../schemas/requirements.ts';

/** Made-up answers, outcomes of tests, reports on them, and texts of a target that act on what shows them unless it prevents that. */

/** An answer in JSON. */
export const answered = (status: number, more: Partial<Exchange> = {}): Exchange => ({
  operation: 'listDeployments',
  status,
  headers: {},
  mediaType: 'application/json',
  text: '{}',
  json: { items: [] },
  curl: 'curl',
  ...more,
});

/** An item of a workspace, without its free-form fields. */
export const itemOf = (
  id: number,
  name: string,
  type: WorkspaceItem['type'],
  folderId: number | null,
): WorkspaceItem => ({
  ...{ id, deploymentId: 1, name, type, folderId },
  createdAt: '2025-01-01T00:00:00Z',
  updatedAt: '2025-01-01T00:00:00Z',
});

export const FAILURE: Readonly<Failure> = Object.freeze({
  expected: 'a',
  received: 'b',
  fix: 'c',
  input: '',
  curl: '',
  replay: 'd',
});

export const outcome = (requirement: string, status: TestOutcome['status']): TestOutcome => ({
  requirement,
  title: requirement,
  file: 'tests/x.spec.ts',
  line: 1,
  durationMs: 1,
  status,
  reason: status === 'passed' || status === 'failed' ? '' : `because ${status}`,
  ...(status === 'failed' ? { failure: { ...FAILURE } } : {}),
});

export const untested = (
  id: string,
  reason: string,
  cause: Cause = { code: 'missing', blames: [] },
): TestOutcome => ({
  ...outcome(id, 'not-tested'),
  reason,
  cause,
});

export const allPassed = testable.map(({ id }) => outcome(id, 'passed'));
export const MUST = 'workspace-folders-first';
export const CORE = 'embed-session-id';
export const SHOULD = 'workspace-unknown-deployment';

/** The same, but of some requirements. */
export const allBut = (...others: readonly TestOutcome[]): TestOutcome[] => [
  ...allPassed.filter(({ requirement }) => !others.some((one) => one.requirement === requirement)),
  ...others,
];

/** Requirements of every verdict, and an error of the suite. */
export const MIXED = {
  [MUST]: 'failed',
  [SHOULD]: 'failed',
  [CORE]: 'inconclusive',
  'workspace-item-name': 'not-tested',
  'workspace-item-type': 'not-applicable',
  'workspace-item-id': 'error',
} as const;

export const baseline = (entry: Partial<KnownFailure> = {}, id = MUST): Baseline =>
  new Map([[id, { reason: 'ticket 7', ticket: '', only: [], place: 'known.yaml:12', ...entry }]]);

/**
 * The report of a whole run in which every test passes.
 *
 * @param changes - other statuses, by requirement
 * @param overrides - of what the report is built from
 */
export function report(
  changes: Record<string, TestOutcome['status']>,
  overrides: Partial<Parameters<typeof buildReport>[0]> = {},
): Report {
  return buildReport({
    id: 'c0ffee000001',
    outcomes: allPassed.map((one) =>
      changes[one.requirement] ? outcome(one.requirement, changes[one.requirement] ?? 'passed') : one,
    ),
    tests: allPassed.length,
    startedAt: new Date(0),
    durationMs: 1,
    ended: true,
    errors: [],
    shards: oneShard(null),
    suite: { name: 'x', version: '1.0.0' },
    contractVersion: '1.0.0',
    baseline: new Map(),
    required: [],
    versions: { node: '20.19.0', playwright: '1.65.1' },
    ...overrides,
  });
}

/** Frozen: a worker that runs several files loads this one once. */
export const EVIDENCE = Object.freeze({
  requirement: MUST,
  target: Object.freeze({ baseUrl: 'https://x', embedded: false, capabilities: {}, settings: [] }),
  seed: 1,
  requests: 3,
  roundTrips: 2,
  examples: 0,
  controls: 0,
  refusals: 0,
  violations: [],
  sightings: {},
  unstable: {},
  observations: [],
  leftovers: [],
  views: {},
});

/** The requirement of {@link everyKind} that fails with several requests. */
export const FAILING = 'embed-groups-omitted-keeps';
/** One that passes, and whose section is closed at first. */
export const PASSING = 'workspace-search-absent-text';
const KNOWN = 'workspace-search-case-insensitive';

const SEVERAL_REQUESTS: Failure = {
  expected: 'groups of "conformanceuser1" to equal ["analysts"]',
  received: '["readers"]; - is expected, + received:\n             - "analysts"\n             + "readers"',
  fix: 'touch memberships only when `groups` is in the body',
  input: '["analysts"]',
  curl: '# 1. generate-session\ncurl -sS -i "$TARGET_BASE_URL/v1/embed/generate-session"\n# then\ncurl -sS -i "$TARGET_BASE_URL/scim/v2/Users"',
  answer: {
    route: 'GET /scim/v2/Users',
    status: 200,
    parameters: ['filter', 'count'],
    part: { before: ['"schemas": []'], broken: '"groups" is missing', after: [] },
  },
  replay: 'CONFORMANCE_SEED=1 npx playwright test --grep "@embed-groups-omitted-keeps"',
};

/** A report with every verdict, known failures, observations and leftovers. */
export const everyKindWhole = (): Report =>
  report(
    {},
    {
      outcomes: allBut(
        {
          ...outcome(FAILING, 'failed'),
          failure: SEVERAL_REQUESTS,
          evidence: {
            ...EVIDENCE,
            requirement: FAILING,
            observations: ['it accepts blanks around the credential'],
            leftovers: ['group 7'],
            views: { TARGET_ACCESS_TOKEN: { items: 44, listings: 9, read: 8 } },
            target: {
              baseUrl: 'https://acme.example/api',
              embedded: false,
              capabilities: { 'access-token': 'TARGET_ACCESS_TOKEN', 'api-key': null },
              settings: ['TARGET_BASE_URL', 'TARGET_ACCESS_TOKEN'],
            },
          },
        },
        outcome(KNOWN, 'failed'),
        outcome(SHOULD, 'failed'),
        { ...outcome(MUST, 'inconclusive'), reason: 'the target is away. The request: GET /v1' },
        untested('auth-https-only', 'set TARGET_HTTP_URL'),
        untested('workspace-cursor-walk-complete', 'the workspace needs two items'),
        untested('embed-tenants-groups-delete', `its tests ended early because ${FAILING} is broken`, {
          code: 'broken',
          blames: [FAILING],
        }),
        outcome('service-ai-api-served', 'not-applicable'),
      ),
      baseline: new Map([
        ...baseline({}, KNOWN),
        ...baseline({ reason: 'ticket 8', expires: '2030-12-31' }, 'embed-groups-replaces'),
      ]),
      required: ['core'],
    },
  );

/** The same with one in so many of what is many times alike: a checker of pages takes its time for each. */
export function everyKind(): Report {
  const whole = everyKindWhole();
  const isTold = ({ id, verdict, baseline: entry }: ReportedRequirement): boolean =>
    (verdict !== 'pass' && verdict !== 'excluded') || entry !== null || id === PASSING;
  const isOneIn25 = (_: unknown, index: number): boolean => index % 25 === 0;
  return {
    ...whole,
    requirements: whole.requirements.filter((row, index) => isTold(row) || isOneIn25(row, index)),
    profiles: whole.profiles.slice(0, 3),
    shapes: whole.shapes.filter(isOneIn25),
  };
}

/** Each ends a structure, begins one, runs, is seen by nobody, or cannot be written in XML. `{}` stands for the field that it is in. */
export const HOSTILE = [
  '</script></style></title></code><script>window.ran=1</script><img src=x onerror="window.ran=2"><svg/onload=window.ran=3>',
  '<a href="javascript:window.ran=4" autofocus onfocus=window.ran=5>{}</a>',
  '\u001b[31m\u202E\u2066\u0000\ud800\u200b\u009b31m\ufffe\uffff\u2028\u{e0041}',
  ']]>',
  '</failure></testcase>',
  '<!-- ',
  '&lt;&#0;',
  '</details></summary>',
  '`````',
  '```\n# heading',
  '[a](javascript:b) ![b](https://x.example/pixel.png) <https://x.example> www.x.example',
  '@octocat #1 a@x.example',
  '| a | b |',
  '\u0000\u0007\u001b[2J\u001b]8;;https://x.example\u0007',
  'lone \ud800 and \udc00 surrogates',
  '\n::error file=a::b',
  '\r::set-output name=a::b',
  '\n   ::stop-commands::x',
  '##[error]c ##vso[task.complete result=Failed]',
  'CONFORMANT  https://x.example',
].join(' ');

/** The fields of a failure, in each of which a target has a part. */
export const TOLD = ['expected', 'received', 'fix', 'input', 'curl', 'replay'] as const;

/** A report in which every text that a target has a part in is another one. */
export function spoiled(judged: Report, text: string): Report {
  const told = (field: string): string => text.replace('{}', `in-${field}`);
  const failure = Object.fromEntries(TOLD.map((field) => [field, told(field)])) as unknown as Failure;
  return {
    ...judged,
    target: { ...judged.target, baseUrl: told('baseUrl') },
    run: { ...judged.run, errors: judged.run.errors.map(() => text) },
    gate: { ...judged.gate, objections: judged.gate.objections.map((one) => `${one}: ${text}`) },
    requirements: judged.requirements.map((row) => ({
      ...row,
      reason: row.reason && `${row.id}: ${told('reason')}`,
      tests: row.tests.map((test) => ({ ...test, failures: test.failures.map(() => failure) })),
    })),
    observations: [text],
    leftovers: [text],
    workspace: [{ caller: text, items: 1, listings: 1, read: 1, share: 1 }],
  };
}
