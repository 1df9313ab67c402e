import { catalogueDigest } from './build-report.ts';
import { readReport } from './read-report.ts';
import type { StoredReport } from './report.ts';

/**
 * Reads a report of this catalogue.
 *
 * @throws Error when the file cannot be read, is no report, or was written with another catalogue
 */
export function readOwnReport(file: string): StoredReport {
  const report = readReport(file);
  if (report.suite.catalogueDigest !== catalogueDigest())
    throw new Error('it was written with another catalogue: judge it with the version that wrote it');
  return report;
}
