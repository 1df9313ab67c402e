import { expect, test } from '@playwright/test';
import { lackingData } from '../../../reporters/conditions.ts';
import { DATA_CONDITIONS } from '../../../schemas/conditions.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';

/** Whole runs against targets that lack one kind of data each: the report names it. */

test.describe.configure({ timeout: 240_000 });

for (const { name, says } of DATA_CONDITIONS)
  test(`the report names what the data lacks: ${says} @slow`, () =>
    withReference({ without: [name] }, async ({ settings }) => {
      const { code, report, output } = await runSuite(settings, ['--project=workspace']);
      expect(code, output).toBe(0);
      expect((report ? lackingData(report) : []).map((lacking) => lacking.says)).toContain(says);
    }));
