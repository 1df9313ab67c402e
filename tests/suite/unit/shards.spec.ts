import { expect, test } from '@playwright/test';
import { objections } from '../../../reporters/exit.ts';
import { mergedShards, oneShard } from '../../../reporters/shards.ts';
import { headline } from '../../../reporters/summary.ts';
import { shardMetadata } from '../../../schemas/evidence.ts';
import { allPassed, CORE, EVIDENCE, MUST, outcome, report, SHOULD } from './sample-report.ts';

const FIRST = { current: 1, total: 2 };

test('a shard gives no verdict, and its exit code depends on what it ran', () => {
  const shards = oneShard(FIRST);
  const ran = [outcome(MUST, 'passed'), outcome(SHOULD, 'passed')];
  const passed = report({}, { outcomes: ran, shards });
  expect(passed.verdict).toBe('undetermined');
  expect(passed.run).toMatchObject({ shard: FIRST, ended: true, complete: false });
  expect(headline(passed)).toMatch(/^SHARD 1 of 2, no verdict/);
  expect(objections(passed, ['core'])).toEqual([]);

  const failed = report({}, { outcomes: [outcome(MUST, 'failed')], shards });
  expect(failed.verdict).toBe('undetermined');
  expect(objections(failed, [])).toEqual(['1 MUST failed']);
  const untested = report({}, { outcomes: [...ran, outcome(CORE, 'not-tested')], shards });
  expect(objections(untested, ['core'])).toEqual([`CONFORMANCE_REQUIRE is not verified: ${CORE}`]);
  const unfinished = report({}, { outcomes: [...ran, outcome(CORE, 'not-run')], shards });
  expect(objections(unfinished, [])).toEqual(['the run is not complete']);
});

const NOON = new Date('2026-01-01T12:00:00Z');
const LATER = new Date('2026-01-02T12:00:00Z');
const SECOND = { current: 2, total: 2 };

const MERGES: [string, object, RegExp[]][] = [
  ['both shards', { ...shardMetadata(FIRST, NOON), ...shardMetadata(SECOND, NOON) }, []],
  ['only the first shard', shardMetadata(FIRST, NOON), [/^shard 2 of 2 is missing/]],
  ['a run that was not split', shardMetadata(null, NOON), []],
  ['reports of another suite', {}, [/^nothing says which shards/]],
  [
    'shards of runs that were split differently',
    { ...shardMetadata(FIRST, NOON), ...shardMetadata({ current: 2, total: 3 }, NOON) },
    [/^shard 3 of 3 is missing/, /^shards of several runs were merged \(of 2 and of 3\)/],
  ],
  [
    'shards of different days',
    { ...shardMetadata(FIRST, NOON), ...shardMetadata(SECOND, LATER) },
    [/^the shards began 24 hours apart/],
  ],
];

for (const [what, metadata, problems] of MERGES) {
  test(`merging ${what}: ${problems.length === 0 ? 'complete' : 'not complete, with the reason'}`, () => {
    const merged = report({}, { shards: mergedShards(metadata) });
    expect(merged.run.errors).toHaveLength(problems.length);
    for (const [index, problem] of problems.entries()) expect(merged.run.errors[index]).toMatch(problem);
    expect(merged.run.complete).toBe(problems.length === 0);
    expect(objections(merged, []).length > 0).toBe(problems.length > 0);
    expect(merged.verdict).toBe(problems.length === 0 ? 'conformant' : 'undetermined');
  });
}

test('shards that judged different targets cannot be merged', () => {
  const outcomes = allPassed.map((one, index) => ({
    ...one,
    evidence: { ...EVIDENCE, target: { ...EVIDENCE.target, baseUrl: `https://${index % 2}` } },
  }));
  expect(objections(report({}, { outcomes }), [])).toEqual([
    'the shards judged different targets: https://0, https://1',
  ]);
});
