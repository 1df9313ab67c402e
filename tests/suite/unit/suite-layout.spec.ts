import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { latencyOf } from '../../../fixtures/http/latency.ts';
import { decideProjects, PROJECTS_OF_RUN, projectsOf } from '../../../fixtures/run/projects.ts';
import { projectFiles } from '../support/files.ts';
import { listen } from '../support/servers.ts';

/**
 * The invariants of ARCHITECTURE.md that can be checked by searching the source; each finding reads `path:line text`.
 * What may import what is in `.dependency-cruiser.cjs`, how long files and functions may be in `biome.json`.
 */

const files = projectFiles('*.ts');
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8').split('\n')]));
const isConformanceTest = (file: string): boolean => /^tests\/(?!suite\/)/.test(file);

// Comments may quote the interface; code may not.
const code = (line: string): string => line.replace(/^\s*(\/\/|\*).*|\s\/\/ .*/, '');

const RULES: [rule: string, isSearched: (file: string) => boolean, wrong: RegExp][] = [
  [
    'conformance tests contain no path and no header scheme',
    isConformanceTest,
    /['"`](\/v1\/|\/scim\/|Bearer |Api-Key )/,
  ],
  [
    'clients and generators never assert',
    (file) => /^fixtures\/.*(-client|arbitrary-.*)\.ts$/.test(file),
    /\bexpect\(|Nonconformance/,
  ],
  [
    'only fixtures/values/json.ts reads and writes JSON, without loss',
    (file) => (isConformanceTest(file) || file.startsWith('fixtures/')) && file !== 'fixtures/values/json.ts',
    /\bJSON\.(parse|stringify)\(|\.json\(\)/,
  ],
  [
    'no conformance test is focused or skipped',
    isConformanceTest,
    /\btest\.(only|skip|fixme|describe\.only)\(/,
  ],
];

for (const [rule, isSearched, wrong] of RULES)
  test(rule, () => {
    const findings = [...sources].flatMap(([file, lines]) =>
      isSearched(file)
        ? lines.flatMap((line, at) => (wrong.test(code(line)) ? [`${file}:${at + 1} ${line.trim()}`] : []))
        : [],
    );
    expect(findings).toEqual([]);
  });

const FILES = files
  .filter((file) => /^tests\/(?!suite\/).*\.spec\.ts$/.test(file))
  .map((file) => resolve(file));

for (const projects of ['1', '3', '7'])
  test(`every conformance test belongs to one project of a run that has ${projects}`, () => {
    const all = projectsOf({ [PROJECTS_OF_RUN]: projects });
    expect(all).toHaveLength(Number(projects));
    const projectsFor = (file: string) =>
      all.filter(({ testMatch, testIgnore }) => testMatch.test(file) && !testIgnore?.test(file));
    const elsewhere = FILES.filter((file) => projectsFor(file).length !== 1);
    expect(elsewhere).toEqual([]);
    expect(FILES.length).toBeGreaterThan(50);
    // All have the same one, whose groups these tests change.
    const ofUnusualUser = FILES.filter(
      (file) => /\/embed\//.test(file) && /unusualUser/.test(readFileSync(file, 'utf8')),
    );
    expect(new Set(ofUnusualUser.flatMap(projectsFor)).size).toBe(1);
  });

/** What a run asks of a target whose latency decides nothing. */
const notAsked = (): never => {
  throw new Error('The target was asked.');
};

for (const [how, latency, processors, projects, environment, args] of [
  ['a target that answers soon', async () => 1, 8, '3', {}, []],
  ['a target that answers soon, on two processors', async () => 1, 2, '1', {}, []],
  ['a target that answers late', async () => 40, 2, '7', {}, []],
  ['a target that does not answer', async () => undefined, 2, '7', {}, []],
  ['effects that may show late', notAsked, 2, '7', { TARGET_LAG_MS: '1000' }, []],
  ['one worker', notAsked, 8, '1', {}, ['--workers=1']],
  ['two workers', notAsked, 2, '3', {}, ['--workers=2']],
  ['many workers', notAsked, 2, '7', {}, ['-j', '7']],
  ['a shard', notAsked, 2, '3', {}, ['--shard=1/2']],
  ['a part of the pools', async () => 40, 8, '3', { CONFORMANCE_POOL: '1/2' }, []],
  ['few embed tenants', async () => 40, 8, '3', { TARGET_EMBED_TENANTS: 'one-tenant,another-tenant' }, []],
  ['what the runner decided before', notAsked, 8, '7', { [PROJECTS_OF_RUN]: '7' }, []],
] as const)
  test(`${how}: ${projects} projects`, async () => {
    const decided: NodeJS.ProcessEnv = { ...environment };
    await decideProjects(decided, args, latency, processors);
    expect(decided[PROJECTS_OF_RUN]).toBe(projects);
  });

test('how late a target answers is asked without a credential', async () => {
  const sent: unknown[] = [];
  const server = createServer(({ headers }, response) => {
    sent.push(headers.authorization);
    setTimeout(() => response.end(), 20);
  });
  const target = {
    TARGET_BASE_URL: `http://127.0.0.1:${await listen(server)}`,
    TARGET_ACCESS_TOKEN: 'token',
  };
  expect(await latencyOf(target)).toBeGreaterThan(15);
  expect(new Set(sent)).toEqual(new Set([undefined]));
  server.close();
});
