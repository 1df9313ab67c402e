const FRAMES = 50;
const isOfTest = (frame: string): boolean => /[/\\]tests[/\\](?!suite[/\\])/.test(frame);

/** Where in a conformance test the running assertion is: file, line and column; empty where that is not known. */
export function locationOfAssertion(): string {
  const limit = Error.stackTraceLimit;
  Error.stackTraceLimit = FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = limit;
  const frame = stack.split('\n').find(isOfTest) ?? '';
  return /(?:^\s*at |\(|file:\/\/)((?:\/|\w:)[^()]*:\d+:\d+)\)?$/.exec(frame)?.[1] ?? '';
}
