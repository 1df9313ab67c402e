import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { listen } from '../support/listen.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { withReference } from '../support/with-reference.ts';

test.describe.configure({ timeout: 60_000 });

/**
 * Runs one test of the workspace with an adapter.
 *
 * @param source - of the adapter, given an address at which it can report what it does
 * @returns the run, the paths that the adapter requested below that address, and the access token of the target
 */
async function runWithAdapter(source: (address: string) => string, options: ReferenceOptions = {}) {
  const calls: string[] = [];
  const listener = createServer((request, response) => {
    calls.push(request.url ?? '');
    response.end();
  });
  const address = `http://127.0.0.1:${await listen(listener)}`;
  try {
    return await withTemporaryFolder(async (folder) => {
      const path = join(folder, 'adapter.mts');
      await writeFile(path, source(address));
      return withReference(options, async ({ settings }) => ({
        calls,
        token: settings.TARGET_ACCESS_TOKEN ?? '',
        ...(await runSuite({ ...settings, TARGET_ADAPTER: path }, only('workspace-answers-200-json'))),
      }));
    });
  } finally {
    listener.close();
  }
}

test('an adapter fills the workspace once before the first test, and clears it after the last', async () => {
  const { calls, code, output } = await runWithAdapter(
    (address) => `
      export async function provisionWorkspace({ deploymentId }: { deploymentId: number }) {
        await fetch('${address}/fill/' + deploymentId);
        return async () => { await fetch('${address}/clear'); };
      }`,
  );
  expect(code, output).toBe(0);
  expect(calls).toEqual(['/fill/101', '/clear']);
});

test('an adapter receives every digit of an id', { tag: '@slow' }, async () => {
  const { calls, code, output } = await runWithAdapter(
    (address) => `
      export async function provisionWorkspace({ deploymentId }: { deploymentId: number | bigint }) {
        await fetch('${address}/fill/' + deploymentId + '/' + typeof deploymentId);
      }`,
    { variants: ['ids-64-bit'] },
  );
  expect(code, output).toBe(0);
  expect(calls).toEqual(['/fill/4611686018427388005/bigint']);
});

test('an error of an adapter is printed without credentials', async () => {
  const failing = [
    `throw new Error('GET /items as ' + process.env.TARGET_ACCESS_TOKEN);`,
    `return async () => { throw 'DELETE /items as ' + process.env.TARGET_ACCESS_TOKEN; };`,
  ];
  for (const body of failing) {
    const { code, output, token } = await runWithAdapter(
      () => `export async function provisionWorkspace() { ${body} }`,
    );
    expect(code).toBe(1);
    expect(output).toContain('/items as $TARGET_ACCESS_TOKEN');
    expect(output).not.toContain(token);
  }
});

test('an adapter that fails ends the run, and the target is not blamed', async () => {
  const { code, output, report } = await runWithAdapter(
    () => `export async function provisionWorkspace() { throw new Error('no such database'); }`,
  );
  expect(code).toBe(1);
  expect(output).toContain('no such database');
  expect(report?.verdict ?? 'undetermined').toBe('undetermined');
  expect(report?.summary.MUST.fail ?? 0).toBe(0);
});
