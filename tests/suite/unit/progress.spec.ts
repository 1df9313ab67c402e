import { Writable } from 'node:stream';
import { mock } from 'node:test';
import { expect, test } from '@playwright/test';
import type { FullConfig, Suite, TestCase, TestResult } from '@playwright/test/reporter';
import ConformanceReporter from '../../../reporters/conformance.ts';
import { Progress } from '../../../reporters/progress.ts';
import TerminalReporter from '../../../reporters/terminal.ts';
import { ANNOTATION, EVIDENCE_ATTACHMENT } from '../../../schemas/evidence.ts';
import { EVIDENCE, FAILURE, MUST, outcome, SHOULD } from './sample-report.ts';

test('progress counts what failed once for each requirement, by level, and what is inconclusive', () => {
  const progress = new Progress(9);
  progress.count(outcome(MUST, 'passed'));
  expect(`${progress}`).toBe('1 of 9 tests: nothing failed so far');
  for (const id of [MUST, MUST, SHOULD]) progress.count(outcome(id, 'failed'));
  progress.count(outcome('embed-session-id', 'inconclusive'));
  progress.count({
    ...outcome('scim-users-list', 'failed'),
    evidence: { ...EVIDENCE, blames: 'scim-paging' },
  });
  progress.count({
    ...outcome('scim-users-list', 'passed'),
    evidence: {
      ...EVIDENCE,
      violations: [{ ...FAILURE, requirement: 'scim-paging', operation: 'listUsers' }],
    },
  });
  expect(`${progress}`).toBe('7 of 9 tests: 2 MUST failed, 1 SHOULD failed, 1 inconclusive');
});

/** A conformance test of the runner's, as reporters see it. */
const testCase = (id: string, results: TestResult[]): TestCase =>
  ({
    title: `title of ${id}`,
    tags: [`@${id}`],
    annotations: [{ type: ANNOTATION.requirement, description: id }],
    location: { file: '/x.spec.ts', line: 1, column: 1 },
    results,
  }) as unknown as TestCase;

const resultOf = (status: TestResult['status'], failure?: typeof FAILURE): TestResult =>
  ({
    status,
    duration: 1,
    errors: [],
    annotations: [],
    attachments: [
      {
        name: EVIDENCE_ATTACHMENT,
        contentType: '',
        body: Buffer.from(JSON.stringify({ ...EVIDENCE, ...(failure ? { failure } : {}) })),
      },
    ],
  }) as unknown as TestResult;

const suiteOf = (tests: TestCase[]): Suite => ({ allTests: () => tests }) as unknown as Suite;

/** A terminal of some width that keeps what is written to it. */
function terminal(columns: number): { out: NodeJS.WriteStream; text: () => string } {
  let text = '';
  const out = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  return { out: Object.assign(out, { columns }) as unknown as NodeJS.WriteStream, text: () => text };
}

test('on a terminal one line says what is being judged, and a failure stays above it', () => {
  const { out, text } = terminal(80);
  const reporter = new TerminalReporter({ out });
  const result = resultOf('failed', { ...FAILURE, received: '\u001b[31mred' });
  const failing = testCase(MUST, [result]);
  reporter.onBegin({} as FullConfig, suiteOf([failing, failing]));
  reporter.onTestBegin(failing);
  expect(text()).toBe(`\r\u001b[2K0 of 2 tests: nothing failed so far  @${MUST}  title of workspa`);
  reporter.onTestEnd(failing, result);
  expect(text()).toContain(`\r\u001b[2K${MUST} failed\n  expected a\n  received \\u{1b}[31mred\n\n`);
  expect(text()).toContain('\r\u001b[2K1 of 2 tests: 1 MUST failed  ');
});

test('where nobody watches, a line a minute says how far the run is, until it ends', async () => {
  mock.timers.enable({ apis: ['setInterval', 'Date'] });
  const isTTY = process.stdout.isTTY;
  process.stdout.isTTY = false;
  const written = mock.method(process.stderr, 'write', () => true);
  const lines = (): string[] => written.mock.calls.map(({ arguments: [line] }) => String(line));
  try {
    const reporter = new ConformanceReporter({ _mode: 'list' });
    const running = new ConformanceReporter();
    const ended = testCase(MUST, [resultOf('passed')]);
    for (const one of [reporter, running]) one.onBegin({} as FullConfig, suiteOf([ended, ended]));
    running.onTestEnd(ended, resultOf('passed'));
    mock.timers.tick(59_000);
    expect(lines()).toEqual([]);
    for (const ms of [1_000, 60_000]) mock.timers.tick(ms);
    expect(lines()).toEqual([
      '\nAfter 1 min, 1 of 2 tests: nothing failed so far\n',
      '\nAfter 2 min, 1 of 2 tests: nothing failed so far\n',
    ]);
  } finally {
    mock.timers.reset();
    mock.reset();
    process.stdout.isTTY = isTTY;
  }
});
