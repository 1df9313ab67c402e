import { catalogue } from '../schemas/requirements.ts';
import { catalogueDigest } from './build-report.ts';
import { readReport } from './read-report.ts';
import type { StoredReport } from './report.ts';

/**
 * Reads a report of this catalogue.
 *
 * @throws Error when the file cannot be read, is no report, was written with another catalogue, or lacks a requirement of it
 */
export function readOwnReport(file: string): StoredReport {
  const report = readReport(file);
  if (report.suite.catalogueDigest !== catalogueDigest())
    throw new Error('it was written with another catalogue: judge it with the version that wrote it');
  const there = new Set(report.requirements.map(({ id }) => id));
  const missing = catalogue.find(({ id }) => !there.has(id));
  if (missing) throw new Error(`${missing.id} is missing: a report holds every requirement of the catalogue`);
  return report;
}
