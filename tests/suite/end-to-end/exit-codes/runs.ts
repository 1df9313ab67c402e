import { mkdir, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { environment, only, PLAYWRIGHT, runNode, runSuite } from '../../support/run-suite.ts';
import { BROKEN_MUST, KEPT_MUST, type Settings, type Situation, type Targets } from './situations.ts';

/** How a run ended, as a pipeline and a reader of its output see it. */
export interface Ending {
  /** Of the situation. */
  readonly title: string;
  readonly code: number;
  /** The line that holds the verdict. */
  readonly verdict: string;
  /** The first line that says why the run does not pass. */
  readonly reason: string;
}

const VERDICT =
  /^(?:Embedded target: )?(?:CONFORMANT|NOT CONFORMANT|UNDETERMINED|SHARD \d).*$|^Listed only.*$|^npm run gate.*$|^\S+ does not pass: .{1,60}/m;
/** A line that ends in a colon is continued by the next one. */
const REASON = /^(?:This (?:run|shard) does not pass:\n)? +(?:does not pass: )?(.*:\n.*|.*)$/m;

/** A line without what differs between machines, and with the number of requirements. */
const normalised = (line: string, folder: string): string =>
  line
    .replaceAll(folder, '…')
    .replaceAll(/https:\/\/127\.0\.0\.1:(?!1\b)\d+\/creator\/api/g, 'https://…/api')
    .replaceAll(/\d+ of \d+ MUST/g, 'n of m MUST')
    .replaceAll(/and \d+ more/g, 'and more')
    .replaceAll(/\s+/g, ' ')
    .replace(/ Try: curl .*/, '')
    .replaceAll('|', '\\|')
    .trim();

function endingOf(title: string, { code, output }: { code: number; output: string }, folder: string): Ending {
  const [verdict = ''] = VERDICT.exec(output) ?? [];
  const reasons = output.slice(output.search(/^This (?:run|shard) does not pass:$|^ +does not pass: /m));
  const [, reason = ''] = (code === 0 ? undefined : REASON.exec(reasons)) ?? [];
  return { title, code, verdict: normalised(verdict, folder), reason: normalised(reason, folder) };
}

/** Runs the suite in a situation. */
export async function runIn(
  { title, settings, args = [], files = {} }: Situation,
  targets: Targets,
  more: readonly string[] = [],
): Promise<Ending> {
  const folder = join(targets.folder, title.replaceAll(/\W+/g, '-'));
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const outputs = {
    PLAYWRIGHT_HTML_OPEN: 'never',
    PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'html'),
    PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
  };
  const run = await runSuite({ ...outputs, ...settings({ ...targets, folder }) }, [...args, ...more]);
  return endingOf(title, run, folder);
}

/** Runs two shards, merges both and also a single one, and judges the merged reports again. */
export async function runShards(targets: Targets): Promise<Ending[]> {
  // The names of these folders are part of the document.
  const [both, single] = [join(targets.folder, 'shards'), join(targets.folder, 'lone')];
  const env = { ...environment(), DOTENV_CONFIG_PATH: devNull };
  const selected = only(BROKEN_MUST, KEPT_MUST);
  const shard = async (
    title: string,
    part: string,
    blobs: string | undefined,
    settings: Settings,
  ): Promise<Ending> => {
    const blob = blobs ? ['--reporter=blob'] : [];
    const set = { ...settings, ...(blobs ? { PLAYWRIGHT_BLOB_OUTPUT_DIR: blobs } : {}) };
    return endingOf(title, await runSuite(set, [...selected, ...blob, `--shard=${part}`]), targets.folder);
  };
  const merge = async (title: string, blobs: string): Promise<Ending> => {
    const command = [PLAYWRIGHT, 'merge-reports', '--reporter=./reporters/conformance.ts', blobs];
    const merged = await runNode(command, { ...env, CONFORMANCE_REPORT_DIR: blobs });
    return endingOf(title, merged, targets.folder);
  };
  const gate = async (title: string, files: readonly string[], settings: Settings = {}): Promise<Ending> =>
    endingOf(
      title,
      await runNode(['--import', 'tsx', 'reporters/gate.ts', ...files], { ...env, ...settings }),
      targets.folder,
    );
  const { conforming, broken } = targets;
  return [
    await shard('shard 1 of 2, without --reporter=blob: what it ran holds', '1/2', undefined, conforming),
    await shard('shard 1 of 2, where a MUST fails', '1/2', single, broken),
    await merge('merging it alone', single),
    await shard('shard 1 of 2: what it ran holds', '1/2', both, conforming),
    await shard('shard 2 of 2, beside it: what it ran holds', '2/2', both, conforming),
    await merge('merging both', both),
    await gate('`npm run gate -- report.json` of both', [join(both, 'report.json')]),
    await gate('the same with CONFORMANCE_REQUIRE=core', [join(both, 'report.json')], {
      CONFORMANCE_REQUIRE: 'core',
    }),
    await gate('`npm run gate -- report.json` of one', [join(single, 'report.json')]),
    await gate('`npm run gate` of a file that is no report', ['package.json']),
    await gate('`npm run gate` without a file', []),
  ];
}
