import { SCHEMA_VERSION, type Statement, type SuiteDigests } from '../../schemas/certificate.ts';
import type { Report } from '../report.ts';
import { digestOfFiles } from './digest.ts';
import type { CertifySettings } from './settings.ts';

/**
 * What a certificate states. Pure: all of it follows from who certifies, the report and the suite.
 *
 * @param who - the vendor, and the product with its version
 */
export function statementOf(
  { vendor, product, version, contact }: Omit<CertifySettings, 'key'>,
  report: Report,
  suite: SuiteDigests,
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
