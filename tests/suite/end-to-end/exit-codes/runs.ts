import { mkdir, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { environment, runNode, runSuite } from '../../support/run-suite.ts';
import { BROKEN, KEPT, type Settings, type Situation, type Targets } from './situations.ts';

/** How a run ended, as a pipeline and its reader see it. */
export interface Ending {
  readonly told: string;
  readonly code: number;
  /** The line that holds the verdict. */
  readonly verdict: string;
  /** The first line that says why the run does not pass. */
  readonly reason: string;
}

const VERDICT =
  /^(?:Embedded target: )?(?:CONFORMANT|NOT CONFORMANT|UNDETERMINED|SHARD \d).*$|^Listed only.*$|^npm run gate.*$|^\S+ does not pass: .{1,60}/m;
/** A line that ends in a colon goes on in the next one. */
const REASON = /^(?:This (?:run|shard) does not pass:\n)? +(?:does not pass: )?(.*:\n.*|.*)$/m;

/** A line as it is the same on every machine and for every number of requirements. */
const plain = (line: string, folder: string): string =>
  line
    .replaceAll(folder, '…')
    .replaceAll(/https:\/\/127\.0\.0\.1:(?!1\b)\d+\/creator\/api/g, 'https://…/api')
    .replaceAll(/\d+ of \d+ MUST/g, 'n of m MUST')
    .replaceAll(/and \d+ more/g, 'and more')
    .replaceAll(/\s+/g, ' ')
    .replace(/ Try: curl .*/, '')
    .replaceAll('|', '\\|')
    .trim();

function ending(told: string, { code, output }: { code: number; output: string }, folder: string): Ending {
  const [verdict = ''] = VERDICT.exec(output) ?? [];
  const why = output.slice(output.search(/^This (?:run|shard) does not pass:$|^ +does not pass: /m));
  const [, reason = ''] = (code === 0 ? undefined : REASON.exec(why)) ?? [];
  return { told, code, verdict: plain(verdict, folder), reason: plain(reason, folder) };
}

/** Runs the suite in a situation. */
export async function runIn(
  { told, settings, args = [], files = {} }: Situation,
  targets: Targets,
  more: readonly string[] = [],
): Promise<Ending> {
  const folder = join(targets.folder, told.replaceAll(/\W+/g, '-'));
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const own = { PLAYWRIGHT_HTML_OPEN: 'never', PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'html') };
  const blob = { PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob') };
  const run = await runSuite({ ...own, ...blob, ...settings({ ...targets, folder }) }, [...args, ...more]);
  return ending(told, run, folder);
}

/** Runs two shards, merges both and one alone, and judges the merged report again. */
export async function runShards(targets: Targets): Promise<Ending[]> {
  const [folder, lone] = [join(targets.folder, 'shards'), join(targets.folder, 'lone')];
  const env = { ...environment(), DOTENV_CONFIG_PATH: devNull };
  const only = ['--grep', `@(${BROKEN}|${KEPT})(?![\\w-])`];
  const shard = async (
    told: string,
    which: string,
    blobs: string | undefined,
    settings: Settings,
  ): Promise<Ending> => {
    const blob = blobs ? ['--reporter=blob'] : [];
    const set = { ...settings, ...(blobs ? { PLAYWRIGHT_BLOB_OUTPUT_DIR: blobs } : {}) };
    return ending(told, await runSuite(set, [...only, ...blob, `--shard=${which}`]), targets.folder);
  };
  const merge = async (told: string, blobs: string): Promise<Ending> => {
    const cli = [
      'node_modules/@playwright/test/cli.js',
      'merge-reports',
      '--reporter=./reporters/conformance.ts',
    ];
    const merged = await runNode([...cli, blobs], { ...env, CONFORMANCE_REPORT_DIR: blobs });
    return ending(told, merged, targets.folder);
  };
  const gate = async (told: string, files: readonly string[], settings: Settings = {}): Promise<Ending> =>
    ending(
      told,
      await runNode(['--import', 'tsx', 'reporters/gate.ts', ...files], { ...env, ...settings }),
      targets.folder,
    );
  const { conforming, broken } = targets;
  return [
    await shard('shard 1 of 2, without --reporter=blob: what it ran holds', '1/2', undefined, conforming),
    await shard('shard 1 of 2, where a MUST fails', '1/2', lone, broken),
    await merge('merging it alone', lone),
    await shard('shard 1 of 2: what it ran holds', '1/2', folder, conforming),
    await shard('shard 2 of 2, beside it: what it ran holds', '2/2', folder, conforming),
    await merge('merging both', folder),
    await gate('`npm run gate -- report.json` of both', [join(folder, 'report.json')]),
    await gate('the same with CONFORMANCE_REQUIRE=core', [join(folder, 'report.json')], {
      CONFORMANCE_REQUIRE: 'core',
    }),
    await gate('`npm run gate -- report.json` of one', [join(lone, 'report.json')]),
    await gate('`npm run gate` of a file that is no report', ['package.json']),
    await gate('`npm run gate` without a file', []),
  ];
}
