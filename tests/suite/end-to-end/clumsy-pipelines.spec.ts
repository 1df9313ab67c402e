import { expect, test } from '@playwright/test';
import { startBehindProxy } from '../support/proxy/proxy.ts';
import { requirementIn } from '../support/report-queries.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** Mistakes of those who set a run up, of which the target must not be accused. */

test.describe.configure({ timeout: 120_000 });

test('tokens of two users that are swapped: inconclusive, with what to do, exit 1', () =>
  withReference({}, async ({ settings }) => {
    const { TARGET_ACCESS_TOKEN: first = '', TARGET_OTHER_ACCESS_TOKEN: second = '' } = settings;
    const swapped = { ...settings, TARGET_ACCESS_TOKEN: second, TARGET_OTHER_ACCESS_TOKEN: first };
    const { code, output, report } = await runSuite(swapped, only('workspace-access-filtered'));
    expect(code, output).toBe(1);
    const row = requirementIn(report, 'workspace-access-filtered');
    expect(row?.verdict, output).toBe('inconclusive');
    expect(row?.reason).toContain('are the two tokens swapped?');
  }));

const DAY_MS = 86_400_000;

test('a gateway that dates answers by a clock of its own: sessions end as before', async () => {
  const date = new Date(Date.now() + DAY_MS).toUTCString();
  const reference = await startBehindProxy(
    {},
    () => ({
      afterwards: (response, { status, headers, body }) =>
        response.writeHead(status, { ...response.getHeaders(), ...headers, date }).end(body),
    }),
    1,
  );
  try {
    const { output, report } = await runSuite(reference.settings, only('embed-session-ends'));
    expect(requirementIn(report, 'embed-session-ends')?.verdict, output).toBe('pass');
  } finally {
    await reference.close();
  }
});
