import { execFileSync } from 'node:child_process';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { copyProject, withTemporaryFolder } from '../support/files.ts';
import { type Ended, environment, runScript } from '../support/run-suite.ts';
import { withReferenceProcess } from '../support/servers.ts';

test.describe.configure({ timeout: 900_000 });

/** Copies the project to a folder where all of it is committed, the link to its packages as well. */
function committedCopy(folder: string): void {
  copyProject(folder);
  const who = '-c user.name=x -c user.email=x@example.com';
  for (const command of ['init -q', 'add -A', `${who} commit -qm copy`])
    execFileSync('git', command.split(' '), { cwd: folder });
}

const WHO = {
  CERTIFY_VENDOR: 'Acme GmbH',
  CERTIFY_PRODUCT: 'Acme Insights',
  CERTIFY_VERSION: '4.2.1',
  CERTIFY_CONTACT: 'quality@acme.example',
  CERTIFY_KEY: 'acme.pem',
};
const FILE = 'conformance-report/acme-insights-4.2.1-certificate.zip';

test('a certificate of an independent target is verified, badged and replayed on another clone @slow', () =>
  withTemporaryFolder((root) =>
    withReferenceProcess(async (settings) => {
      committedCopy(root);
      const env = { ...environment(), ...settings, ...WHO, DOTENV_CONFIG_PATH: devNull };
      expect((await runScript('npm run -s certify:key -- acme.pem', root, env)).code).toBe(0);
      const made = await runScript('npm run -s certify', root, env);
      expect(made.output).toMatch(/Acme Insights 4.2.1 of Acme GmbH: conformant, (\d+) of \1 MUST passed\n/);
      expect(made.output).toMatch(/signed with the key \w{64}/);
      expect(made.code).toBe(0);
      await withTemporaryFolder(async (folder) => {
        const clone = join(folder, 'clone');
        execFileSync('git', ['clone', '-q', root, clone]);
        const run = (script: string): Promise<Ended> => runScript(script, clone, environment());
        const file = join(folder, 'acme.zip');
        await copyFile(join(root, FILE), file);
        const verified = await run(`npm run -s verify -- ${file} --key=${root}/acme.pub`);
        expect(verified.output).toContain('VERIFIED: this certificate is valid, and was signed');
        expect(verified.output).not.toContain('REFUSED');
        expect(verified.code).toBe(0);

        const again = `npm run -s verify -- ${file} --key=${root}/acme.pub --against=${settings.TARGET_BASE_URL}`;
        const compared = await runScript(again, clone, env);
        expect(compared.output).toMatch(/ok +against +\d{3} reads of the run sent again, with /);
        expect(compared.code).toBe(0);

        expect((await run(`npm run -s verify -- README.md`)).code).toBe(2);

        const replayed = await run(`npm run -s replay -- ${file}`);
        expect(replayed.output).toMatch(/^walks: \d{3,} walks of the workspace judged again/m);
        expect(replayed.code).toBe(0);
        expect((await run(`npm run -s badge -- ${file}`)).code).toBe(1);
        expect((await run(`npm run -s badge -- ${file} --key=${root}/acme.pub`)).code).toBe(0);
        // With no fact of it cut.
        expect(await readFile(join(folder, 'acme.md'), 'utf8')).not.toContain('…');
        const unknown = await run(`npm run -s verify -- ${file}`);
        expect(unknown.output).toContain('CONSISTENT, of unknown origin: name the vendor');
        expect(unknown.code).toBe(2);
        expect((await readdir(folder)).sort()).toEqual(['acme.md', 'acme.svg', 'acme.zip', 'clone']);
      });
    }),
  ));

/** How the settings begin without which a target lacks one capability each. */
const PARTIAL = [
  ['TARGET_OTHER_ACCESS_TOKEN', 'TARGET_PRIVATE_ITEM_ID'],
  ['TARGET_SCOPED_API_KEY'],
  ['TARGET_MEMBER_API_KEY'],
  ['TARGET_PLAIN_'],
  ['TARGET_DATA_'],
];

test('certificates of targets that lack a capability each are consistent @slow', () =>
  withTemporaryFolder((root) =>
    withReferenceProcess(async (settings) => {
      committedCopy(root);
      for (const missing of PARTIAL) {
        const env = { ...environment(), ...settings, ...WHO, DOTENV_CONFIG_PATH: devNull };
        const without = { CERTIFY_KEY: undefined, CONFORMANCE_REQUIRE: 'core', TARGET_OFFERS: undefined };
        for (const name of Object.keys(env))
          if (missing.some((begin) => name.startsWith(begin))) delete env[name as keyof typeof env];
        const made = await runScript('npm run -s certify', root, { ...env, ...without });
        expect(made.output, missing.join(', ')).toMatch(
          / of Acme GmbH: conformant, \d+ of \d+ MUST passed\n/,
        );
        const verified = await runScript(`npm run -s verify -- ${FILE}`, root, environment());
        expect(verified.output, missing.join(', ')).toContain(
          'CONSISTENT, of unknown origin: it is not signed',
        );
        expect(verified.code).toBe(2);
      }
    }),
  ));
