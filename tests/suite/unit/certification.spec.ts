import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Zippable, zipSync } from 'fflate';
import { digestsOfCheckout, digestsOfCommit } from '../../../reporters/certification/digests.ts';
import { readBundle } from '../../../reporters/certification/read-bundle.ts';
import { whyNotCertified } from '../../../reporters/certification/settings.ts';
import { BUNDLE_FILES } from '../../../schemas/certificate.ts';
import { withTemporaryFolder } from '../support/files.ts';

test('a run that looks at less is not certified', () => {
  const target = { TARGET_BASE_URL: 'https://acme.example/api' };
  expect(whyNotCertified(target, [])).toEqual([]);
  expect(whyNotCertified({}, [])).toEqual([expect.stringMatching(/^set TARGET_BASE_URL/)]);
  expect(whyNotCertified(target, ['--grep', 'embed'])).toEqual([
    expect.stringMatching(/^take away --grep embed/),
  ]);
  for (const name of ['CONFORMANCE_RUNS', 'CONFORMANCE_WORKSPACE_REQUESTS', 'PW_TEST_REPORTER'])
    expect(whyNotCertified({ ...target, [name]: '1' }, [])).toEqual([
      expect.stringMatching(`^unset ${name}`),
    ]);
  expect(whyNotCertified({ ...target, CONFORMANCE_BASELINE: 'known.yaml' }, [])).toEqual([
    expect.stringMatching(/^do without the baseline known.yaml/),
  ]);
});

const inCheckout = (use: (root: string) => Promise<void>): Promise<void> =>
  withTemporaryFolder(async (root) => {
    const identity = ['-c', 'user.name=x', '-c', 'user.email=x@example.com'];
    const git = (...args: string[]): Buffer => execFileSync('git', [...identity, ...args], { cwd: root });
    await mkdir(join(root, 'fixtures'));
    await writeFile(join(root, 'fixtures/index.ts'), 'export {};\n');
    await writeFile(join(root, '.gitignore'), '*.log\n');
    git('init', '-q');
    git('add', '-A');
    git('commit', '-qm', 'first');
    await use(root);
  });

test('a modified suite is not certified: a file that changed, is gone, is new, or is hidden from Git', () =>
  inCheckout(async (root) => {
    expect(digestsOfCheckout(root)).toEqual(digestsOfCommit(root, 'HEAD'));
    const whyNot = async (file: string, text: string): Promise<string> => {
      await writeFile(join(root, file), text);
      try {
        digestsOfCheckout(root);
        return 'certified';
      } catch (error) {
        return (error as Error).message;
      } finally {
        execFileSync('git', ['clean', '-fdxq'], { cwd: root });
        execFileSync('git', ['checkout', '-q', '.'], { cwd: root });
      }
    };
    expect(await whyNot('fixtures/index.ts', 'export const x = 1;\n')).toContain('in fixtures/index.ts');
    expect(await whyNot('fixtures/more.ts', '')).toContain('in fixtures/more.ts');
    expect(await whyNot('fixtures/hidden.log', '')).toContain('in fixtures/hidden.log');
    execFileSync('git', ['update-index', '--assume-unchanged', 'fixtures/index.ts'], { cwd: root });
    expect(await whyNot('fixtures/index.ts', 'export const x = 2;\n')).toContain('in fixtures/index.ts');
  }));

const MB = 1024 * 1024;
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

const JSON_FILE = Buffer.from('{}');
const LARGE = zipSync({ ...files(), 'settings.json': Buffer.alloc(64 * MB) });

const BUNDLES: readonly (readonly [what: string, bytes: Uint8Array, said: RegExp])[] = [
  ['all its files', zipSync(files()), /^read 7 files$/],
  ['a signature as well', zipSync({ ...files(), 'signature.dsse.json': JSON_FILE }), /^read 8 files$/],
  ...['../statement.json', '/etc/passwd', 'C:\\boot.ini', 'Statement.json', 'a/../b'].map(
    (name): [string, Uint8Array, RegExp] => [
      `a file that has no place in it: ${name}`,
      zipSync({ [name]: JSON_FILE, ...files() }),
      /^NotABundle: (holds .*, which is no file of a bundle|is no ZIP archive: (invalid|absolute) .*)/,
    ],
  ),
  ['a file that unpacks to too much', LARGE, /holds settings.json with 64 MB, and it has at most 1 MB$/],
  [
    'a file that says so',
    withStatedSize(zipSync(files()), 'exchanges.har', 500 * MB),
    /^NotABundle: holds exchanges.har with 500 MB, and it has at most 192 MB$/,
  ],
  [
    'one that says that it unpacks to little',
    withStatedSize(LARGE, 'settings.json', 2),
    /^NotABundle: is no ZIP archive: too many bytes in the stream/,
  ],
];

for (const [what, bytes, said] of BUNDLES)
  test(`what is read of a bundle: ${what}`, async () => {
    const before = process.memoryUsage.rss();
    expect(await refusalOf(bytes)).toMatch(said);
    expect(process.memoryUsage.rss() - before).toBeLessThan(256 * MB);
  });
