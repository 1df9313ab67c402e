import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { devNull } from 'node:os';
import { expect, test } from '@playwright/test';
import type { ReferenceOptions } from '../../../fixtures/reference/start.ts';
import { checkAgainst } from '../../../reporters/certification/against.ts';
import { digestsOfCommit, sha256 } from '../../../reporters/certification/digests.ts';
import { harOf } from '../../../reporters/certification/har.ts';
import { type BundleParts, filesOf, seedOf, statementOf } from '../../../reporters/certification/pack.ts';
import { readRecording } from '../../../reporters/certification/read-bundle.ts';
import { signManifest } from '../../../reporters/certification/signature.ts';
import type { Check, Parts } from '../../../reporters/certification/verify/parts.ts';
import { verifyBundle } from '../../../reporters/certification/verify/verify-bundle.ts';
import { ROOT } from '../../../reporters/collect.ts';
import { jsonText } from '../../../reporters/documents/common.ts';
import type { BundleFile } from '../../../schemas/certificate.ts';
import { CHALLENGE_OF_RUN, stemOf } from '../../../schemas/challenge.ts';
import { RECORDING_FOLDER } from '../../../schemas/recording.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { only, runSuite } from '../support/run-suite.ts';
import { listen, withReference } from '../support/servers.ts';
import { BROKEN, FORGERIES, type Runs } from './forgeries.ts';

/** Few, so that a run takes seconds. Whole runs are in `certification-whole.spec.ts`. */
const TESTS = [
  '--grep-invert=in combinations of|leave no gap|whenever it|[Uu]nusual n|never viewed|last folder|late in a|in capitals|whatever the',
  ...only(
    'workspace-(access-filtered|cursor-walk-complete|first-limits|folders-first|order-name|search-substring|types-filter)',
    '(auth-workspace-objects-refuses-strangers|embed-(identity-neither|attributes-unknown)-rejected|embed-groups-scope-creator|platform-deployments-items)',
  ),
];
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

/** Runs some tests against the target of these settings, and makes the parts of a bundle from what was recorded. */
async function certificateOf(settings: Record<string, string>): Promise<BundleParts> {
  const { report, recording } = await withTemporaryFolder(async (folder) => {
    const run = await runSuite({ ...settings, [RECORDING_FOLDER]: folder }, TESTS);
    return { ...run, recording: readRecording(folder) };
  });
  if (!report) throw new Error('The run wrote no report.');
  const suite = digestsOfCommit(ROOT, 'HEAD');
  const har = harOf(recording, { name: report.suite.name, version: report.suite.version });
  return { statement: statementOf(WHO, report, suite), report, har, suite };
}

type Files = ReturnType<typeof filesOf>;

/** What verifying says against the files of a bundle, as `check: problem`. */
async function objectionsTo(files: Files, key?: KeyObject, challenge?: string): Promise<string[]> {
  const named = Object.entries(files) as [BundleFile, string][];
  const bundle = new Map(named.map(([name, text]) => [name, Buffer.from(text)]));
  const checks = await verifyBundle(bundle, { key, challenge });
  return checks.flatMap(({ name, problems }) => problems.map((problem) => `${name}: ${problem}`));
}

const vendor = generateKeyPairSync('ed25519');

let runs: Runs;
/** Those of the bundles of these runs, as the vendor signs them. */
let signatures: Readonly<Record<keyof Runs, string>>;

test.describe.configure({ mode: 'default', timeout: 60_000 });

const CHALLENGE = 'customer-2026-11';

test.beforeAll(async () => {
  test.setTimeout(180_000);
  const run = (faults: string[], challenged: Record<string, string> = {}) =>
    withReference({ faults }, ({ settings }) => certificateOf({ ...settings, ...challenged }));
  const drawing = { CONFORMANCE_SEED: String(seedOf(CHALLENGE)), [CHALLENGE_OF_RUN]: CHALLENGE };
  const [honest, failing] = await Promise.all([run([]), run(['workspace-folders-last'], drawing)]);
  runs = { honest, failing };
  const signed = (parts: BundleParts): string =>
    filesOf(parts, vendor.privateKey)['signature.dsse.json'] ?? '';
  signatures = { honest: signed(honest), failing: signed(failing) };
});

test('a certificate of a filtered run is refused for its filter alone', async () => {
  expect(await objectionsTo(filesOf(runs.honest))).toEqual(OF_A_FILTERED_RUN);
  expect(await objectionsTo(filesOf(runs.honest, vendor.privateKey), vendor.publicKey)).toEqual(
    OF_A_FILTERED_RUN,
  );
});

test('what a target answers wrongly is in the certificate, and is judged again', async () => {
  expect(runs.failing.report.requirements.find(({ id }) => id === 'workspace-folders-first')?.verdict).toBe(
    'fail',
  );
  expect(await objectionsTo(filesOf(runs.failing))).toContain(
    'verdict: this run does not pass: 1 MUST failed',
  );
});

test('a bit that flips in any file is found', async () => {
  const files = filesOf(runs.honest, vendor.privateKey);
  expect(Object.keys(files)).toHaveLength(8);
  const flipped: Files = Object.fromEntries(
    Object.entries(files).map(([name, text]) => {
      const middle = Math.floor(text.length / 2);
      return [name, `${text.slice(0, middle)}${text[middle] === 'x' ? 'y' : 'x'}${text.slice(middle + 1)}`];
    }),
  );
  const { 'manifest.json': manifest, 'signature.dsse.json': signature, ...others } = flipped;
  const said = await objectionsTo({ ...files, ...others }, vendor.publicKey);
  for (const name of Object.keys(others))
    expect(said).toContain(
      `manifest: ${name} is not the file that manifest.json speaks of: its SHA-256 differs`,
    );
  for (const change of [{ 'manifest.json': manifest }, { 'signature.dsse.json': signature }]) {
    const objections = await objectionsTo({ ...files, ...change } as Files, vendor.publicKey);
    expect(objections.join('\n')).toMatch(/^(manifest|signature): /m);
  }
});

function withManifest({ 'manifest.json': _, ...files }: Files, signature: string): Files {
  const digests = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)]));
  const manifest = jsonText({ schemaVersion: 1, files: digests });
  return { ...files, 'manifest.json': manifest, 'signature.dsse.json': signature };
}

for (const [what, { of = 'honest', change, rewrite, says }] of Object.entries(FORGERIES))
  test(`a forgery is found: ${what}`, async () => {
    const parts = structuredClone(runs[of]);
    change?.(parts, runs);
    const files = filesOf(parts);
    rewrite?.(files);
    // The manifest fits what was changed, and the old signature is kept: it does not fit
    const said = await objectionsTo(withManifest(files, signatures[of]), vendor.publicKey);
    const own = said.filter((one) => !OF_A_FILTERED_RUN.includes(one) && !one.startsWith('signature:'));
    expect((own.length > 0 ? own : said).join('\n')).toMatch(says);
    expect(said).toContain(
      'signature: the signature is that of another manifest: files were changed, or the signature is from another bundle',
    );
  });

test('a bundle does not pass with the key of somebody else, nor without a signature', async () => {
  const stranger = generateKeyPairSync('ed25519');
  expect(await objectionsTo(filesOf(runs.honest, stranger.privateKey), vendor.publicKey)).toContainEqual(
    expect.stringMatching(/^signature: the signature was not made with this key/),
  );
  expect(await objectionsTo(filesOf(runs.honest), vendor.publicKey)).toContain(
    'signature: the bundle is not signed, and a key was given',
  );
});

test('the signed test result must be that of the report', async () => {
  const files = filesOf(runs.failing, vendor.privateKey);
  const envelope = JSON.parse(files['signature.dsse.json'] ?? '');
  const statement = JSON.parse(Buffer.from(envelope.payload, 'base64').toString());
  expect(statement.predicateType).toBe('https://in-toto.io/attestation/test-result/v0.1');
  expect(statement.predicate).toMatchObject({ result: 'FAILED', failedTests: [BROKEN] });

  // The same manifest, signed with another result
  const manifest = Buffer.from(files['manifest.json'] ?? '');
  const passed = signManifest(manifest, { ...statement.predicate, result: 'PASSED' }, vendor.privateKey);
  expect(
    await objectionsTo({ ...files, 'signature.dsse.json': jsonText(passed) }, vendor.publicKey),
  ).toContain('signature: the test result that was signed is another than that of report.json');
});

test('a challenge is demanded, and the seed and names follow from it', async () => {
  const parts = structuredClone(runs.failing);
  parts.statement = statementOf(WHO, parts.report, parts.suite, CHALLENGE);
  expect(await objectionsTo(filesOf(parts), undefined, CHALLENGE)).toEqual(
    await objectionsTo(filesOf(runs.failing)),
  );
  expect(await objectionsTo(filesOf(parts), undefined, 'another-one')).toContain(
    `statement: the run answers the challenge ${CHALLENGE}, and another-one was given`,
  );
  for (const { request } of parts.har.log.entries)
    if (request.postData)
      request.postData.text = request.postData.text.replaceAll(stemOf(CHALLENGE), 'conformanceofbefore');
  expect(await objectionsTo(filesOf(parts), undefined, CHALLENGE)).toContain(
    `statement: no name that the run defined begins with ${stemOf(CHALLENGE)}, as those do that are drawn from its challenge`,
  );
  expect(await objectionsTo(filesOf(runs.honest), undefined, CHALLENGE)).toContain(
    `statement: the run answers no challenge, and ${CHALLENGE} was given`,
  );
});

/** What comparing the honest run with a live target says: a target like this one, with these settings of it alone. */
const against = (options: ReferenceOptions, names = CALLER): Promise<Check> =>
  withReference(options, ({ settings }) => {
    const given = names.map((name) => [name, settings[name]]);
    const environment = { DOTENV_CONFIG_PATH: devNull, ...Object.fromEntries(given) };
    return checkAgainst(runs.honest as Parts, settings.TARGET_BASE_URL ?? '', environment);
  });
const CALLER = ['NODE_EXTRA_CA_CERTS', 'TARGET_ACCESS_TOKEN'];

test('reads of a run are sent again to the live target: an honest one is not refused, whatever its data are now', async () => {
  const { problems, says, observed = [] } = await against({});
  expect(problems).toEqual([]);
  expect(says).toMatch(/^\d\d reads of the run sent again, with (no credential|TARGET_ACCESS_TOKEN|, ){3}:/);
  // Users whom sessions of the run provisioned are not there.
  expect(observed.filter((one) => !/scim(List|Get)User/.test(one))).toEqual([]);
  const grown = await against({ items: 300 });
  expect(grown.problems).toEqual([]);
  expect(grown.observed?.join('\n')).toMatch(/workspaceObjects with TARGET_ACCESS_TOKEN: \d+ are new: /);
  expect((await against({}, CALLER.slice(0, 1))).says).toMatch(/, with no credential:/);
});

for (const [fault, said] of [
  [
    'workspace-folders-last',
    /has items that hold a folder behind another item: workspace-folders-first held/,
  ],
  ['auth-workspace-objects-open', /again with no credential, answered 200: expected to be turned away/],
  ['platform-deployments-by-id', /breaks platform-deployments-items, which report.json does not fail/],
] as const)
  test(`a live target that answers otherwise than the run was answered is refused: ${fault}`, async () => {
    const { problems } = await against({ faults: [fault] });
    expect(problems.join('\n')).toMatch(said);
    expect(problems.at(-1)).toContain('ask the vendor what changed since, or correct --against');
  });

test('comparing with a live target sends GET requests alone, and no credentials of another target', async () => {
  const methods = new Set<string | undefined>();
  const server = createServer(({ method }, response) => {
    methods.add(method);
    response.writeHead(404).end();
  });
  const address = `http://127.0.0.1:${await listen(server)}/api`;
  const compare = (own: Record<string, string>): Promise<Check> =>
    checkAgainst(runs.honest as Parts, address, { DOTENV_CONFIG_PATH: devNull, ...own });
  const other = compare({ TARGET_BASE_URL: 'https://other.example/api', TARGET_ACCESS_TOKEN: 'of-another' });
  await expect(other).rejects.toThrow(/whose credentials are not sent to it/);
  expect(methods.size).toBe(0);
  expect((await compare({ TARGET_ACCESS_TOKEN: 'a-token' })).problems[0]).toMatch(
    /answered 200\), sent again with TARGET_ACCESS_TOKEN, answered 404: expected a success/,
  );
  expect([...methods]).toEqual(['GET']);
  server.close();
  await expect(compare({})).rejects.toThrow(/which could not be observed: connect ECONNREFUSED/);
});
