import { expect, test } from '@playwright/test';
import { only } from '../support/run-suite.ts';
import { FAULTS } from './unreliable/faults.ts';
import { missedBy, objectionsTo } from './unreliable/judge.ts';
import type { Mode } from './unreliable/mode.ts';
import { modeNamed } from './unreliable/modes.ts';
import { judgeBroken, judgeHonest } from './unreliable/run.ts';

/** Some modes of an unreliable network, with a part of the tests: `npm run reliability` runs all of both. */

test.describe.configure({ timeout: 240_000 });

/** Requests that read, write and delete, of every family. */
const PART = only(
  'embed-tenants-groups-delete',
  'embed-groups-empty-clears',
  'workspace-folder-contents',
  'platform-deployments-first',
  'scim-filter',
  'auth-data-token-accepted',
);

/** What spoils some requests of a whole run spoils twice as many of a part, so that each way comes up. */
const sharper = (mode: Mode): Mode => {
  const { treat } = mode;
  return {
    ...mode,
    treat: () => {
      const of = treat();
      return (asked) => of({ ...asked, chance: asked.chance / 2 });
    },
  };
};

for (const name of [
  'reset-after-acting @slow',
  'cut-bodies @slow',
  'gateway-errors @slow',
  'web-pages @slow',
  'cdn-errors @slow',
])
  test(`honest: ${name}`, async () => {
    const mode = sharper(modeNamed(name.replace(' @slow', '')));
    const run = await judgeHonest(mode, PART);
    expect(objectionsTo(run, mode), run.output).toEqual([]);
  });

test('honest: length-required', async () => {
  const mode = modeNamed('length-required');
  const run = await judgeHonest(mode, PART);
  expect(objectionsTo(run, mode), run.output).toEqual([]);
});

test('honest: the target restarts', { tag: '@slow' }, async () => {
  const mode: Mode = {
    ...modeNamed('restart'),
    treat: () => {
      let isOver = false;
      return ({ before }) => {
        if (isOver || before < 60) return undefined;
        isOver = true;
        return { awayMs: 3_000 };
      };
    },
  };
  const run = await judgeHonest(mode, PART);
  expect(objectionsTo(run, mode), run.output).toEqual([]);
});

test('the target dies: the run ends soon, and says so once', async () => {
  const mode: Mode = {
    ...modeNamed('death'),
    treat:
      () =>
      ({ before }) =>
        before >= 60 ? { awayMs: Number.POSITIVE_INFINITY } : undefined,
    settings: { CONFORMANCE_PATIENCE: '2' },
  };
  const run = await judgeHonest(mode, PART);
  expect(objectionsTo(run, mode), run.output).toEqual([]);
});

test('broken: faults are found behind a network that resets, cuts and answers itself @slow', async () => {
  const ways = ['reset-after-acting', 'cut-bodies', 'gateway-errors', 'web-pages', 'single-500'].map((name) =>
    modeNamed(name).treat(),
  );
  const mode: Mode = {
    ...modeNamed('reset-after-acting'),
    // Each of them in turn, as chance has it.
    treat: () => (asked) => ways[Math.floor(asked.chance * 1e6) % ways.length]?.(asked),
  };
  const faults = FAULTS.map(({ name }) => name);
  const run = await judgeBroken(mode, faults);
  expect(
    missedBy(
      run,
      FAULTS.map(({ breaks }) => breaks),
    ),
    run.output,
  ).toEqual([]);
});
