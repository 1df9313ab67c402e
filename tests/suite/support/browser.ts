/** The browser of the tests: a package, so that nothing has to be installed. */
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import packed from '@sparticuz/chromium';
import packageJson from '../../../package.json' with { type: 'json' };

export const hasBrowser = process.platform === 'linux' && process.arch === 'x64';
export const NO_BROWSER = '@sparticuz/chromium is a browser for Linux on x64';

/** Where the browser is kept once it is unpacked: one folder for each version and user. */
const FOLDER = join(
  tmpdir(),
  `conformance-chromium-${packageJson.devDependencies['@sparticuz/chromium']}-${userInfo().uid}`,
);

/** The fonts of the machine, and those that come with the browser: a machine may have none. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>${join(FOLDER, 'fonts')}</dir>
  <cachedir>${join(FOLDER, 'fonts-cache')}</cachedir>
</fontconfig>
`;

/** Unpacks the browser whole or not at all: two processes may begin at once, and one may be stopped in the middle. */
async function unpack(): Promise<void> {
  if (existsSync(FOLDER)) return;
  const unfinished = mkdtempSync(`${FOLDER}-`);
  const { TMPDIR } = process.env;
  try {
    // It unpacks to the temporary folder, and takes no other.
    process.env.TMPDIR = unfinished;
    packed.setGraphicsMode = false;
    await packed.executablePath();
    writeFileSync(join(unfinished, 'fonts.conf'), FONTS);
    renameSync(unfinished, FOLDER);
  } catch (error) {
    // Another process was faster: what it unpacked is as good.
    if (!existsSync(FOLDER)) throw error;
  } finally {
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/** Starts the browser, which is unpacked before where it never was. */
export async function launchBrowser(): Promise<Browser> {
  await unpack();
  return chromium.launch({
    executablePath: join(FOLDER, 'chromium'),
    env: { ...process.env, FONTCONFIG_FILE: join(FOLDER, 'fonts.conf') },
  });
}
