import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { nearest } from './nearest.ts';
import { testable } from './requirements.ts';

/** A failure that is known, and tolerated for a stated reason. */
export interface KnownFailure {
  reason: string;
  /** The last day on which it is tolerated, as YYYY-MM-DD; undefined where it does not end. */
  until?: string | undefined;
}

/** Known failures by requirement id. */
export type Baseline = ReadonlyMap<string, KnownFailure>;

const DEFAULT_FILE = 'conformance-baseline.yaml';

const DAY = /^\d{4}-\d\d-\d\d$/;

/**
 * Reads the file of known failures: a YAML map from requirement id to the reason, or to `reason` and `until`.
 *
 * @param file - CONFORMANCE_BASELINE; by default `conformance-baseline.yaml`, if it exists
 * @throws Error naming every mistake when a named file is missing, is no such map, names an id that the catalogue lacks,
 *   or gives no reason
 */
export function readBaseline(file: string | undefined): Baseline {
  if (!file && !existsSync(DEFAULT_FILE)) return new Map();
  const name = file || DEFAULT_FILE;
  const content = contentOf(name);
  const problems: string[] = [];
  const entries = Object.entries(content).map(([id, value]) => {
    if (!testable.some((row) => row.id === id)) {
      const ids = testable.map((row) => row.id);
      problems.push(`${id} is no requirement. Did you mean ${nearest(id, ids)}?`);
    }
    const known = knownFailure(value);
    if (typeof known === 'string') problems.push(`${id}: ${known}`);
    return [id, typeof known === 'string' ? { reason: '' } : known] as const;
  });
  if (problems.length > 0) throw new Error(`${name} is wrong:\n  ${problems.join('\n  ')}`);
  return new Map(entries);
}

function contentOf(name: string): object {
  let content: unknown;
  try {
    content = parse(readFileSync(name, 'utf8')) ?? {};
  } catch (error) {
    throw new Error(`CONFORMANCE_BASELINE: ${name} cannot be read: ${(error as Error).message}`);
  }
  if (typeof content !== 'object' || content === null || Array.isArray(content))
    throw new Error(`${name} must be a YAML map from requirement id to the reason why its failure is known.`);
  return content;
}

/** One entry, or what is wrong with it. */
function knownFailure(value: unknown): KnownFailure | string {
  const { reason, until, ...more } = (
    typeof value === 'object' && value !== null ? value : { reason: value }
  ) as Record<string, unknown>;
  const [unknown] = Object.keys(more);
  if (unknown !== undefined) return `"${unknown}" is neither reason nor until.`;
  if (typeof reason !== 'string' || reason.trim() === '')
    return 'it needs a reason: why is this failure tolerated?';
  if (until === undefined) return { reason };
  const day = String(until);
  return DAY.test(day) && !Number.isNaN(Date.parse(day))
    ? { reason, until: day }
    : `until: ${day} is not a day such as 2030-12-31.`;
}

/**
 * Whether a known failure is no longer tolerated.
 *
 * @param now - when it is judged
 */
export const isExpired = ({ until }: KnownFailure, now: Date): boolean =>
  until !== undefined && now.toISOString().slice(0, 10) > until;
