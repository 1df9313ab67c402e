import { createHash } from 'node:crypto';

/** The SHA-256 of some bytes, in hexadecimal. */
export const sha256 = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('hex');

/** One digest for many files, of their digests by path: in whichever order they are named. */
export const digestOfFiles = (files: Readonly<Record<string, string>>): string =>
  sha256(JSON.stringify(Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1))));

/** A file of a bundle as text: JSON, indented. */
export const jsonText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
