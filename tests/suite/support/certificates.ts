import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import { harOf } from '../../../reporters/certification/har.ts';
import { type BundleParts, pack } from '../../../reporters/certification/pack.ts';
import { readBundle } from '../../../reporters/certification/read-bundle.ts';
import { statementOf } from '../../../reporters/certification/statement.ts';
import { digestsOfCommit } from '../../../reporters/certification/suite-digests.ts';
import { verifyBundle } from '../../../reporters/certification/verify/verify-bundle.ts';
import { ROOT } from '../../../reporters/collect.ts';
import { recordSuite } from './recorded-suite.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

const WHO = {
  vendor: 'Acme GmbH',
  product: 'Acme Insights',
  version: '4.2.1',
  contact: 'quality@acme.example',
};

/** A pair of keys as a vendor has one. */
export const keyPair = (): { privateKey: KeyObject; publicKey: KeyObject } => generateKeyPairSync('ed25519');

/**
 * Runs some tests against a target, and makes the parts of a bundle from what was recorded.
 *
 * @param settings - of the target
 * @param args - for the runner
 */
export async function certificateOf(
  settings: Record<string, string>,
  args: readonly string[],
): Promise<BundleParts> {
  const { report, recording, output } = await recordSuite(settings, args);
  if (!report) throw new Error(`The run wrote no report. It printed:\n${output}`);
  const suite = digestsOfCommit(ROOT, 'HEAD');
  const har = harOf(recording, { name: report.suite.name, version: report.suite.version });
  return { statement: statementOf(WHO, report, suite), report, har, suite };
}

/** The parts, changed as a forger would. */
export function forged(parts: BundleParts, change: (parts: BundleParts) => void): BundleParts {
  const own = structuredClone(parts);
  change(own);
  return own;
}

/** A bundle with the signature of another one. */
export function withSignatureOf(bundle: Uint8Array, signed: Uint8Array): Uint8Array {
  const name = 'signature.dsse.json';
  return zipSync({ ...unzipSync(bundle), [name]: unzipSync(signed)[name] as Uint8Array });
}

/** What verifying says against a bundle, as `check: problem`. */
export const objectionsTo = (bytes: Uint8Array, key?: KeyObject): Promise<string[]> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'certificate.zip');
    await writeFile(file, bytes);
    const checks = await verifyBundle(await readBundle(file), ROOT, key);
    return checks.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));
  });

/** What verifying says against parts, packed as they are, with a manifest that is theirs. */
export const objectionsToParts = (parts: BundleParts): Promise<string[]> => objectionsTo(pack(parts));
