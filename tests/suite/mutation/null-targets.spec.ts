import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Report } from '../../../reporters/report.ts';
import { NULL_SERVERS } from '../../../schemas/requirements/row.ts';
import { testable } from '../../../schemas/requirements.ts';
import { environment } from '../support/run-suite.ts';
import { MANGLINGS } from './null-targets/manglings.ts';

/**
 * Judges servers in one run of the suite, and returns what was said of each.
 *
 * @param file - the specifications that declare the tests
 * @param names - of the servers
 */
async function judgeAll<Name extends string>(
  file: string,
  names: readonly Name[],
): Promise<Map<Name, Report>> {
  const folder = await mkdtemp(join(tmpdir(), 'null-targets-'));
  try {
    const cli = [
      'node_modules/@playwright/test/cli.js',
      'test',
      '-c',
      'tests/suite/mutation/null-targets',
      file,
    ];
    const env = { ...environment(), CONFORMANCE_REPORT_DIR: folder, DOTENV_CONFIG_PATH: devNull };
    await new Promise<void>((resolve) => {
      // How it exits does not matter: the reports tell.
      execFile(process.execPath, [...cli, `--output=${join(folder, 'results')}`], { env }, () => resolve());
    });
    const reports = names.map(async (kind) => {
      const text = await readFile(join(folder, `${kind}.json`), 'utf8');
      return [kind, JSON.parse(text) as Report] as const;
    });
    return new Map(await Promise.all(reports));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The rules whose tests ended as errors of the suite, and why. */
const errorsIn = (requirements: Report['requirements']): string[] =>
  requirements
    .filter(({ tests }) => tests.some(({ status }) => status === 'error'))
    .map(({ id, reason }) => `${id}: ${reason}`);

test('a server that does nothing shows no more than the catalogue marks', async () => {
  test.setTimeout(300_000);
  for (const [kind, { run, requirements, verdict }] of await judgeAll('null-targets.spec', NULL_SERVERS)) {
    const about = `the server "${kind}":`;
    expect.soft(run, about).toMatchObject({ complete: true, filtered: false });
    expect.soft(verdict, `${about} verdict`).toBe('not conformant');
    const passed = requirements.filter((row) => row.verdict === 'pass').map(({ id }) => id);
    const marked = testable.filter(({ heldByNull }) => heldByNull?.includes(kind)).map(({ id }) => id);
    expect.soft(passed, `${about} requirements that pass, and those that heldByNull marks`).toEqual(marked);
    expect.soft(errorsIn(requirements), `${about} errors of the suite`).toEqual([]);
    const unsaid = requirements.filter((row) => row.verdict === 'not-tested' && row.reason === '');
    expect.soft(unsaid, `${about} rows that do not say why they are not tested`).toEqual([]);
  }
});

test('what a server sends of a wrong type is the finding of the rule that owns it, and no error of the suite', {
  tag: '@slow',
}, async () => {
  test.setTimeout(300_000);
  for (const [name, { run, requirements }] of await judgeAll('mangled-targets', Object.keys(MANGLINGS))) {
    const about = `the server whose ${name}:`;
    expect.soft(run, about).toMatchObject({ complete: true });
    expect.soft(errorsIn(requirements), `${about} errors of the suite`).toEqual([]);
    const failed = requirements.filter((row) => row.level === 'MUST' && row.verdict === 'fail');
    const accused = failed.map(({ id }) => id).filter((id) => !MANGLINGS[name]?.breaks.test(id));
    expect.soft(accused, `${about} rules that it keeps and is told to break`).toEqual([]);
  }
});
