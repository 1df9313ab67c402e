import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { unzipSync, zipSync } from 'fflate';
import { harOf } from '../../../reporters/certification/har.ts';
import { type BundleParts, pack } from '../../../reporters/certification/pack.ts';
import { readBundle, readRecording } from '../../../reporters/certification/read-bundle.ts';
import { statementOf } from '../../../reporters/certification/statement.ts';
import { digestsOfCommit } from '../../../reporters/certification/suite-digests.ts';
import { verifyBundle } from '../../../reporters/certification/verify/verify-bundle.ts';
import { ROOT } from '../../../reporters/collect.ts';
import { RECORDING_FOLDER } from '../../../schemas/recording.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';
import { FORGERIES, type Runs } from './forgeries.ts';

/** Tests of listings, refusals and authentication: few, so that a run takes seconds. Whole runs are in `certification-whole.spec.ts`. */
const TESTS = only(
  'workspace-folders-first',
  'workspace-cursor-walk-complete',
  'workspace-first-limits',
  'workspace-order-name',
  'auth-workspace-objects-refuses-strangers',
  'embed-identity-neither-rejected',
  'embed-attributes-unknown-rejected',
);
/** What verifying says against a run of some tests alone, whoever made it. */
const OF_A_FILTERED_RUN = [
  'statement: this run cannot be certified: tests were left out of the run',
  'verdict: the verdict of the run is "undetermined"',
];
const WHO = {
  vendor: 'Acme GmbH',
  product: 'Acme Insights',
  version: '4.2.1',
  contact: 'quality@acme.example',
};

/** A pair of keys as a vendor has one. */
const keyPair = (): { privateKey: KeyObject; publicKey: KeyObject } => generateKeyPairSync('ed25519');

/**
 * Runs some tests against a target, and makes the parts of a bundle from what was recorded.
 *
 * @param settings - of the target
 * @param args - for the runner
 */
async function certificateOf(
  settings: Record<string, string>,
  args: readonly string[],
): Promise<BundleParts> {
  const { report, recording } = await withTemporaryFolder(async (folder) => {
    const run = await runSuite({ ...settings, [RECORDING_FOLDER]: folder }, args);
    return { ...run, recording: readRecording(folder) };
  });
  if (!report) throw new Error('The run wrote no report.');
  const suite = digestsOfCommit(ROOT, 'HEAD');
  const har = harOf(recording, { name: report.suite.name, version: report.suite.version });
  return { statement: statementOf(WHO, report, suite), report, har, suite };
}

/** The parts, changed as a forger would. */
function forged(parts: BundleParts, change: (parts: BundleParts) => void): BundleParts {
  const own = structuredClone(parts);
  change(own);
  return own;
}

/** A bundle with the signature of another one. */
function withSignatureOf(bundle: Uint8Array, signed: Uint8Array): Uint8Array {
  const name = 'signature.dsse.json';
  return zipSync({ ...unzipSync(bundle), [name]: unzipSync(signed)[name] as Uint8Array });
}

/** What verifying says against a bundle, as `check: problem`. */
const objectionsTo = (bytes: Uint8Array, key?: KeyObject): Promise<string[]> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'certificate.zip');
    await writeFile(file, bytes);
    const checks = await verifyBundle(await readBundle(file), ROOT, key);
    return checks.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));
  });

/** What verifying says against parts, packed as they are, with a manifest that is theirs. */
const objectionsToParts = (parts: BundleParts): Promise<string[]> => objectionsTo(pack(parts));

const vendor = keyPair();

let runs: Runs;

test.describe.configure({ mode: 'default', timeout: 60_000 });

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const run = (faults: string[]) =>
    withReference({ faults }, ({ settings }) => certificateOf(settings, TESTS));
  const [honest, failing] = await Promise.all([run([]), run(['workspace-folders-last'])]);
  runs = { honest, failing };
});

test('of a certificate of some tests, only that is said against it', async () => {
  expect(await objectionsToParts(runs.honest)).toEqual(OF_A_FILTERED_RUN);
  expect(await objectionsTo(pack(runs.honest, vendor.privateKey), vendor.publicKey)).toEqual(
    OF_A_FILTERED_RUN,
  );
});

test('the same run packs to the same bytes', () => {
  const [first, second] = [runs.honest, structuredClone(runs.honest)].map((parts) =>
    pack(parts, vendor.privateKey),
  );
  expect(Buffer.from(first as Uint8Array).equals(Buffer.from(second as Uint8Array))).toBe(true);
});

test('what a target answers wrongly is in the certificate, and is judged again', async () => {
  expect(runs.failing.report.requirements.find(({ id }) => id === 'workspace-folders-first')?.verdict).toBe(
    'fail',
  );
  expect(await objectionsToParts(runs.failing)).toContain('verdict: this run does not pass: 1 MUST failed');
});

test('a bit that flips in any file is found', async () => {
  const bytes = pack(runs.honest, vendor.privateKey);
  const files = unzipSync(bytes);
  expect(Object.keys(files)).toHaveLength(8);
  for (const [name, content] of Object.entries(files)) {
    const changed = Uint8Array.from(content);
    const at = Math.floor(changed.length / 2);
    changed[at] = (changed[at] as number) ^ 1;
    const said = await objectionsTo(zipSync({ ...files, [name]: changed }), vendor.publicKey);
    expect(said.join('\n'), name).toMatch(/^(manifest|signature): /m);
  }
});

for (const [what, { of = 'honest', change, says }] of Object.entries(FORGERIES))
  test(`a forgery is found: ${what}`, async () => {
    // The manifest fits what was changed, and the old signature is kept: it does not fit
    const bytes = pack(forged(runs[of], (parts) => change(parts, runs)));
    const signed = withSignatureOf(bytes, pack(runs[of], vendor.privateKey));
    const said = await objectionsTo(signed, vendor.publicKey);
    expect(said.filter((one) => !OF_A_FILTERED_RUN.includes(one)).join('\n')).toMatch(says);
    expect(said).toContain(
      'signature: the signature is that of another manifest: files were changed, or the signature is from another bundle',
    );
  });

test('an older bundle does not pass for a newer version, nor with the key of somebody else', async () => {
  const renamed = pack(
    forged(runs.honest, ({ statement }) => {
      statement.version = '5.0.0';
    }),
  );
  const original = pack(runs.honest, vendor.privateKey);
  expect(await objectionsTo(withSignatureOf(renamed, original), vendor.publicKey)).toContain(
    'signature: the signature is that of another manifest: files were changed, or the signature is from another bundle',
  );
  const stranger = keyPair();
  expect(await objectionsTo(pack(runs.honest, stranger.privateKey), vendor.publicKey)).toContainEqual(
    expect.stringMatching(
      /^signature: the signature was not made with this key \(\w{16}…\): it names \w{16}…$/,
    ),
  );
  expect(await objectionsTo(pack(runs.honest), vendor.publicKey)).toContain(
    'signature: the bundle is not signed, and a key was given',
  );
});
