import { existsSync, readFileSync } from 'node:fs';
import type { Baseline, KnownFailure } from './baseline-file.ts';

export type { Baseline, KnownFailure };

export const isExpired = ({ expires }: Pick<KnownFailure, 'expires'>, now: Date): boolean =>
  expires !== undefined && now.toISOString().slice(0, 10) > expires;

/** The file of known failures: CONFORMANCE_BASELINE, or the one that is read without it. */
export const baselinePath = (setting: string | undefined): string => setting || 'conformance-baseline.yaml';

/** Reads the file of known failures, if it exists. @throws Error naming every mistake with its line, or the file that is missing */
export async function readBaseline(setting: string | undefined): Promise<Baseline> {
  const file = baselinePath(setting);
  if (!setting && !existsSync(file)) return new Map();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`CONFORMANCE_BASELINE: ${file} cannot be read: ${(error as Error).message}`);
  }
  // Most runs have no such file: they load nothing to read one.
  const { parseBaseline } = await import('./baseline-file.ts');
  return parseBaseline(text, file).known;
}
