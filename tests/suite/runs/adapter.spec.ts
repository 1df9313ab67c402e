import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { withTemporaryFolder } from '../support/files.ts';
import { verdictOf } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { listen, withReference } from '../support/servers.ts';

test.describe.configure({ timeout: 120_000 });

test('an adapter fills the workspace once before the first test and clears it after the last; its errors are shown without credentials', () =>
  withTemporaryFolder(async (folder) => {
    const calls: string[] = [];
    const listener = createServer((request, response) => {
      calls.push(request.url ?? '');
      response.end();
    });
    const address = `http://127.0.0.1:${await listen(listener)}`;
    const path = join(folder, 'adapter.mts');
    await writeFile(
      path,
      `export async function provisionWorkspace({ deploymentId }: { deploymentId: number | bigint }) {
        await fetch('${address}/fill/' + deploymentId + '/' + typeof deploymentId);
        return async () => {
          await fetch('${address}/clear');
          throw 'DELETE /items as ' + process.env.TARGET_ACCESS_TOKEN;
        };
      }
      export const membershipsOf = async () => { throw new TypeError('no database'); };`,
    );
    // A test of the workspace, and one of embed sessions. Every digit of an id is to arrive at the adapter.
    const ids = only('workspace-answers-200-json', 'embed-groups-empty-clears');
    await withReference({ variants: ['ids-64-bit'] }, async ({ settings }) => {
      const withAdapter = { ...settings, TARGET_ADAPTER: path, TARGET_MEMBERSHIPS: 'adapter' };
      const { code, output, report } = await runSuite(withAdapter, ids);
      expect(verdictOf(report, 'workspace-answers-200-json'), output).toBe('pass');
      expect(output).toContain(`membershipsOf of the adapter ${path} (TARGET_ADAPTER) threw: no database`);
      expect(output).toContain('DELETE /items as $TARGET_ACCESS_TOKEN');
      expect(output).not.toContain(settings.TARGET_ACCESS_TOKEN);
      expect(report?.summary.MUST.fail).toBe(0);
      expect(code).toBe(1);
    });
    listener.close();
    expect(calls).toEqual(['/fill/4611686018427388005/bigint', '/clear']);
  }));
