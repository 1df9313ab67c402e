import { expect, test } from '@playwright/test';
import { unzipSync, zipSync } from 'fflate';
import { pack } from '../../../reporters/certification/pack.ts';
import {
  certificateOf,
  forged,
  keyPair,
  objectionsTo,
  objectionsToParts,
  withSignatureOf,
} from '../support/certificates.ts';
import { FORGERIES, type Runs } from '../support/forgeries.ts';
import { only } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

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

/** How many forgeries are tried each time; the others take as long again. */
const EACH_TIME = 8;

for (const [index, [what, { of = 'honest', change, says }]] of Object.entries(FORGERIES).entries()) {
  test(`a forgery is found: ${what}${index < EACH_TIME ? '' : ' @slow'}`, async () => {
    // The manifest fits what was changed, and the old signature is kept: it does not fit
    const bytes = pack(forged(runs[of], (parts) => change(parts, runs)));
    const signed = withSignatureOf(bytes, pack(runs[of], vendor.privateKey));
    const said = await objectionsTo(signed, vendor.publicKey);
    expect(said.filter((one) => !OF_A_FILTERED_RUN.includes(one)).join('\n')).toMatch(says);
    expect(said).toContain(
      'signature: the signature is that of another manifest: files were changed, or the signature is from another bundle',
    );
  });
}

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
