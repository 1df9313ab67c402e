import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CREDENTIAL_SETTINGS } from '../../../fixtures/target/settings.ts';
import type { Report } from '../../../reporters/report.ts';
import { type Call, readWorkflow, scriptOf } from './github-recipe.ts';
import { readPipeline } from './gitlab-recipe.ts';
import { type Ended, runScript } from './run-script.ts';
import { environment } from './run-suite.ts';

/**
 * Runs the scripts of the recipes as a pipeline does, in the project itself: what they write goes to a folder of the test. What
 * surrounds them on a server (fetching the project, `npm ci`, carrying blobs from job to job) is left out.
 */

type Variables = Readonly<Record<string, string>>;

/** How the jobs of a pipeline ended, and what they left. */
export interface PipelineRun {
  readonly shards: readonly Ended[];
  readonly blobs: readonly string[];
  /** The last job's scripts, in their order. */
  readonly verdict: readonly Ended[];
  /** Undefined where none was written. */
  readonly report: Report | undefined;
}

/** Runs a script that writes to the folder instead of those that it names. */
const runIn = (folder: string, script: string, env: NodeJS.ProcessEnv): Promise<Ended> =>
  runScript(
    script.replaceAll(/\b(?:blob|conformance)-report\b/g, (name) => join(folder, name)),
    '.',
    {
      ...environment(),
      ...env,
      CONFORMANCE_REPORT_DIR: join(folder, 'conformance-report'),
      PLAYWRIGHT_BLOB_OUTPUT_DIR: join(folder, 'blob-report'),
    },
  );

async function leftIn(folder: string): Promise<Pick<PipelineRun, 'blobs' | 'report'>> {
  const blobs = await readdir(join(folder, 'blob-report')).catch(() => []);
  const report = await readFile(join(folder, 'conformance-report/report.json'), 'utf8').catch(
    () => undefined,
  );
  return {
    blobs: blobs.filter((name) => name.endsWith('.zip')).sort(),
    report: report === undefined ? undefined : (JSON.parse(report) as Report),
  };
}

/**
 * What a caller of the GitHub workflow gives who has these settings.
 *
 * @param inputs - further ones, or others
 */
export function callWith(settings: Variables, inputs: Variables = {}): Call {
  const { TARGET_BASE_URL = '', TARGET_OFFERS = '', ...rest } = settings;
  const isSecret = (name: string): boolean => CREDENTIAL_SETTINGS.some((credential) => credential === name);
  const secrets = Object.entries(rest).filter(([name]) => isSecret(name));
  const lines = Object.entries(rest).filter(([name]) => !isSecret(name));
  return {
    secrets: Object.fromEntries(secrets),
    inputs: {
      'base-url': TARGET_BASE_URL,
      offers: TARGET_OFFERS,
      credentials: secrets.map(([name]) => name).join(','),
      settings: lines.map(([name, value]) => `${name}='${value}'`).join('\n'),
      ...inputs,
    },
  };
}

async function onRunner(
  folder: string,
  [job, name]: readonly ['shard' | 'verdict', string],
  call: Call,
): Promise<Ended> {
  const { script, env } = scriptOf(readWorkflow(), job, name, call);
  const temporary = join(folder, `runner-${call.shard ?? 'verdict'}`);
  await mkdir(temporary, { recursive: true });
  return runIn(folder, script, {
    ...env,
    CONFORMANCE_BASELINE: env.CONFORMANCE_BASELINE ? join(folder, env.CONFORMANCE_BASELINE) : '',
    CI: 'true',
    GITHUB_ACTIONS: 'true',
    GITHUB_STEP_SUMMARY: join(temporary, 'summary.md'),
    RUNNER_TEMP: temporary,
  });
}

/** Runs the last job of the GitHub workflow on the blobs in the folder. */
export async function verdictOnGitHub(folder: string, call: Call): Promise<Omit<PipelineRun, 'shards'>> {
  const merge = await onRunner(folder, ['verdict', 'Merge the shards'], call);
  const gate = await onRunner(folder, ['verdict', 'Gate'], call);
  return { verdict: [merge, gate], ...(await leftIn(folder)) };
}

/**
 * Runs the GitHub workflow with two shards.
 *
 * @param folder - for all that it writes; `caller/` in it is the calling repository
 * @param args - for the runner
 */
export async function runOnGitHub(folder: string, call: Call, args: readonly string[]): Promise<PipelineRun> {
  const shards = await Promise.all(
    ['1', '2'].map((shard) => {
      const results = `--output=${join(folder, `results-${shard}`)}`;
      const inputs = { ...call.inputs, arguments: [...args, results].join(' ') };
      return onRunner(folder, ['shard', 'Judge'], { ...call, inputs, shard });
    }),
  );
  return { shards, ...(await verdictOnGitHub(folder, call)) };
}

/**
 * Runs the GitLab pipeline of docs/ci.md.
 *
 * @param folder - for all that it writes
 * @param settings - the variables of the GitLab project, which win over those of the pipeline
 * @param args - for the runner
 */
export async function runOnGitLab(
  folder: string,
  settings: Variables,
  args: readonly string[],
): Promise<PipelineRun> {
  const { shard, verdict, variables } = readPipeline();
  const env = { ...variables, ...settings };
  const total = shard.parallel ?? 1;
  const shards = await Promise.all(
    Array.from({ length: total }, (_, index) => {
      const more = [...args, `--output=${join(folder, `results-${index}`)}`].map((one) => ` '${one}'`);
      const script = shard.script.join('\n').replace(/ --reporter=blob/, (found) => found + more.join(''));
      return runIn(folder, script, { ...env, CI_NODE_INDEX: `${index + 1}`, CI_NODE_TOTAL: `${total}` });
    }),
  );
  const junit = verdict.variables?.PLAYWRIGHT_JUNIT_OUTPUT_FILE ?? '';
  const last = await runIn(folder, verdict.script.join('\n'), {
    ...env,
    PLAYWRIGHT_JUNIT_OUTPUT_FILE: join(folder, junit),
  });
  return { shards, verdict: [last], ...(await leftIn(folder)) };
}
