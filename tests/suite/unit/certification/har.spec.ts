import { expect, test } from '@playwright/test';
import { harOf } from '../../../../reporters/certification/har.ts';
import type { RecordedTestRun } from '../../../../reporters/certification/read-bundle.ts';
import { harSchema } from '../../../../schemas/har.ts';
import type { RecordedCheck, RecordedExchange } from '../../../../schemas/recording.ts';

const SUITE = { name: 'suite', version: '1.0.0' };
const MB = 1024 * 1024;

const exchange = (number: number, text = '{}', bytes = text.length): RecordedExchange => ({
  kind: 'exchange',
  number,
  test: 1,
  startedAt: new Date(1_700_000_000_000 + number).toISOString(),
  durationMs: 3,
  operation: 'workspaceObjects',
  caller: 'TARGET_ACCESS_TOKEN',
  request: {
    method: 'GET',
    url: `https://acme.example/api/v1/deployments/1/workspace?first=${number}`,
    headers: { authorization: 'Bearer $TARGET_ACCESS_TOKEN' },
  },
  answer: { status: 200, headers: { 'content-type': 'application/json' }, text, bytes },
});

const run = (
  exchanges: RecordedExchange[],
  checks: RecordedCheck[] = [],
  failed = false,
  id = 'worker-0-test-1',
): RecordedTestRun => ({
  id,
  exchanges,
  test: {
    kind: 'test',
    test: 1,
    requirement: 'x',
    title: id,
    file: 'tests/x.spec.ts',
    line: 1,
    failed,
    checks,
  },
});

const rejected = (number: number): RecordedCheck => ({
  exchange: number,
  check: 'rejected',
  requirement: 'embed-session-id',
  held: true,
});

test('an archive is an HTTP Archive 1.2, in the order of time', () => {
  const har = harOf(
    [run([exchange(2)], [], false, 'worker-1-test-1'), run([exchange(1)], [rejected(1)])],
    SUITE,
  );
  expect(harSchema.safeParse(JSON.parse(JSON.stringify(har))).success).toBe(true);
  expect(har.log.entries.map(({ _number }) => _number)).toEqual([1, 2]);
  expect(har.log.entries[0]?._requirements).toEqual(['embed-session-id']);
  expect(har.log.entries[0]?._checks).toEqual([
    { check: 'rejected', requirement: 'embed-session-id', held: true },
  ]);
  expect(har.log.comment).toMatch(/^2 of 2 exchanges, 2 of them with their bodies/);
});

test('of many exchanges all controls and refusals are kept, and the first thousand others', () => {
  const exchanges = Array.from({ length: 1_500 }, (_, index) => exchange(index + 1));
  const kept = harOf([run(exchanges, [rejected(1_400)])], SUITE).log;
  expect(kept.entries).toHaveLength(1_001);
  expect(kept.entries.at(-1)?._number).toBe(1_400);
  expect(kept.pages[0]?._requests).toBe(1_500);
  expect(harOf([run(exchanges, [], true)], SUITE).log.entries).toHaveLength(1_500);
});

test('bodies are kept up to 64 MB, those of failures, controls and refusals first', () => {
  const exchanges = Array.from({ length: 80 }, (_, index) => exchange(index + 1, '{}', MB));
  const { entries } = harOf([run(exchanges, [rejected(80)])], SUITE).log;
  const withBody = entries.filter(({ response }) => response.content.text !== undefined);
  expect(withBody).toHaveLength(64);
  expect(withBody.at(-1)?._number).toBe(80);
  expect(entries[70]?.response.content).toEqual({ size: MB, mimeType: 'application/json' });
});

test('a request without an answer says why', () => {
  const { answer: _, ...unanswered } = exchange(1);
  const har = harOf([run([{ ...unanswered, error: 'the connection was dropped' }])], SUITE);
  expect(har.log.entries[0]?.response).toMatchObject({ status: 0, _error: 'the connection was dropped' });
});
