import { expect, test } from '@playwright/test';
import { judgeHonest, objectionsTo } from '../lab/reliability/judge.ts';
import { awayFrom, type Mode } from '../lab/reliability/mode.ts';
import { modeNamed } from '../lab/reliability/modes.ts';
import { only } from '../support/run-suite.ts';

/** One mode of an unreliable network, with a part of the tests: `npm run reliability` runs all of each. */

test.describe.configure({ timeout: 240_000 });

/** Requests that read, write and delete, of every family. */
const PART = only(
  ...['embed-tenants-groups-delete', 'embed-groups-empty-clears', 'workspace-folder-contents'],
  ...['platform-deployments-first', 'scim-filter', 'auth-data-token-accepted'],
);

test('a target that dies: the run ends soon, and says so once', async () => {
  const mode: Mode = {
    ...modeNamed('death'),
    treat: awayFrom(60, Number.POSITIVE_INFINITY),
    settings: { CONFORMANCE_PATIENCE: '2' },
  };
  const run = await judgeHonest(mode, PART);
  expect(objectionsTo(run, mode), run.output).toEqual([]);
});
