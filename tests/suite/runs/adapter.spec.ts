import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { listen, withReference } from '../support/servers.ts';

test.describe.configure({ timeout: 60_000 });

/** Runs one test of the workspace with an adapter. */
const runWithAdapter = (source: string, options: ReferenceOptions = {}) =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'adapter.mts');
    await writeFile(path, source);
    return withReference(options, async ({ settings }) => ({
      token: settings.TARGET_ACCESS_TOKEN ?? '',
      ...(await runSuite({ ...settings, TARGET_ADAPTER: path }, only('workspace-answers-200-json'))),
    }));
  });

test('an adapter fills the workspace once before the first test, with every digit of an id, and clears it after the last', async () => {
  const calls: string[] = [];
  const listener = createServer((request, response) => {
    calls.push(request.url ?? '');
    response.end();
  });
  const address = `http://127.0.0.1:${await listen(listener)}`;
  const { code, output } = await runWithAdapter(
    `export async function provisionWorkspace({ deploymentId }: { deploymentId: number | bigint }) {
      await fetch('${address}/fill/' + deploymentId + '/' + typeof deploymentId);
      return async () => { await fetch('${address}/clear'); };
    }`,
    { variants: ['ids-64-bit'] },
  );
  listener.close();
  expect(code, output).toBe(0);
  expect(calls).toEqual(['/fill/4611686018427388005/bigint', '/clear']);
});

for (const [when, body] of [
  ['fills', `throw new Error('GET /items as ' + process.env.TARGET_ACCESS_TOKEN);`],
  ['clears', `return async () => { throw 'DELETE /items as ' + process.env.TARGET_ACCESS_TOKEN; };`],
] as const)
  test(`an error of an adapter that ${when} the workspace is printed without credentials, and blames nobody`, async () => {
    const { code, output, report, token } = await runWithAdapter(
      `export async function provisionWorkspace() { ${body} }`,
    );
    expect(code).toBe(1);
    expect(output).toContain('/items as $TARGET_ACCESS_TOKEN');
    expect(output).not.toContain(token);
    expect(report?.verdict ?? 'undetermined').toBe('undetermined');
    expect(report?.summary.MUST.fail ?? 0).toBe(0);
  });

test('an adapter that throws where it is asked: the message names it', () =>
  withTemporaryFolder(async (folder) => {
    const path = join(folder, 'adapter.mts');
    await writeFile(
      path,
      `export const membershipsOf = async () => { throw new TypeError('no database'); };`,
    );
    await withReference({}, async ({ settings }) => {
      const own = { ...settings, TARGET_ADAPTER: path, TARGET_MEMBERSHIPS: 'adapter' };
      const { output } = await runSuite(own, only('embed-groups-empty-clears'));
      expect(output).toContain(`membershipsOf of the adapter ${path} (TARGET_ADAPTER) threw: no database`);
    });
  }));
