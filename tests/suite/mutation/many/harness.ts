import { type CollectedTest, type Harness, useHarness } from '../../../../fixtures/assertions/harness.ts';

const FRAMES = 50;
const isOfTest = (frame: string): boolean => /[/\\]tests[/\\](?!suite[/\\])/.test(frame);

/** Where in a conformance test the running assertion stands: file, line and column. */
export function siteOfAssertion(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  const frame = stack.split('\n').find(isOfTest) ?? '';
  return /(?:^\s*at |\(|file:\/\/)((?:\/|\w:)[^()]*:\d+:\d+)\)?$/.exec(frame)?.[1] ?? '';
}

/**
 * From now on tests are collected. Call it before the first conformance test is loaded.
 *
 * @param start - starts the targets that `targetName` will name
 * @param goesOn - see {@link Harness}
 * @returns the tests; the list grows while their files are loaded
 */
export function collectTests(start: Harness['start'], goesOn?: Harness['goesOn']): readonly CollectedTest[] {
  const tests: CollectedTest[] = [];
  useHarness({ collect: (test) => tests.push(test), start, ...(goesOn ? { goesOn } : {}) });
  return tests;
}
