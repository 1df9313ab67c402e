import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from '@playwright/test';
import { type Reference, startReference } from '../../../fixtures/reference/start.ts';
import type { Failure } from '../../../schemas/evidence.ts';
import { requirementIn, verdictOf } from '../support/report-queries.ts';
import { only, type Run, runSuite } from '../support/run-suite.ts';

/** What a failure tells its reader: what to change, the request that is judged, and how to see it again. One run has all of them. */

const BROKEN = 'workspace-search-substring';

/** Faults, what each breaks, and what a failure says: the advice, or what is expected of the request that is shown, and its address. */
const FAILURES: readonly (readonly [
  fault: string,
  id: string,
  told?: { readonly fix: RegExp } | { readonly expected: string; readonly address: string },
])[] = [
  ['workspace-search-word-starts', BROKEN],
  [
    'workspace-viewed-order-rejected',
    'workspace-order-viewer-last-viewed',
    { fix: /^accept viewer_last_viewed_at/ },
  ],
  [
    'workspace-item-type-of-later-version',
    'workspace-item-type',
    { fix: /; or, where a later version of the interface has this value, allow it with an overlay/ },
  ],
  [
    'scim-first-page-alone',
    'scim-paging-walk',
    { expected: 'users from startIndex=2 to', address: 'startIndex=2&count=2' },
  ],
  [
    'scim-user-meta-type-is-endpoint',
    'scim-user-meta-type',
    { expected: 'of a user', address: '/scim/v2/Users' },
  ],
];

const failuresOf = ({ report }: Run, id: string): Failure[] =>
  (requirementIn(report, id)?.tests ?? []).flatMap(({ failures }) => failures);

test.describe.configure({ mode: 'default', timeout: 240_000 });

let target: Reference;
let run: Run;

test.beforeAll(async () => {
  test.setTimeout(240_000);
  target = await startReference({ faults: FAILURES.map(([fault]) => fault) });
  run = await runSuite(target.settings, only(...FAILURES.map(([, id]) => id)));
});
test.afterAll(() => target.close());

test('the run exits 1, and prints what its reader needs', () => {
  expect(run.code, run.output).toBe(1);
  expect(run.report?.verdict).toBe('not conformant');
  for (const [, id] of FAILURES) {
    expect(verdictOf(run.report, id), `${id}\n${run.output}`).toBe('fail');
    // Tests are declared by a function of the suite: each is still found where it stands.
    for (const { file } of requirementIn(run.report, id)?.tests ?? []) expect(file).toMatch(/\.spec\.ts$/);
  }
  for (const word of ['NOT CONFORMANT', 'expected', 'received', 'fix', 'input', 'curl', 'replay'])
    expect(run.output).toContain(word);
});

for (const [fault, id, told] of FAILURES)
  if (told)
    test(`the advice, or the request that is shown, fits ${fault}`, () => {
      const failures = failuresOf(run, id);
      if ('fix' in told) expect(failures[0]?.fix, run.output).toMatch(told.fix);
      else {
        const { curl = '' } = failures.find(({ expected }) => expected.includes(told.expected)) ?? {};
        // Of the last request of a curl line: what it rests on may stand before it.
        expect(
          curl
            .match(/(?<="\$TARGET_BASE_URL)[^"]*/g)
            ?.at(-1)
            ?.slice(-told.address.length),
        ).toBe(told.address);
      }
    });

test('its curl line runs in a shell that has the settings, and its replay line runs the example again', async () => {
  const { settings } = target;
  const failure = failuresOf(run, BROKEN).find(({ replay }) => replay.includes('CONFORMANCE_PATH'));
  expect(failure?.input, 'the smallest input').not.toBe('');
  expect(failure?.curl).toContain('Bearer $TARGET_ACCESS_TOKEN');
  const { stdout: shown } = await promisify(execFile)('sh', ['-c', failure?.curl ?? ''], {
    env: { ...process.env, ...settings },
  });
  expect(shown).toMatch(/^HTTP\/1\.1 200/);
  expect(shown).toContain('"items"');

  const [, seed = '', path = ''] =
    /^CONFORMANCE_SEED=(\d+) CONFORMANCE_PATH=([\d:]+) npx playwright test --grep /.exec(
      failure?.replay ?? '',
    ) ?? [];
  const again = await runSuite({ ...settings, CONFORMANCE_SEED: seed, CONFORMANCE_PATH: path }, only(BROKEN));
  const inputs = failuresOf(again, BROKEN).map(({ input }) => input);
  expect(inputs.join('\n')).toContain(failure?.input.replace(/ \(after .*/, ''));
});
