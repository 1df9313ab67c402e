import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from '@playwright/test';
import { cleanup } from '../../../fixtures/run/commands.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { ONE_WORKER, only, type Run, reportIn, runSuite, suiteCommand } from '../support/run-suite.ts';
import { type RunningReference, withReference } from '../support/servers.ts';

// Runs that are told to end, and runs that are killed: what they leave on the target, and who removes it.

test.describe.configure({ timeout: 120_000 });

const DEFINING = ['--project=embed', '--grep', 'definitions|embed-tenants'];
/** A run that is told to end is over by then. */
const SOON_MS = 5_000;

interface CutShort extends Run {
  readonly signal: NodeJS.Signals | null;
  /** From the signal to the end of the process. */
  readonly tookMs: number;
}

/** Lets a test use a reference, and a function that starts a run in a process group of its own and sends it a signal. */
const withTarget = (
  use: (
    reference: RunningReference,
    cutShort: (signal: NodeJS.Signals, afterMs?: number) => Promise<CutShort>,
  ) => Promise<void>,
): Promise<void> =>
  withTemporaryFolder((folder) =>
    withReference({}, (reference) => {
      const settings = { ...reference.settings, CONFORMANCE_LEDGER_DIR: join(folder, 'ledger') };
      const cutShort = async (signal: NodeJS.Signals, afterMs = 0): Promise<CutShort> => {
        const [args, env] = suiteCommand(folder, settings, [ONE_WORKER, ...DEFINING]);
        const stdio: StdioOptions = ['ignore', 'pipe', 'pipe'];
        const run = spawn(process.execPath, args, { env, detached: true, stdio });
        const ended = once(run, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
        let output = '';
        for (const stream of [run.stdout, run.stderr]) stream?.on('data', (chunk) => (output += chunk));
        await Promise.race([untilDefined(reference).then(() => sleep(afterMs)), ended]);
        const sentAt = Date.now();
        // All but SIGTERM reach the workers, too, as from a terminal or from whoever kills a container.
        const [own, group] = [run.pid ?? 0, -(run.pid ?? 0)];
        if (run.exitCode === null && own) process.kill(signal === 'SIGTERM' ? own : group, signal);
        const [code, by] = await ended;
        const tookMs = Date.now() - sentAt;
        return { code: code ?? -1, signal: by, output, tookMs, report: reportIn(folder) };
      };
      return use({ ...reference, settings }, cutShort);
    }),
  );

const recordsHeld = async ({ observe }: RunningReference): Promise<number> =>
  Object.values(await observe('embed-tenants')).reduce((sum, records) => sum + records, 0);

/** Waits until embed tenants of the reference hold a record beside the lease of a run. */
async function untilDefined(reference: RunningReference): Promise<void> {
  while ((await recordsHeld(reference)) < 2) await sleep(3);
}

/** Whether nothing is left, neither on the target nor in the ledger. */
async function expectNothingLeft(reference: RunningReference) {
  expect(await recordsHeld(reference)).toBe(0);
  const folder = reference.settings.CONFORMANCE_LEDGER_DIR as string;
  const ledger = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  expect(ledger.join('')).not.toContain('"kind":"groups"');
}

for (const [signal, expected] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)
  test(`${signal} ends a run within five seconds: it exits ${expected}, with a report, and leaves no record`, () =>
    withTarget(async (reference, cutShort) => {
      const run = await cutShort(signal);
      expect(run.code, run.output).toBe(expected);
      expect(run.tookMs, run.output).toBeLessThan(SOON_MS);
      expect(run.report?.run.ended, run.output).toBe(false);
      expect(run.report?.leftovers).toEqual([]);
      await expectNothingLeft(reference);
    }));

test('npm run cleanup removes what a killed run has left, and exits 0', () =>
  withTarget(async (reference, cutShort) => {
    expect((await cutShort('SIGKILL')).signal).toBe('SIGKILL');
    const records = await recordsHeld(reference);
    expect(records, 'records that the killed run has left').toBeGreaterThan(0);
    const lines: string[] = [];
    const env = { DOTENV_CONFIG_PATH: devNull, ...reference.settings };
    const code = await cleanup(env, (text) => lines.push(text));
    const output = lines.join('\n');
    expect(code, output).toBe(0);
    expect(output.match(/^removed: /gm)).toHaveLength(records);
    expect(output).toContain('Nothing is left.');
    await expectNothingLeft(reference);
  }));

test('after SIGKILL at any moment, the next run is conformant and leaves no record', { tag: '@slow' }, () =>
  withTarget(async (reference, cutShort) => {
    for (const ms of [500, 2_500]) {
      await cutShort('SIGKILL', ms);
      const left = await recordsHeld(reference);
      // Its tests leave embed tenants alone: what is removed then was removed before them.
      const next = await runSuite(reference.settings, only('embed-deployment-required'));
      const told = `${ms} ms: ${left} records were left\n${next.output}`;
      expect(next.code, told).toBe(0);
      expect(next.output.includes('An earlier run was cut short'), told).toBe(left > 0);
      expect(next.report?.leftovers, told).toEqual([]);
      expect(await recordsHeld(reference), told).toBe(0);
    }
  }),
);
