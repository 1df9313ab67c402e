import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { testable } from '../schemas/requirements.ts';

/** Known failures: requirement id to why it is tolerated. */
export type Baseline = ReadonlyMap<string, string>;

const DEFAULT_FILE = 'conformance-baseline.yaml';

/**
 * Reads the file of known failures: a YAML map from requirement id to the reason.
 *
 * @param file - CONFORMANCE_BASELINE; by default `conformance-baseline.yaml`, if it exists
 * @throws Error when a named file is missing, is no such map, or names an id that the catalogue lacks
 */
export function readBaseline(file: string | undefined): Baseline {
  if (file === undefined && !existsSync(DEFAULT_FILE)) return new Map();
  const name = file ?? DEFAULT_FILE;
  const content: unknown = parse(readFileSync(name, 'utf8')) ?? {};
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new Error(`${name} must be a YAML map from requirement id to the reason why its failure is known.`);
  }
  const entries = Object.entries(content).map(([id, reason]) => [id, String(reason)] as const);
  const unknown = entries.filter(([id]) => !testable.some((row) => row.id === id));
  if (unknown.length > 0)
    throw new Error(`${name} names unknown requirements: ${unknown.map(([id]) => id).join(', ')}.`);
  return new Map(entries);
}
