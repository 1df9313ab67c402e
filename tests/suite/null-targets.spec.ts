import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Report } from '../../reporters/report.ts';
import { NULL_SERVERS, type NullServer } from '../../schemas/requirements/row.ts';
import { testable } from '../../schemas/requirements.ts';
import { environment } from './run.ts';

/** Judges every server that does nothing, in one run of the suite, and returns what was said of each. */
async function judgeAll(): Promise<Map<NullServer, Report>> {
  const folder = await mkdtemp(join(tmpdir(), 'null-targets-'));
  try {
    const cli = ['node_modules/@playwright/test/cli.js', 'test', '-c', 'tests/suite/null-targets'];
    const env = { ...environment(), CONFORMANCE_REPORT_DIR: folder, DOTENV_CONFIG_PATH: devNull };
    await new Promise<void>((resolve) => {
      // How it exits does not matter: the reports tell.
      execFile(process.execPath, [...cli, `--output=${join(folder, 'results')}`], { env }, () => resolve());
    });
    const reports = NULL_SERVERS.map(async (kind) => {
      const text = await readFile(join(folder, `${kind}.json`), 'utf8');
      return [kind, JSON.parse(text) as Report] as const;
    });
    return new Map(await Promise.all(reports));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

test('a server that does nothing shows no more than the catalogue marks', async () => {
  test.setTimeout(300_000);
  for (const [kind, { run, requirements, verdict }] of await judgeAll()) {
    const about = `the server "${kind}":`;
    expect.soft(run, about).toMatchObject({ complete: true, filtered: false });
    expect.soft(verdict, `${about} verdict`).toBe('not conformant');
    const passed = requirements.filter((row) => row.verdict === 'pass').map(({ id }) => id);
    const marked = testable.filter(({ heldByNull }) => heldByNull?.includes(kind)).map(({ id }) => id);
    expect.soft(passed, `${about} requirements that pass, and those that heldByNull marks`).toEqual(marked);
    const broken = requirements.filter(({ tests }) => tests.some(({ status }) => status === 'error'));
    expect
      .soft(
        broken.map(({ id, reason }) => `${id}: ${reason}`),
        `${about} errors of the suite`,
      )
      .toEqual([]);
    const unsaid = requirements.filter((row) => row.verdict === 'not-tested' && row.reason === '');
    expect.soft(unsaid, `${about} rows that do not say why they are not tested`).toEqual([]);
  }
});
