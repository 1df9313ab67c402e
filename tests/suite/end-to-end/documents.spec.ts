import { readFileSync, writeFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { environment, only, PLAYWRIGHT, runNode } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { withReference } from '../support/with-reference.ts';

test('a folder that cannot be written to: exit 1 with the names of the documents, and the verdict', () =>
  withReference({}, ({ settings }) =>
    withTemporaryFolder(async (folder) => {
      const summary = join(folder, 'summary');
      writeFileSync(summary, '');
      const { code, output } = await runNode(
        [PLAYWRIGHT, 'test', `--output=${folder}/results`, ...only('embed-deployment-required')],
        {
          ...environment(),
          DOTENV_CONFIG_PATH: devNull,
          ...settings,
          CONFORMANCE_REPORT_DIR: 'package.json/x',
          GITHUB_ACTIONS: 'true',
          GITHUB_STEP_SUMMARY: summary,
        },
      );
      expect(code, output).toBe(1);
      expect(output).toMatch(/^UNDETERMINED {2}https:/m);
      for (const name of ['report.json', 'junit.xml', 'summary.md'])
        expect(output).toMatch(new RegExp(`^ +package\\.json/x/${name} cannot be written: E`, 'm'));
      // What GitHub shows says the same.
      expect(output).toMatch(
        /^::error title=This run does not pass::package\.json\/x\/report\.json cannot be written/m,
      );
      expect(readFileSync(summary, 'utf8')).toMatch(/^\n## UNDETERMINED [\s\S]*junit\.xml cannot be written/);
    }),
  ));
