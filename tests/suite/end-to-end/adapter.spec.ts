import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type ReferenceOptions, startReference } from '../../../fixtures/reference/start.ts';
import { runSuite } from '../support/run-suite.ts';

test.describe.configure({ timeout: 60_000 });

const ONE = ['--grep', '@workspace-answers-200-json(?![\\w-])'];

/** Runs one test with an adapter of this source, and returns what the adapter told by requests to `told`. */
async function runWith(source: (told: string) => string, options: ReferenceOptions = {}) {
  const calls: string[] = [];
  const listener = createServer((request, response) => {
    calls.push(request.url ?? '');
    response.end();
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const folder = await mkdtemp(join(tmpdir(), 'adapter-'));
  const path = join(folder, 'adapter.mts');
  const target = await startReference(options);
  try {
    await writeFile(path, source(`http://127.0.0.1:${(listener.address() as AddressInfo).port}`));
    const { TARGET_ACCESS_TOKEN: token = '' } = target.settings;
    return { calls, token, ...(await runSuite({ ...target.settings, TARGET_ADAPTER: path }, ONE)) };
  } finally {
    await target.close();
    listener.close();
    await rm(folder, { recursive: true });
  }
}

test('an adapter fills the workspace once, before the first test, and clears it after the last', async () => {
  const { calls, code, output } = await runWith(
    (told) => `
      export async function provisionWorkspace({ deploymentId }: { deploymentId: number }) {
        await fetch('${told}/fill/' + deploymentId);
        return async () => { await fetch('${told}/clear'); };
      }`,
  );
  expect(code, output).toBe(0);
  expect(calls).toEqual(['/fill/101', '/clear']);
});

test('an adapter is told every digit of an id', async () => {
  const { calls, code, output } = await runWith(
    (told) => `
      export async function provisionWorkspace({ deploymentId }: { deploymentId: number | bigint }) {
        await fetch('${told}/fill/' + deploymentId + '/' + typeof deploymentId);
      }`,
    { variants: ['ids-64-bit'] },
  );
  expect(code, output).toBe(0);
  expect(calls).toEqual(['/fill/4611686018427388005/bigint']);
});

test('what an adapter throws tells no credential', async () => {
  const failing = [
    `throw new Error('GET /items as ' + process.env.TARGET_ACCESS_TOKEN);`,
    `return async () => { throw 'DELETE /items as ' + process.env.TARGET_ACCESS_TOKEN; };`,
  ];
  for (const body of failing) {
    const { code, output, token } = await runWith(
      () => `export async function provisionWorkspace() { ${body} }`,
    );
    expect(code).toBe(1);
    expect(output).toContain('/items as $TARGET_ACCESS_TOKEN');
    expect(output).not.toContain(token);
  }
});

test('an adapter that fails ends the run, and is never the fault of the target', async () => {
  const { code, output, report } = await runWith(
    () => `export async function provisionWorkspace() { throw new Error('no such database'); }`,
  );
  expect(code).toBe(1);
  expect(output).toContain('no such database');
  expect(report?.verdict ?? 'undetermined').toBe('undetermined');
  expect(report?.summary.MUST.fail ?? 0).toBe(0);
});
