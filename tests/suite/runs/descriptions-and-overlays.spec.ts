import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { blocksIn, withTemporaryFolder } from '../support/files.ts';
import { requirementIn, verdictOf, withVerdict } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';

/** Targets that publish a description of themselves, and targets of a later version, which an overlay describes. */

test.describe.configure({ timeout: 240_000 });

const FORM = 'versioning-openapi';
const OPERATIONS = 'versioning-openapi-operations';

const TYPE = 'workspace-item-type';

test('a value of a later version is right with an overlay that allows it, and a description that drifts fails nothing', () =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'next.overlay.yaml');
    await writeFile(file, blocksIn(await readFile('docs/overlay.md', 'utf8'), 'yaml')[0] ?? '');
    const faults = [
      'workspace-item-type-of-later-version',
      'description-openapi-3-0',
      'description-field-missing',
    ];
    const next = await withReference({ faults }, ({ settings }) =>
      runSuite(
        { ...settings, CONFORMANCE_OVERLAY: file },
        only(TYPE, 'workspace-item-slug', 'workspace-types-.*', 'workspace-folders-first', 'versioning-.*'),
      ),
    );
    expect(verdictOf(next.report, TYPE), next.output).toBe('pass');
    expect(withVerdict(next.report, 'fail')).toEqual([]);
    expect(next.report).toMatchObject({
      verdict: 'undetermined',
      overlay: { file: 'next.overlay.yaml', title: 'Dashboards as workspace items', version: '2026.2.0' },
    });
    expect(next.output).toContain('UNDETERMINED with overlay next.overlay.yaml  https');

    for (const id of [FORM, OPERATIONS]) {
      expect(verdictOf(next.report, id), next.output).toBe('not-tested');
      expect(requirementIn(next.report, id)?.reason).toContain(
        'set CONFORMANCE_REQUIRE=description to have it judged',
      );
    }
    expect(next.report?.observations).toEqual(
      expect.arrayContaining([
        'TARGET_OPENAPI: it is OpenAPI 3.0.3 rather than 3.1.0',
        'TARGET_OPENAPI: GET /v1/deployments/{deploymentId}/workspace: answer items[].slug is missing',
      ]),
    );
    expect(next.code).toBe(0);
  }));
