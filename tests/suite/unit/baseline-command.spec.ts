import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { baselineCommand } from '../../../reporters/baseline-command.ts';
import { writeDocument } from '../../../reporters/documents/write-document.ts';
import { oneShard } from '../../../reporters/shards.ts';
import { environment, runNode } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { CORE, MUST, report, SHOULD } from './sample-report.ts';

const NOW = new Date('2030-06-01');

/** A report in which a MUST fails, a SHOULD passes, and another MUST was not tested. */
const JUDGED = report({ [MUST]: 'failed', [CORE]: 'not-tested' });

/** Makes a folder with the reports `report.json`, `shard.json` and `other.json`. */
const withReports = <Result>(
  use: (folder: string, environment: Record<string, string>) => Promise<Result>,
): Promise<Result> =>
  withTemporaryFolder(async (folder) => {
    const reports = {
      report: JUDGED,
      shard: report({}, { shards: oneShard({ current: 1, total: 2 }) }),
      other: { ...JUDGED, suite: { ...JUDGED.suite, catalogueDigest: '0'.repeat(16) } },
    };
    for (const [name, content] of Object.entries(reports))
      await writeFile(join(folder, `${name}.json`), JSON.stringify(content));
    return use(folder, {
      CONFORMANCE_REPORT_DIR: folder,
      CONFORMANCE_BASELINE: join(folder, 'known.yaml'),
    });
  });

test('the command reads the last report, writes the baseline and says what it did', async () => {
  await withReports(async (folder, settings) => {
    const file = join(folder, 'known.yaml');
    await writeFile(file, `${SHOULD}: why\n${CORE}: why\n`);
    const said = baselineCommand(['--reason=rewrite', '--ticket=T-1', '--expires=2030-06-01'], settings, NOW);
    expect(said.split('\n')).toEqual([
      `added    ${MUST}`,
      `kept     ${CORE}: not tested in this report`,
      `removed  ${SHOULD}: it passes now`,
      `Written: ${file}`,
    ]);
    const written = `${CORE}: why\n${MUST}:\n  reason: rewrite\n  ticket: T-1\n  expires: 2030-06-01\n`;
    expect(await readFile(file, 'utf8')).toBe(written);
    expect(baselineCommand([join(folder, 'report.json')], settings, NOW)).toContain(
      `Nothing to change in ${file}.`,
    );
    expect(baselineCommand([], settings, new Date('2030-06-02'))).toMatch(
      /^The gate still stays closed because of:\n {2}\S+known\.yaml:2: remove /m,
    );
    expect(await readFile(file, 'utf8')).toBe(written);
  });
});

test('nothing is removed because of a run that is not complete, and the command says so', async () => {
  await withReports(async (folder, settings) => {
    await writeFile(join(folder, 'known.yaml'), `${SHOULD}: why\n`);
    await writeFile(join(folder, 'report.json'), JSON.stringify(report({}, { ended: false })));
    expect(baselineCommand([], settings, NOW).split('\n')).toEqual([
      `kept     ${SHOULD}: it passes now`,
      'The run is not complete: nothing was removed.',
      `Nothing to change in ${join(folder, 'known.yaml')}.`,
    ]);
  });
});

const REFUSED: [args: string[], says: string | RegExp][] = [
  [[], `1 failure is not in the baseline yet: ${MUST}`],
  [['--reason= '], '--reason is empty'],
  [['--reason=why', '--ticket='], '--ticket is empty'],
  [['--reason=why', '--expires=soon'], '--expires=soon is not a day'],
  [['--reason=why', '--expires=2030-05-31'], '--expires=2030-05-31 is over'],
  [['a.json', 'b.json'], 'npm run baseline [-- FILE]'],
  [['--raeson=why'], "Unknown option '--raeson'"],
  [['shard.json'], /shard\.json makes no baseline: it is shard 1 of 2 alone: merge the shards$/],
  [['other.json'], /other\.json makes no baseline: it was written with another catalogue/],
  [['nowhere.json'], /nowhere\.json makes no baseline: it cannot be read: ENOENT/],
];

test('what the command refuses is told in one line, and writes nothing', async () => {
  await withReports(async (folder, settings) => {
    for (const [args, says] of REFUSED) {
      const placed = args.map((one) => (one.endsWith('.json') ? join(folder, one) : one));
      expect(() => baselineCommand(placed, settings, NOW), args.join(' ')).toThrow(says);
      expect(() => baselineCommand(placed, settings, NOW), args.join(' ')).not.toThrow('\n');
    }
    expect(await readdir(folder)).not.toContain('known.yaml');
    await writeFile(join(folder, 'known.yaml'), 'nowhere: why\n');
    expect(() => baselineCommand(['--reason=why'], settings, NOW)).toThrow(
      'known.yaml:1: nowhere is no requirement',
    );
  });
});

test('npm run baseline exits 1 where it refuses', async () => {
  await withReports(async (folder, settings) => {
    const run = (...args: string[]): ReturnType<typeof runNode> =>
      runNode(['--import', 'tsx', 'reporters/baseline.ts', ...args], {
        ...environment(),
        ...settings,
        DOTENV_CONFIG_PATH: devNull,
      });
    expect(await run()).toMatchObject({ code: 1, output: expect.stringMatching(/^1 failure is not/) });
    expect(await run('--reason=why')).toMatchObject({ code: 0, output: expect.stringMatching(/^added /) });
    expect(await readFile(join(folder, 'known.yaml'), 'utf8')).toContain(`${MUST}: why\n`);
  });
});

test('a document is written whole or not at all', async () => {
  await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'new/known.yaml');
    writeDocument(file, 'first');
    writeDocument(file, 'second');
    expect(await readFile(file, 'utf8')).toBe('second');
    await mkdir(join(folder, 'new/folder/inside'), { recursive: true });
    expect(() => writeDocument(join(folder, 'new/folder'), 'text')).toThrow();
    expect((await readdir(join(folder, 'new'))).toSorted()).toEqual(['folder', 'known.yaml']);
  });
});
