import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { only, runSuite } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { behindProxy } from './behind-proxy.ts';
import { type RunEmpty, withEmptySuite } from './empty-suite.ts';
import { FIRST_TEST_FILE } from './first-test-reporter.ts';
import { interleaved } from './interleaved.ts';
import type { Measurement } from './measurement.ts';
import { ratios } from './spread.ts';

const LIMIT = { atMost: 1.5 };
/** What comes after the start is not looked at: one test, though the files of all are loaded. */
const ONE_TEST = only('workspace-folders-first');
const ONE_EMPTY_TEST = ['--grep', 'empty 1$'];
const REPORTER = `--reporter=${fileURLToPath(new URL('first-test-reporter.ts', import.meta.url))}`;

const secondsSince = (begun: number, at: number): number => (at - begun) / 1_000;

/** Starts a run, with a file in which the time of its first test is noted, and returns when that was. */
const firstTestOf = (start: (noting: Record<string, string>) => Promise<unknown>): Promise<number> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'first-test');
    await start({ [FIRST_TEST_FILE]: file });
    return Number(await readFile(file, 'utf8'));
  });

/** Starts the suite against a target of which a proxy sees the first request; returns when it and the first test came, in seconds. */
async function startSuite(): Promise<{ request: number; test: number }> {
  let request = Number.POSITIVE_INFINITY;
  const note = (): undefined => {
    request = Math.min(request, Date.now());
  };
  return behindProxy(note, async (settings) => {
    const begun = Date.now();
    const test = await firstTestOf((noting) => runSuite({ ...settings, ...noting }, [REPORTER, ...ONE_TEST]));
    return { request: secondsSince(begun, request), test: secondsSince(begun, test) };
  });
}

/** Starts the empty tests, and returns when the first of them began, in seconds. */
async function startEmpty(runEmpty: RunEmpty): Promise<number> {
  const begun = Date.now();
  return secondsSince(begun, await firstTestOf((noting) => runEmpty([REPORTER, ...ONE_EMPTY_TEST], noting)));
}

/** How long the suite takes to begin. */
export const startUp: Measurement = {
  name: 'start-up',
  title: 'From the command to the first request, over the start of a run of empty tests',
  run: (repeat) =>
    withEmptySuite(async (runEmpty) => {
      const { suite, empty } = await interleaved(repeat, {
        suite: startSuite,
        empty: () => startEmpty(runEmpty),
      });
      const requests = suite.map(({ request }) => request);
      const tests = suite.map(({ test }) => test);
      return [
        { what: 'to the first request of the target', unit: 'seconds', values: requests },
        { what: 'to the first test, after the set-up', unit: 'seconds', values: tests },
        { what: 'to the first of as many empty tests', unit: 'seconds', values: empty },
        {
          what: 'first request over first empty test',
          unit: 'times',
          values: ratios(requests, empty),
          limit: LIMIT,
        },
      ];
    }),
};
