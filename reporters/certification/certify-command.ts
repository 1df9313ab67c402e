/** `npm run certify`: judges the target of the settings, and packs a certificate. `docs/certification.md` says more. */
import { spawn } from 'node:child_process';
import { createPublicKey, type KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettingsFile } from '../../fixtures/target/target.ts';
import { challengeSchema } from '../../schemas/certificate.ts';
import { CHALLENGE_OF_RUN } from '../../schemas/challenge.ts';
import { runCommand } from '../../schemas/command-line.ts';
import { DOCUMENT_FILES, documentFolder, makeFolder } from '../../schemas/documents.ts';
import { RECORDING_FOLDER } from '../../schemas/recording.ts';
import { ROOT } from '../collect.ts';
import { readReport } from '../read-report.ts';
import type { Report } from '../report.ts';
import { certifiedLines } from './certified.ts';
import { digestOfFiles, digestsOfCheckout, sha256 } from './digests.ts';
import { harOf } from './har.ts';
import { pack, seedOf, statementOf } from './pack.ts';
import { readBundle, readRecording } from './read-bundle.ts';
import { type CertifySettings, readCertifySettings, requiredOf, whyNotCertified } from './settings.ts';
import { keyIdOf, readKey } from './signature.ts';
import { verifyBundle, whyNotWhole } from './verify/verify-bundle.ts';

class Refusal extends Error {
  constructor(problems: readonly string[]) {
    super(`Nothing was certified:\n  ${problems.join('\n  ')}`);
  }
}

function prepare(args: readonly string[]) {
  loadSettingsFile(process.env);
  const read = readCertifySettings(process.env);
  const given = args.find((one) => one.startsWith(CHALLENGE))?.slice(CHALLENGE.length);
  const challenge = given === undefined ? undefined : challengeSchema.safeParse(given);
  const others = args.filter((one) => !one.startsWith(CHALLENGE));
  const problems = [
    ...whyNotCertified(process.env, others),
    ...('problems' in read ? read.problems : []),
    ...(challenge?.error?.issues ?? []).map(({ message }) => `${CHALLENGE}… ${message}`),
  ];
  if ('problems' in read || problems.length > 0) throw new Refusal(problems);
  const { settings: who } = read;
  try {
    return {
      who,
      challenge: challenge?.data,
      key: who.key === undefined ? undefined : readKey(readFileSync(who.key, 'utf8'), 'private'),
    };
  } catch (error) {
    throw new Refusal([`CERTIFY_KEY=${who.key}: it ${(error as Error).message}`]);
  }
}

const CHALLENGE = '--challenge=';

const runSuite = (recording: string, challenge: string | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const environment = {
      ...process.env,
      [RECORDING_FOLDER]: recording,
      CONFORMANCE_REQUIRE: requiredOf(process.env),
      CONFORMANCE_DOCUMENTS: '',
      CONFORMANCE_COMPARE_WITH: '',
      ...(challenge === undefined
        ? {}
        : { CONFORMANCE_SEED: String(seedOf(challenge)), [CHALLENGE_OF_RUN]: challenge }),
    };
    const cli = join(ROOT, 'node_modules/@playwright/test/cli.js');
    spawn(process.execPath, [cli, 'test'], { cwd: ROOT, env: environment, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', () => resolve());
  });

function reportSince(begun: Date): Report {
  const file = join(ROOT, documentFolder(process.env), DOCUMENT_FILES.json);
  const report = readReport(file);
  if (Date.parse(report.run.startedAt) < begun.getTime())
    throw new Refusal([`${file} is the report of an earlier run: this one wrote none`]);
  const problems = whyNotWhole(report);
  if (problems.length > 0) throw new Refusal(problems);
  return report;
}

/** Verifies what was written, as any customer will: all that speaks against it but its verdict is an error of this suite. */
async function expectConsistent(file: string, report: Report, key: KeyObject | undefined): Promise<void> {
  const checks = await verifyBundle(await readBundle(file), { key });
  const problems = checks
    .filter(({ name }) => name !== 'verdict' || report.gate.objections.length === 0)
    .flatMap((check) => check.problems.map((problem) => `${check.name}: ${problem}`));
  if (problems.length > 0)
    throw new Refusal([`${file} does not verify, which is an error of this suite. Report it:`, ...problems]);
}

/** The file of a certificate: product and version in letters that every system takes. */
const fileName = ({ product, version }: CertifySettings): string =>
  `${`${product}-${version}`.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-')}-certificate.zip`;

async function certify(args: readonly string[]): Promise<boolean> {
  const { who, key, challenge } = prepare(args);
  const suite = digestsOfCheckout(ROOT);
  const recording = mkdtempSync(join(tmpdir(), 'conformance-recording-'));
  try {
    const begun = new Date();
    await runSuite(recording, challenge);
    const report = reportSince(begun);
    if (digestOfFiles(digestsOfCheckout(ROOT).files) !== digestOfFiles(suite.files))
      throw new Refusal(['the suite was changed while it ran: run it again']);
    const { name, version } = report.suite;
    const har = harOf(readRecording(recording), { name, version });
    const statement = statementOf(who, report, suite, challenge);
    const bytes = pack({ statement, report, har, suite }, key);
    const folder = join(ROOT, documentFolder(process.env));
    makeFolder(folder);
    const file = join(folder, fileName(who));
    writeFileSync(file, bytes);
    await expectConsistent(file, report, key && createPublicKey(key));
    console.log(
      [
        `Certificate: ${file}`,
        ...certifiedLines(statement, report).map((one) => `  ${one}`),
        ...(statement.passes ? [] : ['  the run does not pass: npm run verify refuses it']),
        `  ${(bytes.length / 1024 / 1024).toFixed(1)} MB, SHA-256 ${sha256(bytes)}, ${har.log.comment.split('.')[0]}`,
        key
          ? `  signed with the key ${keyIdOf(key)}`
          : '  not signed: CERTIFY_KEY names a private key, which npm run certify:key makes',
        `  npm run verify -- ${file} checks it, on any machine with this suite`,
      ].join('\n'),
    );
    return statement.passes;
  } finally {
    rmSync(recording, { recursive: true, force: true });
  }
}

await runCommand(async () => ((await certify(process.argv.slice(2))) ? 0 : 1));
