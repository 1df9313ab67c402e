import { strFromU8, unzipSync } from 'fflate';

/**
 * The files of a ZIP archive as text, one after the other.
 *
 * @param bytes - of the archive
 * @returns an empty text where the bytes are no archive
 */
export function unzippedText(bytes: Buffer): string {
  try {
    return Object.values(unzipSync(bytes))
      .map((file) => strFromU8(file))
      .join('\n');
  } catch {
    return '';
  }
}
