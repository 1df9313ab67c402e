import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  callWith,
  type PipelineRun,
  runOnGitHub,
  runOnGitLab,
  verdictOnGitHub,
} from '../support/pipeline-run.ts';
import { verdictOf } from '../support/report-queries.ts';
import { only } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { withReference } from '../support/with-reference.ts';

/** The recipes of docs/ci.md are run, against a target that conforms and one that does not. */

test.describe.configure({ timeout: 600_000 });

const BROKEN_MUST = 'embed-deployment-required';
const KEPT_MUST = 'embed-session-id';
const FAULTS = ['embed-deployment-defaults'];
/** One test for each of two shards. */
const FILTER = only(BROKEN_MUST, KEPT_MUST);
const BLOBS = ['shard-1-of-2.zip', 'shard-2-of-2.zip'];

/** Starts a target, makes a folder, and lets a test use both. */
const withTarget = <Result>(
  faults: readonly string[],
  use: (settings: Record<string, string>, folder: string) => Promise<Result>,
): Promise<Result> =>
  withReference({ faults: [...faults] }, ({ settings }) =>
    withTemporaryFolder((folder) => use(settings, folder)),
  );

/** Expects the last job to end with this exit code, in each of its scripts. */
function expectVerdict({ verdict }: Pick<PipelineRun, 'verdict'>, expected: 0 | 1): void {
  for (const { code, output } of verdict) expect(code, output).toBe(expected);
}

test('GitHub: a target that breaks a MUST ends red, unless the failure is known', { tag: '@slow' }, () =>
  withTarget(FAULTS, async (settings, folder) => {
    const run = await runOnGitHub(folder, callWith(settings), FILTER);
    expect(run.shards.map(({ code }) => code).sort()).toEqual([0, 1]);
    expect(run.blobs).toEqual(BLOBS);
    expect(verdictOf(run.report, BROKEN_MUST)).toBe('fail');
    expect(verdictOf(run.report, KEPT_MUST)).toBe('pass');
    expectVerdict(run, 1);
    expect(run.verdict[1]?.output).toContain('does not pass: 1 MUST failed');

    await mkdir(join(folder, 'caller'));
    await writeFile(join(folder, 'caller/known.yaml'), `${BROKEN_MUST}: mended in the next release\n`);
    expectVerdict(await verdictOnGitHub(folder, callWith(settings, { baseline: 'known.yaml' })), 0);
  }),
);

test(
  'GitHub: a secret that is named and missing ends red, and the merged report says which',
  { tag: '@slow' },
  () =>
    withTarget([], async (settings, folder) => {
      const { inputs, secrets } = callWith(settings);
      const run = await runOnGitHub(folder, { inputs, secrets: { ...secrets, TARGET_API_KEY: '' } }, FILTER);
      expectVerdict(run, 1);
      expect(run.verdict[0]?.output).toContain('TARGET_API_KEY is set and empty');
    }),
);

test('GitHub: a target that conforms ends green, with the whole report', { tag: '@slow' }, () =>
  withTarget([], async (settings, folder) => {
    const run = await runOnGitHub(folder, callWith(settings, { require: 'core,authentication' }), []);
    for (const { code, output } of run.shards) expect(code, output).toBe(0);
    expect(run.blobs).toEqual(BLOBS);
    expectVerdict(run, 0);
    expect(run.report?.verdict).toBe('conformant');
  }),
);

test('GitLab: a target that conforms ends green, with a report for GitLab', { tag: '@slow' }, () =>
  withTarget([], async (settings, folder) => {
    const run = await runOnGitLab(folder, settings, []);
    expectVerdict(run, 0);
    expect(run.report?.verdict).toBe('conformant');
    expect(existsSync(join(folder, 'conformance-report/junit.xml'))).toBe(true);
  }),
);

test('GitLab: a target that breaks a MUST ends red', { tag: '@slow' }, () =>
  withTarget(FAULTS, async (settings, folder) => {
    const run = await runOnGitLab(folder, { ...settings, CONFORMANCE_REQUIRE: '' }, FILTER);
    expect(run.shards.map(({ code }) => code)).toEqual([0, 0]);
    expectVerdict(run, 1);
    expect(run.report?.summary.MUST.fail).toBe(1);
  }),
);

test('GitLab: a secret that is named and missing ends red', { tag: '@slow' }, () =>
  withTarget([], async ({ TARGET_API_KEY: _, ...settings }, folder) => {
    const run = await runOnGitLab(folder, settings, FILTER);
    expectVerdict(run, 1);
    expect(run.verdict[0]?.output).toContain('TARGET_API_KEY is set and empty');
  }),
);
