import { join } from 'node:path';
import { installPackages } from '../../support/install-packages.ts';

/** The version that is compared. */
export const VERSION = '4.32.5';
/** Hypothesis makes the data of Schemathesis: another version would make other data of the same seed. */
const PACKAGES = [`schemathesis==${VERSION}`, 'hypothesis==6.170.15'];

/** @returns the path of its command; or why it cannot be installed on this machine, and what would help */
export async function installSchemathesis(): Promise<{ command: string } | { skipped: string }> {
  const installed = await installPackages(`schemathesis-${VERSION}`, { from: 'PyPI', names: PACKAGES });
  return 'folder' in installed
    ? { command: join(installed.folder, 'bin', 'schemathesis') }
    : { skipped: `Schemathesis is not compared: ${installed.missing}` };
}
