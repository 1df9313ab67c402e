import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { unzipSync } from 'fflate';
import { SECRET_SETTINGS } from '../../../fixtures/target/settings.ts';
import { copyProject, withTemporaryFolder } from '../support/files.ts';
import { type Ended, environment, runScript } from '../support/run-suite.ts';
import { formsOf } from '../support/secret-forms.ts';

test.describe.configure({ timeout: 900_000 });

/** Copies the project to a folder where all of it is committed. */
function committedCopy(folder: string): void {
  copyProject(folder);
  const who = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
  for (const command of [
    ['init', '-q'],
    ['add', '-A'],
    ['commit', '-qm', 'a copy'],
  ])
    execFileSync('git', [...who, ...command], { cwd: folder });
}

/** A reference that runs as another process, and its settings. */
async function withTarget(
  cwd: string,
  use: (settings: Record<string, string>) => Promise<void>,
): Promise<void> {
  const command = ['--import', 'tsx', 'fixtures/reference/main.ts', '--announce=json'];
  const target = spawn(process.execPath, command, {
    cwd,
    env: environment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let said = '';
    for await (const part of target.stdout) {
      said += part;
      const ready = /embedded target ready: (\{.*\})/.exec(said);
      if (ready) return await use(JSON.parse(ready[1] as string));
    }
    throw new Error(`The target ended. It printed: ${said}`);
  } finally {
    target.kill();
    if (target.exitCode === null && target.signalCode === null) await once(target, 'exit');
  }
}

const WHO = {
  CERTIFY_VENDOR: 'Acme GmbH',
  CERTIFY_PRODUCT: 'Acme Insights',
  CERTIFY_VERSION: '4.2.1',
  CERTIFY_CONTACT: 'quality@acme.example',
  CERTIFY_KEY: 'acme.pem',
};
const FILE = 'conformance-report/acme-insights-4.2.1-certificate.zip';

/** Certifies a reference as a vendor does, in a copy of the project, and hands over what a customer gets. */
const certified = (
  use: (
    shell: (script: string) => Promise<Ended>,
    bundle: Buffer,
    settings: Record<string, string>,
    root: string,
  ) => Promise<void>,
): Promise<void> =>
  withTemporaryFolder(async (root) => {
    committedCopy(root);
    await withTarget(root, async (settings) => {
      const env = { ...environment(), ...settings, ...WHO, DOTENV_CONFIG_PATH: devNull };
      const shell = (script: string): Promise<Ended> => runScript(script, root, env);
      expect((await shell('npm run -s certify:key -- acme.pem')).code).toBe(0);
      const { code, output } = await shell('npm run -s certify');
      expect(output).toContain('Acme Insights 4.2.1 of Acme GmbH: conformant\n');
      expect(output).toMatch(/signed with the key \w{64}/);
      expect(code).toBe(0);
      const bundle = await readFile(join(root, FILE));
      await use(shell, bundle, settings, root);
    });
  });

test('a certificate of an independent target is verified, badged and replayed on another clone @slow', () =>
  certified(async (shell, bundle, settings, root) => {
    // Nothing in it is a secret, in any form
    const files = Object.entries(unzipSync(bundle));
    const secrets = SECRET_SETTINGS.flatMap((name) => settings[name] ?? []);
    expect(secrets.length).toBeGreaterThan(7);
    for (const [index, secret] of secrets.entries())
      for (const form of formsOf(secret))
        for (const [file, bytes] of [...files, ['the archive', bundle] as const])
          expect(Buffer.from(bytes).includes(form), `secret ${index} in ${file}`).toBe(false);

    await withTemporaryFolder(async (folder) => {
      const clone = join(folder, 'clone');
      execFileSync('git', ['clone', '-q', root, clone]);
      const run = (script: string): Promise<Ended> =>
        runScript(
          `cd ${clone} && ln -sfn ${root}/node_modules node_modules && ${script}`,
          root,
          environment(),
        );
      const file = join(folder, 'acme.zip');
      await writeFile(file, bundle);
      const verified = await run(`npm run -s verify -- ${file} --key=${root}/acme.pub`);
      expect(verified.output).toContain('VERIFIED: this certificate holds.');
      expect(verified.output).not.toContain('REFUSED');
      expect(verified.code).toBe(0);

      // Changed by a byte
      const flipped = Buffer.from(bundle);
      const at = flipped.indexOf('report.json') + 5_000;
      flipped[at] = (flipped[at] as number) ^ 1;
      await writeFile(join(folder, 'flipped.zip'), flipped);
      expect((await run(`npm run -s verify -- ${folder}/flipped.zip`)).code).toBeGreaterThan(0);
      expect((await run(`npm run -s verify -- README.md`)).code).toBe(2);

      const replayed = await run(`npm run -s replay -- ${file}`);
      expect(replayed.output).toMatch(/^walks: \d{3,} walks of the workspace judged again/m);
      expect(replayed.code).toBe(0);
      expect((await run(`npm run -s badge -- ${file}`)).code).toBe(0);
      expect((await readdir(folder)).sort()).toEqual([
        'acme.md',
        'acme.svg',
        'acme.zip',
        'clone',
        'flipped.zip',
      ]);
    });

    // And a changed suite certifies nothing
    await writeFile(join(root, 'fixtures/more.ts'), '');
    const { output, code } = await shell('npm run -s certify');
    expect(output).toContain('the suite differs from its commit');
    expect(code).toBe(1);
  }));
