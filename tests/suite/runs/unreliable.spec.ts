import { expect, test } from '@playwright/test';
import { HttpClient } from '../../../fixtures/http/client.ts';
import type { Exchange } from '../../../fixtures/http/exchange.ts';
import { readTarget } from '../../../fixtures/target/target.ts';
import { Contract } from '../../../schemas/contract.ts';
import { FAULTS, judgeHonest, missedThrough, objectionsTo, SEED } from '../lab/reliability/judge.ts';
import { awayFrom, type Mode } from '../lab/reliability/mode.ts';
import { MODES, modeNamed } from '../lab/reliability/modes.ts';
import { startBehindProxy } from '../support/proxy.ts';
import { only } from '../support/run-suite.ts';

/** Some modes of an unreliable network, with a part of the tests: `npm run reliability` runs all of both. */

test.describe.configure({ timeout: 240_000 });

/** Requests that read, write and delete, of every family. */
const PART = only(
  ...['embed-tenants-groups-delete', 'embed-groups-empty-clears', 'workspace-folder-contents'],
  ...['platform-deployments-first', 'scim-filter', 'auth-data-token-accepted'],
);

/** Spoils more requests than the mode does, so that each way comes up among few. */
const sharper = (mode: Mode, factor: number): Mode => ({
  ...mode,
  treat: () => {
    const treat = mode.treat();
    return (asked) => treat({ ...asked, chance: asked.chance / factor });
  },
});

/** Several modes at the same time: one of them has each request, as chance has it. */
function mixOf(...names: readonly string[]): Mode {
  const ways = names.map((name) => modeNamed(name).treat());
  return {
    ...modeNamed('gateway-errors'),
    treat: () => (asked) => ways[Math.floor(asked.chance * 1e6) % ways.length]?.(asked),
  };
}

for (const [what, mode, tag] of [
  ['a gateway that wants the length of a body', modeNamed('length-required'), ''],
  [
    'a network that resets, cuts and answers itself',
    sharper(mixOf('reset-after-acting', 'cut-bodies', 'gateway-errors', 'web-pages', 'firewall'), 2),
    ' @slow',
  ],
  ['a target that restarts', { ...modeNamed('restart'), treat: awayFrom(60, 3_000) }, ' @slow'],
  [
    'a target that dies: the run ends soon, and says so once',
    {
      ...modeNamed('death'),
      treat: awayFrom(60, Number.POSITIVE_INFINITY),
      settings: { CONFORMANCE_PATIENCE: '2' },
    },
    '',
  ],
] as const satisfies [string, Mode, string][])
  test(`honest: ${what}${tag}`, async () => {
    const run = await judgeHonest(mode, PART);
    expect(objectionsTo(run, mode), run.output).toEqual([]);
  });

test('broken: faults are found behind a network that resets, cuts and answers itself @slow', async () => {
  const mode = mixOf('reset-after-acting', 'cut-bodies', 'gateway-errors', 'web-pages', 'single-500');
  expect(await missedThrough(mode, FAULTS)).toEqual([]);
});

/** The answers to different requests, one after another. */
async function ask(client: HttpClient): Promise<Exchange[]> {
  const answers: Exchange[] = [];
  const call = { operation: 'listDeployments', as: 'TARGET_ACCESS_TOKEN' } as const;
  for (let first = 1; first <= 40; first += 1) answers.push(await client.send({ ...call, query: { first } }));
  return answers;
}

for (const mode of MODES.filter(({ isOfAnswers }) => isOfAnswers))
  test(`a client gets the answers of the target: ${mode.name}`, async () => {
    const treat = sharper(mode, 4).treat();
    const target = await startBehindProxy({}, treat, SEED);
    const client = new HttpClient(readTarget(target.settings), await Contract.load(), 0);
    try {
      const answers = await ask(client).catch((thrown: unknown) => {
        // What ends a conformance test as skipped must not skip this one.
        throw new Error(`no answer: ${thrown instanceof Error ? thrown.message : thrown}`);
      });
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      for (const { text } of answers) expect(text).toContain('"Production"');
    } finally {
      await client.close();
      await target.close();
    }
  });
