import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import pLimit from 'p-limit';
import { withTemporaryFolder } from '../support/files.ts';
import { type Ended, environment, only, PLAYWRIGHT, runNode, runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/servers.ts';

/** The page docs/exit-codes.md is what runs came to. Whole targets are judged in few of them; all take minutes. */

type Settings = Record<string, string>;

/** The settings of two targets, of which one conforms and one breaks two rules. */
interface Targets {
  readonly conforming: Settings;
  readonly broken: Settings;
  /** A folder for files that settings name. */
  readonly folder: string;
  /** A folder into which another run writes. */
  readonly taken: string;
}

/** A situation in which a run may be: what names it in the document, its settings, and arguments of the runner. */
type Situation = readonly [title: string, settings: (targets: Targets) => Settings, args?: readonly string[]];

/** A MUST that the broken target breaks, and one that it keeps; and a SHOULD that it breaks. */
const [BROKEN_MUST, KEPT_MUST] = ['embed-deployment-required', 'embed-session-id'];
const BROKEN_SHOULD = 'workspace-unknown-deployment';
const FAULTS = ['embed-deployment-defaults', 'workspace-unknown-deployment-500'];

const NOWHERE = 'https://127.0.0.1:1';
const without = (settings: Settings, ...names: string[]): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
const withoutDataApi = ({ conforming }: Targets): Settings =>
  without(conforming, 'TARGET_DATA_API_URL', 'TARGET_DATA_API_TOKEN');
const conforming =
  (more: Settings = {}) =>
  (targets: Targets): Settings => ({ ...targets.conforming, ...more });
const alone = (settings: Settings) => (): Settings => settings;
const broken = (targets: Targets): Settings => targets.broken;

const withBaseline = (text: string, settings = broken) => {
  return (targets: Targets): Settings => ({
    ...settings(targets),
    // Written when the run is: see runIn().
    CONFORMANCE_BASELINE: `${targets.folder}/known.yaml`,
    BASELINE_TEXT: text,
  });
};

const KNOWN = `${BROKEN_MUST}: ticket 7`;
const OF_BROKEN = only(BROKEN_MUST);
const OF_DATA = only('auth-data-load-refuses-strangers');
const REFUSED = { TARGET_ACCESS_TOKEN: 'never-issued-by-anybody' };
const PLAIN = { TARGET_BASE_URL: 'http://acme.example/api', TARGET_ACCESS_TOKEN: 'token' };

const SITUATIONS: Readonly<Record<string, readonly Situation[]>> = {
  'Whole runs': [
    ['nothing is set', alone({})],
    ['a target that conforms, and offers a Core Data API that was not tested', withoutDataApi],
    ['a target that breaks a MUST', broken],
  ],
  'Runs that end before anything is judged': [
    [
      'TARGET_BASE_URL is set and empty',
      alone({ TARGET_BASE_URL: '', CONFORMANCE_REQUIRE: 'core,authentication' }),
    ],
    ['a secret is set and empty', conforming({ TARGET_API_KEY: '' })],
    ['a token, and no base address', alone({ TARGET_ACCESS_TOKEN: 'token' })],
    ['CONFORMANCE_REQUIRE, and no target', alone({ CONFORMANCE_REQUIRE: 'core' })],
    ['DOTENV_CONFIG_PATH names no file', alone({ DOTENV_CONFIG_PATH: 'nowhere.env' })],
    ['DOTENV_CONFIG_PATH names a folder', alone({ DOTENV_CONFIG_PATH: 'docs' })],
    ['a setting is misspelt', conforming({ TARGET_ACESS_TOKEN: 'token' })],
    ['the base address is plain HTTP', alone(PLAIN)],
    ['nothing answers', alone({ ...PLAIN, TARGET_BASE_URL: `${NOWHERE}/api` })],
    ['the certificate is not trusted', (targets) => without(targets.conforming, 'NODE_EXTRA_CA_CERTS')],
    ['a credential is refused', conforming(REFUSED)],
    [
      'another run writes its report into the same folder',
      (targets) => ({ ...targets.conforming, CONFORMANCE_REPORT_DIR: targets.taken }),
      only(KEPT_MUST),
    ],
    [
      'the baseline names no requirement',
      withBaseline('embed-deployment-require: ticket 7'),
      only(KEPT_MUST),
    ],
    ['the baseline gives no reason', withBaseline(`${BROKEN_MUST}:`), only(KEPT_MUST)],
  ],
  'Filtered runs': [
    ['what is tested passes', conforming(), only(KEPT_MUST)],
    ['a MUST fails', broken, OF_BROKEN],
    ['a SHOULD fails', broken, only(KEPT_MUST, BROKEN_SHOULD)],
    ['the failure is known', withBaseline(KNOWN), OF_BROKEN],
    [
      'the failure was known until a day that is over',
      withBaseline(`${BROKEN_MUST}: { reason: ticket 7, expires: 2020-12-31 }`),
      OF_BROKEN,
    ],
    [
      'another failure of the requirement is known',
      withBaseline(`${BROKEN_MUST}: { reason: ticket 7, only: an answer without a status }`),
      OF_BROKEN,
    ],
    ['a failure that is known is none', withBaseline(KNOWN, conforming()), OF_BROKEN],
    ['a part of the target does not answer', conforming({ TARGET_DATA_API_URL: `${NOWHERE}/data` }), OF_DATA],
    ['nothing can be tested without a setting that is missing', withoutDataApi, OF_DATA],
    [
      'CONFORMANCE_REQUIRE names more than was tested',
      conforming({ CONFORMANCE_REQUIRE: 'scim' }),
      only(KEPT_MUST, 'scim-paging MUST'),
    ],
    [
      'CONFORMANCE_REQUIRE_CONDITIONS, and filters',
      conforming({ CONFORMANCE_REQUIRE_CONDITIONS: '50%' }),
      only(KEPT_MUST),
    ],
    ['the filter matches nothing', conforming(), only('no-such-requirement')],
    ['tests are listed only', conforming(), ['--list']],
    [
      'the folder of the report cannot be made',
      conforming({ CONFORMANCE_REPORT_DIR: '/proc/nowhere' }),
      only(KEPT_MUST),
    ],
  ],
  // With reporters that print, and that write to files or to the standard output, the runner itself would exit with another code.
  'Whatever reporters are named': ['line', 'junit', 'json,html', 'blob', 'null'].flatMap(
    (reporter): Situation[] => {
      const named = `--reporter=${reporter}`;
      return [
        [`a MUST fails, which is known, ${named}`, withBaseline(KNOWN), [...OF_BROKEN, named]],
        [`nothing can be tested, ${named}`, withoutDataApi, [...OF_DATA, named]],
      ];
    },
  ),
};

const VERDICT =
  /^(?:Embedded target: )?(?:CONFORMANT|NOT CONFORMANT|UNDETERMINED|SHARD \d).*$|^Listed only.*$|^npm run gate.*$|^(?:CONFORMANCE|DOTENV)_\S+ .*$|^\S+ does not pass: .{1,60}/m;
/** A line that ends in a colon is continued by the next one. */
const REASON = /^(?:This (?:run|shard) does not pass:\n)? +(?:does not pass: )?(.*:\n.*|.*)$/m;

/** A cell with a line without what differs between machines, and with the number of requirements. */
function cell(line: string, folder: string): string {
  const text = line
    .replaceAll(folder, '…')
    .replaceAll(/https:\/\/127\.0\.0\.1:(?!1\b)\d+\/creator\/api/g, 'https://…/api')
    .replaceAll(/\d+ of \d+ MUST/g, 'n of m MUST')
    .replaceAll(/and \d+ more/g, 'and more')
    .replaceAll(/process \d+/g, 'process …')
    .replaceAll(/of run [0-9a-f]{12}/g, 'of run …')
    .replaceAll(/\s+/g, ' ')
    .replace(/ Try: curl .*/, '')
    .replaceAll('|', '\\|')
    .trim();
  return text === '' ? '' : `\`${text.replaceAll('`', "'")}\``;
}

/** How a run ended, as a pipeline and a reader of its output see it: a row of the document. */
function rowOf(title: string, { code, output }: Ended, folder: string): string {
  const [verdict = ''] = VERDICT.exec(output) ?? [];
  const reasons = output.slice(output.search(/^This (?:run|shard) does not pass:$|^ +does not pass: /m));
  const [, reason = ''] = (code === 0 ? undefined : REASON.exec(reasons)) ?? [];
  return `| ${title} | ${code} | ${cell(verdict, folder)} | ${cell(reason, folder)} |`;
}

async function runIn([title, settings, args = []]: Situation, targets: Targets): Promise<string> {
  const folder = join(targets.folder, title.replaceAll(/\W+/g, '-'));
  await mkdir(folder, { recursive: true });
  const { BASELINE_TEXT, ...given } = settings({ ...targets, folder });
  if (BASELINE_TEXT) await writeFile(join(folder, 'known.yaml'), BASELINE_TEXT);
  const outputs = {
    PLAYWRIGHT_HTML_OPEN: 'never',
    PLAYWRIGHT_HTML_OUTPUT_DIR: join(folder, 'html'),
    PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob'),
  };
  const ended = await runSuite({ ...outputs, ...given }, args);
  return rowOf(title, { ...ended, output: ended.output.replaceAll(targets.taken, '…/taken') }, folder);
}

/** Runs two shards, merges both and also a single one, and judges the merged reports again. */
async function runShards(targets: Targets): Promise<string[]> {
  // The names of these folders are part of the document.
  const [both, single] = [join(targets.folder, 'shards'), join(targets.folder, 'lone')];
  const env = { ...environment(), DOTENV_CONFIG_PATH: devNull };
  const shard = (part: string, settings: Settings, blobs?: string): Promise<Ended> => {
    const set = { ...settings, ...(blobs ? { PLAYWRIGHT_BLOB_OUTPUT_DIR: blobs } : {}) };
    const args = [...only(BROKEN_MUST, KEPT_MUST), ...(blobs ? ['--reporter=blob'] : [])];
    return runSuite(set, [...args, `--shard=${part}`]);
  };
  const merge = (blobs: string): Promise<Ended> =>
    runNode([PLAYWRIGHT, 'merge-reports', '--reporter=./reporters/conformance.ts', blobs], {
      ...env,
      CONFORMANCE_REPORT_DIR: blobs,
    });
  const gate = (args: readonly string[], settings: Settings = {}): Promise<Ended> =>
    runNode(['--import', 'tsx', 'reporters/gate.ts', ...args], { ...env, ...settings });
  const embedded = join(targets.folder, 'embedded');
  const steps: readonly (readonly [title: string, run: () => Promise<Ended>])[] = [
    ['shard 1 of 2, without --reporter=blob: what it ran passes', () => shard('1/2', targets.conforming)],
    ['shard 1 of 2, where a MUST fails', () => shard('1/2', targets.broken, single)],
    ['merging it alone', () => merge(single)],
    ['shard 1 of 2: what it ran passes', () => shard('1/2', targets.conforming, both)],
    ['shard 2 of 2, beside it: what it ran passes', () => shard('2/2', targets.conforming, both)],
    ['merging both', () => merge(both)],
    ['`npm run gate -- report.json` of both', () => gate([join(both, 'report.json')])],
    [
      'the same with `--run=` and the id of another run',
      () => gate(['--run=0ddba11', join(both, 'report.json')]),
    ],
    [
      'the same with CONFORMANCE_REQUIRE=core',
      () => gate([join(both, 'report.json')], { CONFORMANCE_REQUIRE: 'core' }),
    ],
    ['`npm run gate -- report.json` of one', () => gate([join(single, 'report.json')])],
    [
      'CI=true, and nothing else is set: what is tested passes',
      () => runSuite({ CI: 'true', CONFORMANCE_REPORT_DIR: embedded }, only(KEPT_MUST)),
    ],
    ['`npm run gate -- report.json` of that', () => gate([join(embedded, 'report.json')])],
    ['the same with `--embedded`', () => gate(['--embedded', join(embedded, 'report.json')])],
    ['`npm run gate` of a file that is no report', () => gate(['package.json'])],
    ['`npm run gate` without a file', () => gate([])],
    ['the same with CONFORMANCE_REQUIRE=coer', () => gate([], { CONFORMANCE_REQUIRE: 'coer' })],
    ['the same with CONFORMANCE_REQUIRE=,', () => gate([], { CONFORMANCE_REQUIRE: ',' })],
    ['the same with CONFORMANCE_REQIURE=core', () => gate([], { CONFORMANCE_REQIURE: 'core' })],
    [
      'the same with DOTENV_CONFIG_PATH of a file that is not there',
      () => gate([], { DOTENV_CONFIG_PATH: 'no.env' }),
    ],
  ];
  const rows: string[] = [];
  for (const [title, run] of steps) rows.push(rowOf(title, await run(), targets.folder));
  return rows;
}

const HEAD = `# Exit codes

<!-- Written by \`npx playwright test -c tests/suite exit-codes --update-snapshots\` from runs; the test fails when it is out of date. -->

A run exits 0 when no MUST failed (except those in the baseline) or stayed inconclusive, no entry of the baseline is out of date, and every
profile in \`CONFORMANCE_REQUIRE\` is verified. Otherwise it exits 1. A run that tested nothing, was cut short, could not reach its target or
lost it never exits 0. A filtered run that exits 0 says nothing about the rest of the interface: its verdict is *undetermined*.
Numbers that change with the catalogue are left out here.
`;

const table = (title: string, rows: readonly string[]): string =>
  [
    `## ${title}`,
    '',
    '| situation | exit code | verdict | first reason |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');

/** Starts a target that conforms and one that does not, makes a folder, and lets a test use them. */
const withTargets = <Result>(use: (targets: Targets) => Promise<Result>): Promise<Result> =>
  withTemporaryFolder((folder) =>
    withReference({}, ({ settings }) =>
      withReference({ faults: FAULTS }, async (other) => {
        // This process holds a folder as a run would, for the next hour.
        const taken = join(folder, 'taken');
        await mkdir(taken);
        await writeFile(join(taken, '.run'), String(process.pid));
        const inAnHour = new Date(Date.now() + 3_600_000);
        await utimes(join(taken, '.run'), inAnHour, inAnHour);
        return use({ conforming: settings, broken: other.settings, folder, taken });
      }),
    ),
  );

test('every verdict and exit code is as docs/exit-codes.md says', { tag: '@slow' }, async () => {
  test.setTimeout(900_000);
  const document = await withTargets(async (targets) => {
    const tables: string[] = [];
    for (const [title, situations] of Object.entries(SITUATIONS)) {
      // Each run takes most of a core.
      const rows = await pLimit(2).map(situations, (situation) => runIn(situation, targets));
      tables.push(table(title, rows));
    }
    return [HEAD, ...tables, table('Shards, merged reports and the gate', await runShards(targets))].join(
      '\n',
    );
  });
  expect(document).toMatchSnapshot('exit-codes.md');
});
