import { expect, test } from '@playwright/test';
import { HttpClient } from '../../../fixtures/http/client.ts';
import type { Exchange } from '../../../fixtures/http/exchange.ts';
import { readTarget } from '../../../fixtures/target/target.ts';
import { Contract } from '../../../schemas/contract.ts';
import { judgeHonest, objectionsTo, SEED } from '../lab/reliability/judge.ts';
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

for (const [what, mode] of [
  ['a gateway that wants the length of a body', modeNamed('length-required')],
  [
    'a target that dies: the run ends soon, and says so once',
    {
      ...modeNamed('death'),
      treat: awayFrom(60, Number.POSITIVE_INFINITY),
      settings: { CONFORMANCE_PATIENCE: '2' },
    },
  ],
] as const satisfies [string, Mode][])
  test(`honest: ${what}`, async () => {
    const run = await judgeHonest(mode, PART);
    expect(objectionsTo(run, mode), run.output).toEqual([]);
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
