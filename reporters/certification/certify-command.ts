/** `npm run certify`: judges the target of the settings, and packs a certificate. `docs/certification.md` says more. */
import { spawn } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSettingsFile } from '../../fixtures/target/target.ts';
import { DOCUMENT_FILES, documentFolder, makeFolder } from '../../schemas/documents.ts';
import { RECORDING_FOLDER } from '../../schemas/recording.ts';
import { visible } from '../../schemas/visible-text.ts';
import { ROOT } from '../collect.ts';
import { readReport } from '../read-report.ts';
import type { Report } from '../report.ts';
import { digestOfFiles, digestsOfCheckout, sha256 } from './digests.ts';
import { harOf } from './har.ts';
import { pack, statementOf } from './pack.ts';
import { readRecording } from './read-bundle.ts';
import { type CertifySettings, readCertifySettings, requiredOf, whyNotCertified } from './settings.ts';
import { keyIdOf, readKey } from './signature.ts';
import { whyNotWhole } from './verify/verify-bundle.ts';

class Refusal extends Error {
  constructor(problems: readonly string[]) {
    super(`Nothing was certified:\n  ${problems.join('\n  ')}`);
  }
}

function prepare(args: readonly string[]): { who: CertifySettings; key: KeyObject | undefined } {
  loadSettingsFile(process.env);
  const read = readCertifySettings(process.env);
  const problems = [...whyNotCertified(process.env, args), ...('problems' in read ? read.problems : [])];
  if ('problems' in read || problems.length > 0) throw new Refusal(problems);
  const { settings: who } = read;
  try {
    return {
      who,
      key: who.key === undefined ? undefined : readKey(readFileSync(who.key, 'utf8'), 'private'),
    };
  } catch (error) {
    throw new Refusal([`CERTIFY_KEY=${who.key}: it ${(error as Error).message}`]);
  }
}

const runSuite = (recording: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const environment = {
      ...process.env,
      [RECORDING_FOLDER]: recording,
      CONFORMANCE_REQUIRE: requiredOf(process.env),
      CONFORMANCE_DOCUMENTS: '',
      CONFORMANCE_COMPARE_WITH: '',
    };
    const cli = join(ROOT, 'node_modules/@playwright/test/cli.js');
    spawn(process.execPath, [cli, 'test'], { cwd: ROOT, env: environment, stdio: 'inherit' })
      .on('error', reject)
      .on('exit', () => resolve());
  });

function reportSince(begun: Date): Report {
  const file = join(ROOT, documentFolder(process.env), DOCUMENT_FILES.json);
  const report = readReport(file) as Report;
  if (Date.parse(report.run.startedAt) < begun.getTime())
    throw new Refusal([`${file} is the report of an earlier run: this one wrote none`]);
  const problems = whyNotWhole(report);
  if (problems.length > 0) throw new Refusal(problems);
  return report;
}

/** The file of a certificate: product and version in letters that every system takes. */
const fileName = ({ product, version }: CertifySettings): string =>
  `${`${product}-${version}`.toLowerCase().replaceAll(/[^a-z0-9.]+/g, '-')}-certificate.zip`;

async function certify(args: readonly string[]): Promise<boolean> {
  const { who, key } = prepare(args);
  const suite = digestsOfCheckout(ROOT);
  const recording = mkdtempSync(join(tmpdir(), 'conformance-recording-'));
  try {
    const begun = new Date();
    await runSuite(recording);
    const report = reportSince(begun);
    if (digestOfFiles(digestsOfCheckout(ROOT).files) !== digestOfFiles(suite.files))
      throw new Refusal(['the suite was changed while it ran: run it again']);
    const { name, version } = report.suite;
    const har = harOf(readRecording(recording), { name, version });
    const statement = statementOf(who, report, suite);
    const bytes = pack({ statement, report, har, suite }, key);
    const folder = join(ROOT, documentFolder(process.env));
    makeFolder(folder);
    const file = join(folder, fileName(who));
    writeFileSync(file, bytes);
    console.log(
      [
        `Certificate: ${file}`,
        `  ${visible(`${who.product} ${who.version} of ${who.vendor}`)}: ${report.verdict}${statement.passes ? '' : ', and the run does not pass: no customer will be shown it as passed'}`,
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

try {
  process.exitCode = (await certify(process.argv.slice(2))) ? 0 : 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
