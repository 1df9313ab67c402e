import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Machine } from './machine.ts';
import type { Result } from './measurement.ts';

const FILE = 'docs/bench.json';

/** What a measurement came to when it was run last. */
export interface Recorded {
  /** The day, as `2025-06-01`. */
  readonly date: string;
  readonly machine: Machine;
  readonly results: readonly Result[];
}

/** What the measurements came to, by name. */
export type Records = Record<string, Recorded>;

/**
 * What was measured before; nothing where no file is there.
 *
 * @throws SyntaxError when the file is no JSON
 */
export const readRecords = (): Records =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Records) : {};

/** What is beyond these digits is noise. */
const DIGITS = 5;
const rounded = (_name: string, value: unknown): unknown =>
  typeof value === 'number' ? Number(value.toPrecision(DIGITS)) : value;

/** Keeps what was measured, so that a measurement can be run alone. */
export const writeRecords = (records: Records): void =>
  writeFileSync(FILE, `${JSON.stringify(records, rounded, 2)}\n`);
