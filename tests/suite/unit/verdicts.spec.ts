import { expect, test } from '@playwright/test';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { declinedBy, isLeftOut } from '../../../fixtures/target/settings.ts';
import { outcomeOf, ROOT } from '../../../reporters/collect.ts';
import { objections } from '../../../reporters/exit.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import type { Report } from '../../../reporters/report.ts';
import { mergedShards, oneShard } from '../../../reporters/shards.ts';
import { headline, summarise } from '../../../reporters/summary.ts';
import {
  ANNOTATION,
  type Cause,
  EVIDENCE_ATTACHMENT,
  notesIn,
  notesMetadata,
  shardMetadata,
  type TestEvidence,
} from '../../../schemas/evidence.ts';
import { PROFILES, type Profile } from '../../../schemas/requirements/row.ts';
import { testable } from '../../../schemas/requirements.ts';
import { requirementIn, verdictOf } from '../support/report-queries.ts';
import {
  allBut,
  allPassed,
  CORE,
  EVIDENCE,
  FAILURE,
  MUST,
  outcome,
  report,
  SHOULD,
  untested,
} from '../support/samples.ts';

const CASES: [
  what: string,
  changes: Record<string, TestOutcome['status']>,
  verdict: string,
  verdictOfRun: string,
  objections: number,
][] = [
  ['nothing that fails', { [MUST]: 'passed' }, 'pass', 'conformant', 0],
  ['a failed MUST', { [MUST]: 'failed' }, 'fail', 'not conformant', 1],
  ['a failed SHOULD', { [SHOULD]: 'failed' }, 'fail', 'conformant', 0],
  ['an inconclusive MUST', { [MUST]: 'inconclusive' }, 'inconclusive', 'undetermined', 1],
  ['a MUST that failed once and passed once', { [MUST]: 'flaky' }, 'inconclusive', 'undetermined', 1],
  ['a MUST that was not tested', { [MUST]: 'not-tested' }, 'not-tested', 'conformant', 0],
  ['a core MUST that was not tested', { [CORE]: 'not-tested' }, 'not-tested', 'undetermined', 0],
  ['a MUST that does not apply', { [MUST]: 'not-applicable' }, 'not-applicable', 'conformant', 0],
  ['an inconclusive SHOULD', { [SHOULD]: 'inconclusive' }, 'inconclusive', 'conformant', 0],
  ['an error of the suite', { [MUST]: 'error' }, 'inconclusive', 'undetermined', 1],
  ['a test that never ran', { [MUST]: 'not-run' }, 'not-tested', 'undetermined', 1],
];

for (const [what, changes, verdict, verdictOfRun, objectionCount] of CASES) {
  test(`${what}: ${verdict}, the run ${verdictOfRun}`, () => {
    const judged = report(changes);
    expect(verdictOf(judged, Object.keys(changes)[0] as string)).toBe(verdict);
    expect(judged.verdict).toBe(verdictOfRun);
    expect(objections(judged, [])).toHaveLength(objectionCount);
  });
}

const of = (...outcomes: TestOutcome[]): Report => report({}, { outcomes });
const withEvidence = (status: TestOutcome['status'], changes: object): TestOutcome => ({
  ...outcome(MUST, status),
  evidence: { ...EVIDENCE, ...changes },
});
const unstable = (times: number): Report =>
  of(...allBut(withEvidence('passed', { requests: 1_000, unstable: { 'listUsers answered 500': times } })));

const [FIRST, SECOND] = [
  { current: 1, total: 2 },
  { current: 2, total: 2 },
];
const [NOON, LATER] = [new Date('2026-01-01T12:00:00Z'), new Date('2026-01-02T12:00:00Z')];
const shard = (...outcomes: TestOutcome[]): Report =>
  report({}, { outcomes, shards: oneShard(FIRST), required: ['core'] });
const merged = (metadata: object, build?: string): Report =>
  report({}, { shards: mergedShards(metadata, build) });

test('what the clean-up of any shard could not remove is left over, and what it removed is not', () => {
  const notes = (removed: string[], leftovers: string[]) => ({ observations: [], removed, leftovers });
  const metadata = {
    ...notesMetadata(FIRST, notes(['groups record 1'], [])),
    ...notesMetadata(SECOND, notes([], ['groups record 2: answered 409'])),
  };
  const left = withEvidence('passed', {
    leftovers: ['groups record 1: answered 503', 'groups record 3: 503'],
  });
  const { leftovers } = report({}, { outcomes: [left], notes: notesIn(metadata) });
  expect(leftovers).toEqual(['groups record 2: answered 409', 'groups record 3: 503']);
});

const onTarget = (one: TestOutcome, changes: Partial<TestEvidence['target']>): TestOutcome => ({
  ...one,
  evidence: { ...EVIDENCE, target: { ...EVIDENCE.target, ...changes } },
});

const ofScim = new Set(testable.filter(({ profile }) => profile === 'scim').map(({ id }) => id));
const withoutScim = (one: TestOutcome): TestOutcome =>
  ofScim.has(one.requirement) ? outcome(one.requirement, 'not-applicable') : one;

const judgedWith = (overlay: object | undefined): TestOutcome =>
  withEvidence('passed', overlay ? { overlay } : {});
const OVERLAY = { file: 'next.yaml', title: 'Next', version: '1.2.0', digest: 'ab'.repeat(32) };

const UNKNOWN = '$TARGET_API_KEY-rejected';
const violations = [{ ...FAILURE, requirement: UNKNOWN }];
/** Nothing that a test found is lost in silence: what no row of the catalogue takes is an error of the suite. */
const lost = (one: TestOutcome): Report => of(...allPassed, one);
const LOST = [/^the suite itself failed: tests\/x\.spec\.ts:1 /];

const INCOMPLETE = /^the run is not complete$/;
const UNVERIFIED = new RegExp(
  `^CONFORMANCE_REQUIRE is not met, since these were not judged completely: ${CORE}$`,
);
const RAN = [outcome(MUST, 'passed'), outcome(SHOULD, 'passed')];

const RUNS: readonly (readonly [what: string, made: Report, objections: RegExp[], verdict?: string])[] = [
  ['filtered', of(outcome(MUST, 'passed')), []],
  [
    'of which a filter left out one of several tests of a requirement',
    report({}, { tests: allPassed.length + 1 }),
    [],
  ],
  ['in which no test ran', of(), [/^nothing was tested$/, INCOMPLETE]],
  ['that tested nothing', of(outcome(MUST, 'not-tested')), [/^nothing was tested$/]],
  ['that was cut short', report({}, { ended: false }), [INCOMPLETE]],
  ['whose required profile is verified', report({ [CORE]: 'not-tested' }, { required: ['workspace'] }), []],
  ['whose required profile is not', report({ [CORE]: 'not-tested' }, { required: ['core'] }), [UNVERIFIED]],
  [
    'whose required profile does not apply',
    report({}, { outcomes: allPassed.map(withoutScim), required: ['scim', 'core'] }),
    [/^CONFORMANCE_REQUIRE is not met, since nothing of scim applied to the target/],
    'conformant',
  ],
  ['in which much had to be asked again', unstable(150), [], 'conformant'],
  ['in which too much had', unstable(151), [/^151 answers were not repeated .* too much/]],
  ['that is a shard', shard(...RAN), []],
  ['that is a shard and failed', shard(outcome(MUST, 'failed')), [/^1 MUST failed$/]],
  ['that is a shard and left something untested', shard(...RAN, outcome(CORE, 'not-tested')), [UNVERIFIED]],
  ['that is a shard and did not finish', shard(...RAN, outcome(CORE, 'not-run')), [UNVERIFIED, INCOMPLETE]],
  [
    'merged of both shards',
    merged({ ...shardMetadata(FIRST, NOON), ...shardMetadata(SECOND, NOON) }),
    [],
    'conformant',
  ],
  ['that was not split', merged(shardMetadata(null, NOON)), [], 'conformant'],
  [
    'merged of the first shard alone',
    merged(shardMetadata(FIRST, NOON)),
    [/^shard 2 of 2 is missing/, INCOMPLETE],
  ],
  ['merged by another suite', merged({}), [/^nothing says which shards/, INCOMPLETE]],
  [
    'merged of shards that were split differently',
    merged({ ...shardMetadata(FIRST, NOON), ...shardMetadata({ current: 2, total: 3 }, NOON) }),
    [/^shard 3 of 3 is missing/, /^shards of several runs were merged \(of 2 and of 3\)/, INCOMPLETE],
  ],
  [
    'merged of shards of different builds',
    merged({ ...shardMetadata(FIRST, NOON, '41'), ...shardMetadata(SECOND, NOON, '42') }),
    [/^shards of several builds were merged \(41, 42\)/, INCOMPLETE],
  ],
  [
    'merged in another build than that of its shards',
    merged(
      { ...shardMetadata(FIRST, NOON, 'My job-41'), ...shardMetadata(SECOND, NOON, 'My job-41') },
      'My job-42',
    ),
    [/^shards of several builds were merged \(My job-41, My job-42\)/, INCOMPLETE],
  ],
  [
    'merged of shards of different versions of the suite',
    merged({ ...shardMetadata(FIRST, NOON, '', 'a1'), ...shardMetadata(SECOND, NOON, '', 'b2') }),
    [/^shards of several versions of the suite were merged/, INCOMPLETE],
  ],
  [
    'merged of shards of different days',
    merged({ ...shardMetadata(FIRST, NOON), ...shardMetadata(SECOND, LATER) }),
    [/^the shards began 24 hours apart/, INCOMPLETE],
  ],
  [
    'whose shards judged different targets',
    of(...allPassed.map((one, index) => onTarget(one, { baseUrl: `https://${index % 2}` }))),
    [/^the shards judged different targets: https:\/\/0, https:\/\/1$/],
  ],
  [
    'whose shards were told different offers',
    of(...allPassed.map((one, index) => onTarget(one, index ? {} : { offers: ['scim'] }))),
    [/different values of TARGET_OFFERS: scim; unset$/],
  ],
  [
    'of which one shard missed a secret',
    of(...allPassed.map((one, index) => onTarget(one, { settings: index ? ['TARGET_API_KEY'] : [] }))),
    [/without a setting that others had: TARGET_API_KEY\./],
  ],
  [
    'parts of which were judged with different overlays',
    of(...allPassed, ...[OVERLAY, { ...OVERLAY, digest: 'cd'.repeat(32) }, undefined].map(judgedWith)),
    [/^parts of the run were judged with different overlays: .*next\.yaml.*next\.yaml.*without an overlay$/],
  ],
  ['with a failure of no row', lost(outcome(UNKNOWN, 'failed')), LOST],
  ['with a pass of no row', lost(outcome(UNKNOWN, 'passed')), LOST],
  ['with a test that claims no requirement', lost(outcome('', 'passed')), LOST],
  ['with a failure that blames no row', lost(withEvidence('failed', { blames: UNKNOWN })), LOST],
  ['with evidence of no row', lost(withEvidence('passed', { requirement: UNKNOWN })), LOST],
  ['with an answer that breaks no row', lost(withEvidence('passed', { violations })), LOST],
];

for (const [what, made, expected, verdict = 'undetermined'] of RUNS)
  test(`a run ${what}: ${verdict}, ${expected.length} objections`, () => {
    expect(made.verdict).toBe(verdict);
    expect(made.gate.objections).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
  });

test('a run names its seed, unless its shards had different ones', () => {
  expect(of(withEvidence('passed', {}), withEvidence('passed', {})).run.seed).toBe(EVIDENCE.seed);
  expect(of(withEvidence('passed', {}), withEvidence('passed', { seed: 7 })).run.seed).toBeNull();
});

test('a shard says that it gives no verdict, and what did not come back is named', () => {
  expect(shard(...RAN).run).toMatchObject({ shard: FIRST, ended: true, complete: false });
  expect(headline(shard(...RAN))).toMatch(/^SHARD 1 of 2, no verdict/);
  expect(summarise(unstable(150), [])).toContain('\n  150 times listUsers answered 500');
});

test('a test that breaks another requirement fails that one, and its own is not tested', () => {
  const other = { ...outcome(MUST, 'failed'), evidence: { ...EVIDENCE, blames: 'workspace-item-name' } };
  const judged = report({}, { outcomes: [...allPassed, other] });
  expect(verdictOf(judged, 'workspace-item-name')).toBe('fail');
  expect(verdictOf(judged, MUST)).toBe('not-tested');
  expect(requirementIn(judged, MUST)?.reason).toContain('workspace-item-name is broken');
});

test('a test beside others leaves to them what it could not judge, and decides where it is the only one', () => {
  const also = { ...outcome(MUST, 'not-tested'), also: true as const };
  expect(verdictOf(report({}, { outcomes: [...allPassed, also] }), MUST)).toBe('pass');
  expect(verdictOf(report({}, { outcomes: allBut(also) }), MUST)).toBe('not-tested');
  const failed = { ...also, status: 'failed' as const };
  expect(verdictOf(report({}, { outcomes: [...allPassed, failed] }), MUST)).toBe('fail');
});

test('a profile is judged by its own requirements, by SHOULD where it has no MUST, and never by a shard', () => {
  const verdictOfProfile = (judged: Report, profile: string) =>
    judged.profiles.find(({ name }) => name === profile)?.verdict;
  const [prompt = ''] = testable.filter(({ profile }) => profile === 'payloads').map(({ id }) => id);
  const judged = report({ [MUST]: 'failed', [CORE]: 'not-tested', [prompt]: 'not-tested' });
  for (const [profile, verdict] of [
    ['workspace', 'not conformant'],
    ['core', 'undetermined'],
    ['payloads', 'undetermined'],
    ['scim', 'conformant'],
  ] as const)
    expect(verdictOfProfile(judged, profile), profile).toBe(verdict);
  expect(objections(report({ [prompt]: 'failed' }), ['payloads'])).toEqual([]);
  const shard = report({ [MUST]: 'failed' }, { shards: oneShard({ current: 1, total: 2 }) });
  expect(verdictOfProfile(shard, 'workspace')).toBe('undetermined');
});

const OTHER = 'embed-groups-replaces';
const REFUSED: Cause = { code: 'control-refused', blames: [] };
const BLAMES: Cause = { code: 'broken', blames: [OTHER] };
const MISSING: Cause = { code: 'missing', blames: [] };
const REASON = 'for a reason';

/** A run in which one requirement was not tested for a cause, and others ended as they say. */
const runWith = (cause: Cause, ...others: TestOutcome[]): Report =>
  report({}, { outcomes: allBut(untested(MUST, REASON, cause), ...others) });

const verdictIn = (made: Report): string => requirementIn(made, MUST)?.verdict ?? '';

for (const [what, cause, added] of [
  ['a refused control', REFUSED, 'no requirement that fails says why'],
  ['what another requirement is blamed for', BLAMES, `${OTHER} did not fail`],
] as const)
  test(`${what} keeps the gate closed where nothing else is broken`, () => {
    const made = runWith(cause);
    expect(requirementIn(made, MUST)).toMatchObject({
      verdict: 'inconclusive',
      reason: `${REASON}; ${added}`,
    });
    expect(made.verdict).toBe('undetermined');
    expect(objections(made, [])).toHaveLength(1);
  });

test('a whole run that replays one failure keeps the gate closed, a replay of one requirement does not', () => {
  const judged = report({});
  const target = { ...judged.target, settings: ['CONFORMANCE_PATH'] };
  expect(objections({ ...judged, target }, [])).toEqual([expect.stringContaining('unset it')]);
  expect(objections({ ...judged, target, run: { ...judged.run, filtered: true } }, [])).toEqual([]);
});

test('the verdict stays not tested where another failure explains it, or nothing is blamed', () => {
  expect(verdictIn(runWith(REFUSED, outcome('workspace-item-name', 'failed')))).toBe('not-tested');
  for (const status of ['failed', 'not-tested'] as const)
    expect(verdictIn(runWith(BLAMES, outcome(OTHER, status)))).toBe('not-tested');
  expect(verdictIn(runWith(MISSING))).toBe('not-tested');
});

test('a failure of another profile, which a baseline may tolerate, does not say why a control was refused', () => {
  const elsewhere = outcome('scim-users-list', 'failed');
  expect(verdictIn(runWith(REFUSED, elsewhere))).toBe('inconclusive');
  expect(verdictIn(runWith(BLAMES, elsewhere))).toBe('inconclusive');
  expect(verdictIn(runWith(REFUSED, outcome('auth-https-only', 'failed')))).toBe('not-tested');
});

test('two requirements that blame each other do not explain each other, and neither does a test beside others', () => {
  const other = untested(OTHER, REASON, { code: 'broken', blames: [MUST] });
  expect(verdictIn(runWith(BLAMES, other))).toBe('inconclusive');
  const also = { ...untested(MUST, REASON, REFUSED), also: true } as const;
  expect(verdictIn(report({}, { outcomes: [...allPassed, also] }))).toBe('inconclusive');
});

/** A test as the runner hands it over. */
const ended = (status: TestResult['status'], requirement?: string, body?: object): TestCase =>
  ({
    title: 'a test',
    annotations:
      requirement === undefined ? [] : [{ type: ANNOTATION.requirement, description: requirement }],
    location: { file: `${ROOT}/tests/x.spec.ts`, line: 1 },
    results: [
      {
        status,
        duration: 1,
        annotations: [],
        error: { message: 'thrown' },
        attachments: body ? [{ name: EVIDENCE_ATTACHMENT, body: Buffer.from(JSON.stringify(body)) }] : [],
      },
    ],
  }) as unknown as TestCase;

test('a test without an id, and one that passed without evidence, is an error of the suite', () => {
  expect(outcomeOf(ended('passed', MUST, EVIDENCE))).toMatchObject({ requirement: MUST, status: 'passed' });
  expect(outcomeOf(ended('failed'))).toMatchObject({ requirement: '', status: 'error' });
  expect(outcomeOf(ended('passed', MUST))).toMatchObject({ requirement: MUST, status: 'error' });
});

/** The ids of core and authentication that apply to a target that offers these profiles. */
const owedBy = (...offers: Profile[]): string[] =>
  testable
    .filter(({ profile }) => profile === 'core' || profile === 'authentication')
    .filter((row) => declinedBy(row, { TARGET_OFFERS: offers }) === undefined)
    .map(({ id }) => id);

test('of core and authentication, a target owes what concerns the profiles that it offers', () => {
  expect(owedBy('scim')).toEqual(['auth-https-only']);
  expect(owedBy('data-api', 'ai-api')).toEqual(['auth-https-only']);
  expect(owedBy('workspace')).toContain('workspace-answers-200-json');
  expect(owedBy('workspace')).toContain('auth-bearer-accepted');
  expect(owedBy('workspace').filter((id) => /embed|session|deployments|api-key/.test(id))).toEqual([]);
  expect(owedBy('embed').filter((id) => /workspace|tenant-(group|user)|deployments/.test(id))).toEqual([]);
  expect(owedBy('admin')).toContain('auth-list-embed-tenant-groups-refuses-strangers');
  const all = owedBy('workspace', 'embed', 'admin', 'platform');
  expect(owedBy('core', 'authentication')).toEqual(all);
  expect(isLeftOut('core', { TARGET_OFFERS: ['scim'] })).toBe(true);
  expect(isLeftOut('core', { TARGET_OFFERS: ['embed'] })).toBe(false);
  expect(PROFILES.filter((name) => isLeftOut(name, {}))).toEqual([]);
});
