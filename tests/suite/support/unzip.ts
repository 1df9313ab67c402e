import { inflateRawSync } from 'node:zlib';

const LOCAL_HEADER = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const DEFLATED = 8;

/**
 * The files of a ZIP archive as text, one after the other. Reads local headers only, which is enough to search an archive.
 *
 * @param archive - the bytes of the archive
 */
export function unzippedText(archive: Buffer): string {
  const texts: string[] = [];
  for (let at = archive.indexOf(LOCAL_HEADER); at >= 0; at = archive.indexOf(LOCAL_HEADER, at + 4)) {
    const method = archive.readUInt16LE(at + 8);
    const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
    const data = archive.subarray(start);
    try {
      texts.push(method === DEFLATED ? inflateRawSync(data).toString('utf8') : data.toString('utf8'));
    } catch {
      // Four bytes that only look like a header.
    }
  }
  return texts.join('\n');
}
