import type { KeyObject } from 'node:crypto';
import { type Zippable, zipSync } from 'fflate';
import {
  BUNDLE_FILES,
  type BundleFile,
  SCHEMA_VERSION,
  type Statement,
  type SuiteDigests,
} from '../../schemas/certificate.ts';
import type { Har } from '../../schemas/har.ts';
import { jsonText } from '../documents/common.ts';
import { htmlReport } from '../documents/html/html-report.tsx';
import type { Report } from '../report.ts';
import { digestOfFiles, sha256 } from './digests.ts';
import type { CertifySettings } from './settings.ts';
import { signManifest, testResultOf } from './signature.ts';

/** The seed of a run that answers a challenge: the first 31 bits of its SHA-256. */
export const seedOf = (challenge: string): number => Number.parseInt(sha256(challenge).slice(0, 8), 16) >>> 1;

/** What a certificate states: all of it follows from who certifies, the report and the suite. Pure. */
export function statementOf(
  { vendor, product, version, contact }: Omit<CertifySettings, 'key'>,
  report: Report,
  suite: SuiteDigests,
  challenge?: string,
): Statement {
  const { run } = report;
  const ended = new Date(Date.parse(run.startedAt) + run.durationMs);
  return {
    schemaVersion: SCHEMA_VERSION,
    vendor,
    product,
    version,
    contact,
    target: report.target.baseUrl,
    ...(report.target.offers ? { offers: [...report.target.offers] } : {}),
    ...(challenge === undefined ? {} : { challenge }),
    startedAt: run.startedAt,
    endedAt: ended.toISOString(),
    suite: {
      name: report.suite.name,
      version: report.suite.version,
      commit: suite.commit,
      digest: digestOfFiles(suite.files),
    },
    contract: { version: report.suite.contractVersion, catalogue: report.suite.catalogueDigest },
    required: report.gate.required as Statement['required'],
    profiles: report.profiles.map(({ name, verdict }) => ({ name, verdict })),
    verdict: report.verdict,
    passes: report.gate.objections.length === 0,
  };
}

export interface BundleParts {
  statement: Statement;
  report: Report;
  har: Har;
  suite: SuiteDigests;
}

/** The time of every entry: the same run packs to the same bytes. It is the earliest that the format knows. */
const ENTRY_TIME = new Date(1980, 0, 1);

/** The files of a bundle, as texts by name. The key signs the manifest. */
export function filesOf(
  { statement, report, har, suite }: BundleParts,
  key?: KeyObject,
): Partial<Record<BundleFile, string>> {
  const { seed } = report.run;
  const { settings } = report.target;
  const files: Partial<Record<BundleFile, string>> = {
    'statement.json': jsonText(statement),
    'report.json': jsonText(report),
    'index.html': htmlReport({ report }),
    'exchanges.har': jsonText(har),
    'suite.json': jsonText(suite),
    'settings.json': jsonText({ schemaVersion: SCHEMA_VERSION, seed, settings }),
  };
  const digests = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sha256(text)]));
  const manifest = jsonText({ schemaVersion: SCHEMA_VERSION, files: digests });
  files['manifest.json'] = manifest;
  if (key)
    files['signature.dsse.json'] = jsonText(
      signManifest(Buffer.from(manifest), testResultOf(report, suite), key),
    );
  return files;
}

/** Packs a bundle as a ZIP archive of plain files: the same parts give the same bytes. */
export function pack(parts: BundleParts, key?: KeyObject): Uint8Array {
  const files = filesOf(parts, key);
  const entries: Zippable = {};
  for (const name of BUNDLE_FILES) {
    const text = files[name];
    if (text !== undefined) entries[name] = [Buffer.from(text), { level: 6, mtime: ENTRY_TIME, os: 3 }];
  }
  return zipSync(entries);
}
