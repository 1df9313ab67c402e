import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { unzipSync, zipSync } from 'fflate';
import { digestsOfCommit } from '../../../reporters/certification/digests.ts';
import { harOf } from '../../../reporters/certification/har.ts';
import { type BundleParts, pack, statementOf } from '../../../reporters/certification/pack.ts';
import { readBundle, readRecording } from '../../../reporters/certification/read-bundle.ts';
import { verifyBundle } from '../../../reporters/certification/verify/verify-bundle.ts';
import { ROOT } from '../../../reporters/collect.ts';
import type { HarEntry } from '../../../schemas/har.ts';
import { RECORDING_FOLDER, REFUSALS } from '../../../schemas/recording.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';

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

/** Runs that a forger has: of a target without faults, and of one that lists folders last. */
type Runs = Readonly<Record<'honest' | 'failing', BundleParts>>;

/** What a forger changes in a bundle before making a manifest that fits. */
interface Forgery {
  /** The run whose bundle is changed; the honest one unless it says so. */
  readonly of?: keyof Runs;
  change(parts: BundleParts, runs: Runs): void;
  /** What the verifier says. */
  readonly says: RegExp;
}

/** Pages of a listing, in the order in which they were asked for. */
const listings = ({ har }: BundleParts): HarEntry[] =>
  har.log.entries.filter(
    ({ _operation, _caller, response }) =>
      _operation === 'workspaceObjects' && _caller && response.status === 200,
  );

/** Changes the items of every recorded page. */
function changeItems(parts: BundleParts, change: (items: { id: number; type: string }[]) => void): void {
  for (const { response } of listings(parts)) {
    const page = JSON.parse(response.content.text ?? '{}');
    change(page.items);
    response.content.text = JSON.stringify(page);
  }
}

/** Each forgery, made with a manifest that fits it, and a sentence that the verifier says. */
const FORGERIES: Readonly<Record<string, Forgery>> = {
  'a verdict is changed': {
    of: 'failing',
    change: ({ report }) => {
      for (const row of report.requirements) if (row.verdict === 'fail') row.verdict = 'pass';
    },
    says: /report: workspace-folders-first is told as "pass", and one of its tests failed/,
  },
  'a verdict is changed, and its failures are taken away': {
    of: 'failing',
    change: ({ report, har }) => {
      const row = report.requirements.find(({ verdict }) => verdict === 'fail');
      for (const one of row?.tests ?? []) Object.assign(one, { status: 'passed', failures: [] });
      Object.assign(row ?? {}, { verdict: 'pass' });
      for (const page of har.log.pages) page._test.failed = false;
    },
    says: /walks: exchange \d+ .* begins a walk whose \d+ items hold a folder behind another item, and workspace-folders-first is told as passed/,
  },
  'the exchanges are those of another run': {
    change: (parts, { failing }) => {
      parts.har = failing.har;
    },
    says: /exchanges: exchange \d+ was sent at .*, outside the run of report.json .*: is it of another run\?/,
  },
  'the refusals are taken from the exchanges': {
    change: ({ har }) => {
      har.log.entries = har.log.entries.filter(
        ({ _checks }) => !_checks.some(({ check }) => REFUSALS.includes(check)),
      );
    },
    says: /exchanges: .*: report.json counts \d+ refusals, and exchanges.har holds 0/,
  },
  'a stranger was let in': {
    change: ({ har }) => {
      for (const { _checks, response } of har.log.entries)
        if (_checks.some(({ check }) => check === 'turned away')) response.status = 200;
    },
    says: /refusals: exchange \d+ .* is told as "turned away" for auth-workspace-objects-refuses-strangers/,
  },
  'an answer breaks the contract': {
    change: (parts) => changeItems(parts, ([first]) => first && Object.assign(first, { id: 'seven' })),
    says: /answers: exchange \d+ .* breaks workspace-item-id, which report.json does not fail/,
  },
  'folders are put behind other items': {
    change: (parts) => changeItems(parts, (items) => items.reverse()),
    says: /walks: .* hold a folder behind another item, and workspace-folders-first is told as passed/,
  },
  'the suite was modified': {
    change: ({ suite }) => {
      suite.files['fixtures/index.ts'] = '0'.repeat(64);
    },
    says: /suite: the suite was modified: fixtures\/index.ts is not that of commit/,
  },
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
    const parts = structuredClone(runs[of]);
    change(parts, runs);
    // The manifest fits what was changed, and the old signature is kept: it does not fit
    const name = 'signature.dsse.json';
    const old = unzipSync(pack(runs[of], vendor.privateKey))[name] as Uint8Array;
    const signed = zipSync({ ...unzipSync(pack(parts)), [name]: old });
    const said = await objectionsTo(signed, vendor.publicKey);
    expect(said.filter((one) => !OF_A_FILTERED_RUN.includes(one)).join('\n')).toMatch(says);
    expect(said).toContain(
      'signature: the signature is that of another manifest: files were changed, or the signature is from another bundle',
    );
  });

test('a bundle does not pass with the key of somebody else, nor without a signature', async () => {
  const stranger = keyPair();
  expect(await objectionsTo(pack(runs.honest, stranger.privateKey), vendor.publicKey)).toContainEqual(
    expect.stringMatching(/^signature: the signature was not made with this key/),
  );
  expect(await objectionsTo(pack(runs.honest), vendor.publicKey)).toContain(
    'signature: the bundle is not signed, and a key was given',
  );
});
