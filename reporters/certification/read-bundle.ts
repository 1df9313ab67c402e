import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';
import { BUNDLE_FILES, type BundleFile } from '../../schemas/certificate.ts';
import type { RecordedExchange, RecordedLine, RecordedTest } from '../../schemas/recording.ts';
import { groupBy } from '../lists.ts';

/** The files of a bundle, in memory: nothing of it is ever written to the disk. */
export type Bundle = ReadonlyMap<BundleFile, Buffer>;

/** It is no bundle, or one that nobody should open: the message ends a sentence that begins with the file's name. */
export class NotABundle extends Error {
  override name = 'NotABundle';
}

const MB = 1024 * 1024;
/** How large a file of a bundle may be, unpacked: what this release writes is smaller. */
const LONGEST: Readonly<Record<BundleFile, number>> = {
  'statement.json': MB,
  'report.json': 50 * MB,
  'index.html': 100 * MB,
  'exchanges.har': 192 * MB,
  'suite.json': 8 * MB,
  'settings.json': MB,
  'manifest.json': MB,
  'signature.dsse.json': MB,
};
const LONGEST_ARCHIVE = 256 * MB;

/** Reads a bundle. Memory is bounded, whatever the archive says of itself. @throws NotABundle where anything is odd about it */
export async function readBundle(file: string): Promise<Bundle> {
  const bytes = bytesOf(file);
  try {
    const bundle = await readEntries(bytes);
    const [missing] = BUNDLE_FILES.slice(0, -1).filter((name) => !bundle.has(name));
    if (missing) throw new NotABundle(`is no bundle: it holds no ${missing}`);
    return bundle;
  } catch (error) {
    throw error instanceof NotABundle
      ? error
      : new NotABundle(`is no ZIP archive: ${(error as Error).message}`);
  }
}

function bytesOf(file: string): Buffer {
  try {
    const stats = statSync(file);
    if (!stats.isFile()) throw new Error('it is no file');
    if (stats.size <= LONGEST_ARCHIVE) return readFileSync(file);
    throw new Error(
      `it has ${Math.round(stats.size / MB)} MB, and no bundle has more than ${LONGEST_ARCHIVE / MB} MB`,
    );
  } catch (error) {
    throw new NotABundle(`cannot be read: ${(error as Error).message}`);
  }
}

/** Reads the entries one after the other; the first that has no place in a bundle ends it. */
async function readEntries(bytes: Buffer): Promise<Map<BundleFile, Buffer>> {
  const archive = await fromBufferPromise(bytes, { strictFileNames: true, validateEntrySizes: true });
  const bundle = new Map<BundleFile, Buffer>();
  for await (const entry of archive.eachEntry()) {
    const name = placeOf(entry);
    if (bundle.has(name)) throw new NotABundle(`holds ${name} twice`);
    bundle.set(name, await contentOf(archive, entry));
  }
  return bundle;
}

function placeOf({ fileName, uncompressedSize }: Entry): BundleFile {
  const name = BUNDLE_FILES.find((one) => one === fileName);
  if (!name)
    throw new NotABundle(`holds ${JSON.stringify(fileName.slice(0, 100))}, which is no file of a bundle`);
  if (uncompressedSize > LONGEST[name])
    throw new NotABundle(
      `holds ${name} with ${Math.round(uncompressedSize / MB)} MB, and it has at most ${LONGEST[name] / MB} MB`,
    );
  return name;
}

/** The content of an entry, which is no longer than it says of itself: the reader checks that. */
async function contentOf(archive: ZipFile, entry: Entry): Promise<Buffer> {
  const stream = await archive.openReadStreamPromise(entry);
  return Buffer.concat(await stream.toArray());
}

/** A test and its exchanges, in the order in which they ended. */
export interface RecordedTestRun {
  /** Of the worker and the test. */
  id: string;
  test: RecordedTest;
  exchanges: RecordedExchange[];
}

/** Reads what the workers of a run recorded: the tests that ended, by worker and in their order. */
export function readRecording(folder: string): RecordedTestRun[] {
  const numberIn = (name: string): number => Number(/\d+/.exec(name)?.[0]);
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort((a, b) => numberIn(a) - numberIn(b));
  return files.flatMap((name) => {
    const texts = readFileSync(join(folder, name), 'utf8').split('\n').filter(Boolean);
    const lines = texts.map((line) => JSON.parse(line) as RecordedLine);
    const exchanges = groupBy(
      lines.filter((line) => line.kind === 'exchange'),
      ({ test }) => test,
    );
    return lines
      .filter((line) => line.kind === 'test')
      .map((test) => ({
        id: `worker-${numberIn(name)}-test-${test.test}`,
        test,
        exchanges: exchanges.get(test.test) ?? [],
      }));
  });
}
