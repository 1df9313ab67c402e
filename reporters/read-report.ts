import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import { strictAjv } from '../schemas/ajv.ts';
import { catalogue } from '../schemas/requirements.ts';
import { catalogueDigest } from './build-report.ts';
import type { Report } from './report.ts';

const SCHEMA = join(import.meta.dirname, '../schemas/report.schema.json');
/** Reports have some hundred kilobytes, and a few megabytes when everything fails. */
const MAX_BYTES = 50 * 1024 * 1024;
const SCHEMA_VERSION = 1;
let isReport: ValidateFunction | undefined;

/** Reads a report that was written before. @throws Error whose message ends a sentence that begins with the file's name */
export const readReport = (file: string): Report => parseReport(parse(file));

/** Checks that a value is a report. @throws Error as {@link readReport} does */
export function parseReport(value: unknown): Report {
  const report = value as Report;
  const version: unknown = (report as { schemaVersion?: unknown } | null)?.schemaVersion;
  if (typeof version === 'number' && version !== SCHEMA_VERSION)
    throw new Error(
      `it is a report of schema version ${version}, and this release reads version ${SCHEMA_VERSION}: use the release that wrote it`,
    );
  isReport ??= strictAjv().compile(JSON.parse(readFileSync(SCHEMA, 'utf8')) as object);
  if (isReport(report)) return report;
  const [first] = isReport.errors ?? [];
  throw new Error(`it is no report of this version: report${first?.instancePath} ${first?.message}`);
}

function parse(file: string): unknown {
  try {
    const { size } = statSync(file);
    if (size > MAX_BYTES)
      throw new Error(`it has ${Math.round(size / 1024 / 1024)} MB, and no report has more than 50 MB`);
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`it cannot be read: ${(error as Error).message}`);
  }
}

/** Reads a report of this catalogue, with all its requirements. @throws Error as {@link readReport} does */
export function readOwnReport(file: string): Report {
  const report = readReport(file);
  if (report.suite.catalogueDigest !== catalogueDigest())
    throw new Error('it was written with another catalogue: judge it with the version that wrote it');
  const there = new Set(report.requirements.map(({ id }) => id));
  const missing = catalogue.find(({ id }) => !there.has(id));
  if (missing) throw new Error(`${missing.id} is missing: a report holds every requirement of the catalogue`);
  return report;
}
