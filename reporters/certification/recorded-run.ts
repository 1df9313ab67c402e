import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RecordedExchange, RecordedLine, RecordedTest } from '../../schemas/recording.ts';

/** A test and its exchanges, in the order in which they ended. */
export interface RecordedTestRun {
  /** Of the worker and the test. */
  id: string;
  test: RecordedTest;
  exchanges: RecordedExchange[];
}

/**
 * Reads what the workers of a run recorded.
 *
 * @param folder - the one that {@link RECORDING_FOLDER} named
 * @returns the tests that ended, by worker and in their order
 */
export function readRecording(folder: string): RecordedTestRun[] {
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort((a, b) => numberIn(a) - numberIn(b));
  return files.flatMap((name) => testsOf(linesOf(join(folder, name)), numberIn(name)));
}

const numberIn = (name: string): number => Number(/\d+/.exec(name)?.[0]);

const linesOf = (file: string): RecordedLine[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as RecordedLine);

function testsOf(lines: readonly RecordedLine[], worker: number): RecordedTestRun[] {
  const exchanges = new Map<number, RecordedExchange[]>();
  const ended: RecordedTest[] = [];
  for (const line of lines) {
    if (line.kind === 'test') ended.push(line);
    else if (exchanges.get(line.test)?.push(line) === undefined) exchanges.set(line.test, [line]);
  }
  return ended.map((test) => ({
    id: `worker-${worker}-test-${test.test}`,
    test,
    exchanges: exchanges.get(test.test) ?? [],
  }));
}
