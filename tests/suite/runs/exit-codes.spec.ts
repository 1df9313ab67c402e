import { mkdir, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { inParallel } from '../support/in-parallel.ts';
import { environment, only, PLAYWRIGHT, runNode, runSuite } from '../support/run-suite.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { withReference } from '../support/with-reference.ts';
import {
  BROKEN_MUST,
  FAULTS,
  FILTERED_RUNS,
  KEPT_MUST,
  REPORTED_RUNS,
  type Settings,
  type Situation,
  type Targets,
  UNJUDGED_RUNS,
  WHOLE_RUNS,
} from './exit-code-situations.ts';

/** The page docs/exit-codes.md is what runs came to. Whole targets are judged in few of them; all take minutes. */

/** How a run ended, as a pipeline and a reader of its output see it. */
interface Ending {
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
async function runIn(
  { title, settings, args = [], files = {} }: Situation,
  targets: Targets,
): Promise<Ending> {
  const folder = join(targets.folder, title.replaceAll(/\W+/g, '-'));
  await mkdir(folder, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, name), content);
  const outputs = {
    PLAYWRIGHT_HTML_OPEN: 'never',
    PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'html'),
    PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
  };
  const run = await runSuite({ ...outputs, ...settings({ ...targets, folder }) }, args);
  return endingOf(title, run, folder);
}

/** Runs two shards, merges both and also a single one, and judges the merged reports again. */
async function runShards(targets: Targets): Promise<Ending[]> {
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

const HEAD = `# Exit codes

<!-- Written by \`npx playwright test -c tests/suite exit-codes --update-snapshots\` from runs; the test fails when it is out of date. -->

0: no MUST failed beyond the baseline or stayed inconclusive, no entry of the baseline is out of date, and what \`CONFORMANCE_REQUIRE\` names
is verified. 1: anything else. A run that tested nothing, was cut short, could not reach its target or lost it never exits 0. A filtered run
that exits 0 says nothing of the rest of the interface: its verdict is *undetermined*. Numbers that change with the catalogue are left out here.
`;

const cell = (text: string): string => (text === '' ? '' : `\`${text.replaceAll('`', "'")}\``);

function table(title: string, endings: readonly Ending[]): string {
  const rows = endings.map(
    ({ title: situation, code, verdict, reason }) =>
      `| ${situation} | ${code} | ${cell(verdict)} | ${cell(reason)} |`,
  );
  return [
    `## ${title}`,
    '',
    '| situation | exit code | verdict | first reason |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

/** How many runs go on at a time: each takes most of a core. */
const JOBS = 2;

/** Starts a target that conforms and one that does not, makes a folder, and lets a test use them. */
const withTargets = <Result>(use: (targets: Targets) => Promise<Result>): Promise<Result> =>
  withTemporaryFolder((folder) =>
    withReference({}, (conforming) =>
      withReference({ faults: FAULTS }, (broken) =>
        use({ conforming: conforming.settings, broken: broken.settings, folder }),
      ),
    ),
  );

test('every verdict and exit code is as docs/exit-codes.md says', { tag: '@slow' }, async () => {
  test.setTimeout(900_000);
  const document = await withTargets(async (targets) => {
    const all = (situations: readonly Situation[]): Promise<Ending[]> =>
      inParallel(situations, JOBS, (situation) => runIn(situation, targets));
    return [
      HEAD,
      table('Whole runs', await all(WHOLE_RUNS)),
      table('Runs that end before anything is judged', await all(UNJUDGED_RUNS)),
      table('Filtered runs', await all(FILTERED_RUNS)),
      table('Whatever reporters are named', await all(REPORTED_RUNS)),
      table('Shards, merged reports and the gate', await runShards(targets)),
    ].join('\n');
  });
  expect(document).toMatchSnapshot('exit-codes.md');
});
