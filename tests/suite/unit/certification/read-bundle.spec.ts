import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Zippable, zipSync } from 'fflate';
import { readBundle } from '../../../../reporters/certification/read-bundle.ts';
import { readParts } from '../../../../reporters/certification/verify/parts.ts';
import { BUNDLE_FILES } from '../../../../schemas/certificate.ts';
import { withTemporaryFolder } from '../../support/temporary-folder.ts';

const MB = 1024 * 1024;
const SYMBOLIC_LINK = 0o120777;
const FOLDER = 0o040755;
const CENTRAL_HEADER = Buffer.from([0x50, 0x4b, 0x01, 0x02]);
/** Where the central header of an entry holds its unpacked size, and its name. */
const [SIZE_AT, NAME_AT] = [24, 46];

const files = (): Zippable =>
  Object.fromEntries(BUNDLE_FILES.slice(0, -1).map((name) => [name, Buffer.from('{}')]));

/** Why a bundle is not read. Nothing is written beside it, whatever it holds. */
const refusalOf = (bytes: Uint8Array): Promise<string> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'certificate.zip');
    await writeFile(file, bytes);
    const said = await readBundle(file).then(
      (bundle) => `read ${bundle.size} files`,
      ({ name, message }: Error) => `${name}: ${message}`,
    );
    expect(await readdir(folder)).toEqual(['certificate.zip']);
    return said;
  });

/** An archive whose directory states another size of a file than it has. */
function withStatedSize(bytes: Uint8Array, name: string, size: number): Buffer {
  const changed = Buffer.from(bytes);
  for (let at = changed.indexOf(CENTRAL_HEADER); at >= 0; at = changed.indexOf(CENTRAL_HEADER, at + 4))
    if (changed.toString('utf8', at + NAME_AT, at + NAME_AT + name.length) === name)
      changed.writeUInt32LE(size, at + SIZE_AT);
  return changed;
}

/** The same bytes with another name of the same length. */
const renamed = (bytes: Uint8Array, from: string, to: string): Buffer =>
  Buffer.from(Buffer.from(bytes).toString('latin1').replaceAll(from, to), 'latin1');

test('a bundle of all its files is read', async () => {
  expect(await refusalOf(zipSync(files()))).toBe('read 7 files');
  const signed = { ...files(), 'signature.dsse.json': Buffer.from('{}') };
  expect(await refusalOf(zipSync(signed))).toBe('read 8 files');
});

test('what is no archive is no bundle', async () => {
  expect(await refusalOf(Buffer.from('{"schemaVersion":1}'))).toMatch(/^NotABundle: is no ZIP archive/);
  expect(await refusalOf(Buffer.alloc(0))).toMatch(/^NotABundle: is no ZIP archive/);
  expect(await refusalOf(Buffer.from(zipSync(files())).subarray(40))).toMatch(/^NotABundle: /);
});

test('a file that has no place in a bundle ends it, also one that would leave its folder', async () => {
  for (const name of [
    '../statement.json',
    '/etc/passwd',
    'C:\\boot.ini',
    'statement.json/',
    'Statement.json',
    'a/../b',
  ])
    expect(await refusalOf(zipSync({ [name]: Buffer.from('{}'), ...files() })), name).toMatch(
      /^NotABundle: (holds .*, which is no file of a bundle|is no ZIP archive: (invalid|absolute) .*)/,
    );
});

test('a file may be there once', async () => {
  const twice = renamed(zipSync({ ...files(), 'suitf.json': Buffer.from('{}') }), 'suitf.json', 'suite.json');
  expect(await refusalOf(twice)).toBe('NotABundle: holds suite.json twice');
});

test('links and folders are no files', async () => {
  for (const mode of [SYMBOLIC_LINK, FOLDER]) {
    const link: Zippable = {
      ...files(),
      'report.json': [Buffer.from('/etc/passwd'), { os: 3, attrs: mode << 16 }],
    };
    expect(await refusalOf(zipSync(link))).toBe(
      'NotABundle: holds report.json as a link or folder, not as a file',
    );
  }
});

test('a file that unpacks to too much is not unpacked', async () => {
  const large = zipSync({ ...files(), 'settings.json': Buffer.alloc(3 * MB) });
  expect(large.length).toBeLessThan(MB / 10);
  expect(await refusalOf(large)).toBe('NotABundle: holds settings.json with 3 MB, and it has at most 1 MB');
  expect(await refusalOf(withStatedSize(zipSync(files()), 'exchanges.har', 500 * MB))).toBe(
    'NotABundle: holds exchanges.har with 500 MB, and it has at most 192 MB',
  );
});

test('nor is one that says that it unpacks to little', async () => {
  const before = process.memoryUsage.rss();
  const bomb = withStatedSize(
    zipSync({ ...files(), 'settings.json': Buffer.alloc(64 * MB) }),
    'settings.json',
    2,
  );
  expect(await refusalOf(bomb)).toMatch(/^NotABundle: is no ZIP archive: too many bytes in the stream/);
  expect(process.memoryUsage.rss() - before).toBeLessThan(256 * MB);
});

test('a missing file is named', async () => {
  const { 'suite.json': _, ...others } = files();
  expect(await refusalOf(zipSync(others))).toBe('NotABundle: is no bundle: it holds no suite.json');
});

test('what cannot be read is told', async () => {
  await expect(readBundle('/no/such/certificate.zip')).rejects.toThrow(/^cannot be read: ENOENT/);
  await expect(readBundle('.')).rejects.toThrow('cannot be read: it is no file');
});

test('a file of another schema version, or that is no JSON, is told with its name', () => {
  const texts: Record<string, string> = {
    'statement.json': '{"schemaVersion":2}',
    'report.json': '{"schemaVersion":1,"verdict":"conformant"}',
    'exchanges.har': '{"log":',
    'suite.json': '{"schemaVersion":1,"commit":"HEAD","files":{}}',
    'settings.json': '{"schemaVersion":1,"seed":1,"settings":["TARGET_API_KEY"]}',
  };
  const bundle = new Map(BUNDLE_FILES.map((name) => [name, Buffer.from(texts[name] ?? '{}')]));
  const { check, parts } = readParts(bundle);
  expect(parts).toBeUndefined();
  expect(check.problems).toEqual([
    'statement.json is not as this release writes it: /schemaVersion is 2, and this release reads version 1',
    expect.stringMatching(/^report.json cannot be read: it is no report of this version/),
    expect.stringMatching(/^exchanges.har cannot be read: .*JSON/),
    'suite.json is not as this release writes it: /commit is no commit',
  ]);
});
