import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { CREDENTIAL_SETTINGS } from '../../../fixtures/target/settings.ts';
import { blocksIn, withTemporaryFolder } from '../support/files.ts';
import { type Ended, PLAYWRIGHT, runScript } from '../support/run-suite.ts';

/** The recipes of docs/ci.md, without a run of the suite. */

type Variables = Readonly<Record<string, string>>;

/** A step of a job, and an input of the workflow, as far as they are looked at. */
type Step = Readonly<{ name?: string; uses?: string; run?: string; env?: Variables }>;
type Input = Readonly<{ type: string; required?: boolean; default?: string | number }>;

const WORKFLOW_FILE = '.github/workflows/conformance.yml';
const workflow = parse(readFileSync(WORKFLOW_FILE, 'utf8'));
const { inputs: calledInputs, secrets: calledSecrets } = workflow.on.workflow_call as {
  inputs: Readonly<Record<string, Input>>;
  secrets: object;
};
const steps: readonly Step[] = Object.values<{ steps: Step[] }>(workflow.jobs).flatMap((job) => job.steps);
const names = (record: object): string[] => Object.keys(record).sort();

interface Call {
  readonly inputs?: Variables;
  readonly secrets?: Variables;
}

/** The variables of a step as GitHub sets them. What is not given is the empty text. */
function variablesOf(step: Step, { inputs = {}, secrets = {} }: Call): Variables {
  const given = (kind: string, name: string): string | undefined => {
    if (kind === 'secrets') return name in calledSecrets ? (secrets[name] ?? '') : undefined;
    const input = calledInputs[name];
    return input && (inputs[name] ?? String(input.default ?? ''));
  };
  const evaluated = (_: string, expression: string): string => {
    const [, kind = '', name = ''] = /^(inputs|secrets)\.([\w-]+)$/.exec(expression) ?? [];
    const value = expression === 'matrix.shard' ? '2' : given(kind, name);
    if (value === undefined && !expression.startsWith('inputs.baseline &&'))
      throw new Error(`nothing says what ${expression} stands for`);
    return value ?? '';
  };
  return Object.fromEntries(
    Object.entries<string>({ ...workflow.env, ...step.env }).map(([name, text]) => [
      name,
      String(text).replaceAll(/\$\{\{ (.*?) \}\}/g, evaluated),
    ]),
  );
}

/** In place of `npx`: says what it was given. */
const SPY = '#!/bin/sh\necho "arguments: $*"\nenv | grep -E "^(TARGET_|CONFORMANCE_|GITHUB_)" | sort\n';
const GIVEN = { 'base-url': 'https://acme.example/api', credentials: 'TARGET_ACCESS_TOKEN' };

/** Runs the script of a shard with a command that tells its arguments and settings instead of the suite. */
const shardWith = ({ inputs, secrets = {} }: Call): Promise<Ended & { readonly settings: string }> =>
  withTemporaryFolder(async (folder) => {
    const spy = join(folder, 'npx');
    writeFileSync(spy, SPY);
    chmodSync(spy, 0o755);
    const step = steps.find(({ name }) => name === 'Judge');
    if (!step?.run) throw new Error('no step Judge runs a script');
    const env = variablesOf(step, { inputs: { ...GIVEN, ...inputs }, secrets });
    const github = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: '/dev/null', RUNNER_TEMP: folder };
    const path = `${folder}:${process.env.PATH}`;
    const ended = await runScript(step.run, folder, { ...env, ...github, PATH: path });
    const settings = ended.code === 0 ? readFileSync(join(folder, 'settings.env'), 'utf8') : '';
    return { ...ended, settings };
  });

test('GitHub: no expression stands in a script, where it would be run; nothing but the repository is read, and actions have versions', () => {
  expect(steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
  expect(workflow.permissions).toEqual({ contents: 'read' });
  for (const { uses } of steps) expect(uses ?? 'actions/x@v1').toMatch(/^actions\/[\w-]+@v\d+$/);
});

test('GitHub: each credential of the suite is a secret, reaches it when it is named, and otherwise not', async () => {
  expect(names(calledSecrets)).toEqual([...CREDENTIAL_SETTINGS, 'SUITE_TOKEN'].sort());
  const secrets = Object.fromEntries(CREDENTIAL_SETTINGS.map((name) => [name, `value-of-${name}`]));
  for (const name of CREDENTIAL_SETTINGS) {
    const { output } = await shardWith({ inputs: { credentials: name }, secrets });
    expect(output.match(/^TARGET_\w+=value.*/gm)).toEqual([`${name}=value-of-${name}`]);
    expect(output.match(/::warning::/g)).toHaveLength(CREDENTIAL_SETTINGS.length - 1);
  }
});

test('GitHub: a secret that is missing stays empty when it is named, and is removed when it is not', async () => {
  const { code, output } = await shardWith({
    inputs: { credentials: 'TARGET_API_KEY, TARGET_ACCESS_TOKEN' },
  });
  expect(code).toBe(0);
  expect(output.match(/^TARGET_.*/gm)).toEqual([
    'TARGET_ACCESS_TOKEN=',
    'TARGET_API_KEY=',
    'TARGET_BASE_URL=https://acme.example/api',
  ]);
  expect(output).not.toContain('::warning::');
});

test('GitHub: a name that is no secret, and a setting that has an input of its own, end the shard', async () => {
  for (const [inputs, says] of [
    ...['TARGET_API_KEI', 'API_KEY', 'TARGET_ACCESS_TOKEN,$(id)'].map(
      (credentials) => [{ credentials }, 'names what is no secret of this workflow'] as const,
    ),
    ...['CONFORMANCE_REQUIRE=core', ' export TARGET_OFFERS = embed', 'CONFORMANCE_POOL: 1/2'].map(
      (line) => [{ settings: `TARGET_GROUPS='a,b'\n${line}` }, 'would not count'] as const,
    ),
  ]) {
    const { code, output } = await shardWith({ inputs });
    expect(code, output).toBe(1);
    expect(output).toContain(says);
    expect(output).not.toContain('arguments:');
  }
});

test('GitHub: inputs become settings and arguments as they are, and no shell reads them', async () => {
  const { output, settings } = await shardWith({
    inputs: {
      offers: '$(id)',
      settings: "TARGET_GROUPS='a,$(id)'\nTARGET_INTERNAL_ID=\"o'brien\"",
      arguments: '--grep @(a|b)(?![\\w-]) * $(id)',
      shards: '3',
    },
  });
  expect(output).toContain('TARGET_OFFERS=$(id)\n');
  expect(settings).toBe("# The input settings\nTARGET_GROUPS='a,$(id)'\nTARGET_INTERNAL_ID=\"o'brien\"\n");
  // It writes no summary and no annotations of its own.
  expect(output).not.toContain('GITHUB_');
  expect(output).toContain(
    'arguments: playwright test --shard=2/3 --reporter=blob --grep @(a|b)(?![\\w-]) * $(id)\n',
  );
});

test('GitHub: the example of a caller gives what the workflow asks for', () => {
  const page = readFileSync('docs/ci.md', 'utf8');
  const [example] = blocksIn(page, 'yaml').filter((block) => block.includes('uses:'));
  const { uses, with: inputs, secrets } = parse(example ?? '').jobs.conformance;
  expect(uses).toContain(WORKFLOW_FILE);
  expect(names(calledInputs)).toEqual(expect.arrayContaining(names(inputs)));
  expect(inputs.credentials.split(',').sort()).toEqual(names(secrets));
  const required = Object.entries(calledInputs).flatMap(([name, input]) => (input.required ? [name] : []));
  expect(names(inputs)).toEqual(expect.arrayContaining(required));
});

test('Docker: the image holds what it names, and is no root', () => {
  const text = readFileSync('docs/Dockerfile', 'utf8');
  const allowed = readFileSync('.dockerignore', 'utf8').split('\n');
  const copied = [...text.matchAll(/^COPY (.*) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
  expect(copied.map((file) => `!${file}`).sort()).toEqual(allowed.filter((line) => line[0] === '!').sort());
  expect(text.match(/^USER .*/gm)).toEqual(['USER node']);
  expect(text).toContain(`ENTRYPOINT ["node", "${PLAYWRIGHT}", "test"]`);
});
