import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { fencedBlocks } from '../support/fenced-blocks.ts';
import { requirementIn, verdictOf, withVerdict } from '../support/report-queries.ts';
import { only, type Run, runSuite } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { withReference } from '../support/with-reference.ts';

/** A target of a later version is judged with the overlay of docs/overlay.md, and without one. */

test.describe.configure({ timeout: 240_000 });

const TYPE = 'workspace-item-type';
const [OVERLAY = ''] = fencedBlocks('docs/overlay.md', 'yaml');

/** Runs the suite against that target, with an overlay. */
const runWith = (overlay: string, args: readonly string[]): Promise<Run> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'next.overlay.yaml');
    await writeFile(file, overlay);
    return withReference({ faults: ['workspace-item-type-of-later-version'] }, ({ settings }) =>
      runSuite({ ...settings, CONFORMANCE_OVERLAY: file }, args),
    );
  });

test('a new value fails without an overlay, with a hint, and is right with one, which the verdict names', async () => {
  const area = only(TYPE, 'workspace-item-.*', 'workspace-types-.*', 'workspace-folders-first');
  const plain = await withReference({ faults: ['workspace-item-type-of-later-version'] }, ({ settings }) =>
    runSuite(settings, area),
  );
  expect(withVerdict(plain.report, 'fail').map(({ id }) => id)).toEqual([TYPE]);
  const [failure] = requirementIn(plain.report, TYPE)?.tests.flatMap(({ failures }) => failures) ?? [];
  expect(failure).toMatchObject({ received: '"DASHBOARD_X"' });
  expect(failure?.fix).toContain('allow it with an overlay (CONFORMANCE_OVERLAY, docs/overlay.md)');
  expect(plain.report?.overlay).toBeNull();

  const next = await runWith(OVERLAY, area);
  expect(verdictOf(next.report, TYPE), next.output).toBe('pass');
  expect(withVerdict(next.report, 'fail')).toEqual([]);
  expect(next.report).toMatchObject({
    verdict: 'undetermined',
    overlay: { file: 'next.overlay.yaml', title: 'Dashboards as workspace items', version: '2026.2.0' },
  });
  expect(next.output).toContain('UNDETERMINED with overlay next.overlay.yaml  https');
  expect(next.output).toMatch(
    /^ {2}overlay +next\.overlay\.yaml, "Dashboards as workspace items" 2026\.2\.0/m,
  );
});

test('a target of a later version conforms with the overlay of that version', { tag: '@slow' }, async () => {
  const { code, output, report } = await runWith(OVERLAY, []);
  expect(output).toContain('\nCONFORMANT with overlay next.overlay.yaml  https');
  expect(withVerdict(report, 'fail')).toEqual([]);
  expect(report?.verdict).toBe('conformant');
  expect(code).toBe(0);
});

test('a mistake in an overlay ends the run before anything is judged', async () => {
  const { code, output, report } = await runWith(OVERLAY.replace('ItemType', 'ItmType'), []);
  expect(code).toBe(1);
  expect(output).toContain(
    'next.overlay.yaml, actions[0] with the target $.components.schemas.WorkspaceItmType.enum: it matches nothing',
  );
  expect(report?.run.requests ?? 0).toBe(0);
});
