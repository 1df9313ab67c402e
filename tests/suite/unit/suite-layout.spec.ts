import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { latencyOf } from '../../../fixtures/http/latency.ts';
import { divideProjects, EMBED_PARTS, projectsOf } from '../../../fixtures/run/projects.ts';
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

for (const [how, parts] of [
  ['divides the tests of embed', '4'],
  ['does not', '1'],
] as const)
  test(`every conformance test belongs to one project of a run that ${how}`, () => {
    const projects = projectsOf({ [EMBED_PARTS]: parts });
    const projectsFor = (file: string) =>
      projects.filter(({ testMatch, testIgnore }) => testMatch.test(file) && !testIgnore?.test(file));
    const elsewhere = FILES.filter((file) => projectsFor(file).length !== 1);
    expect(elsewhere).toEqual([]);
    expect(FILES.length).toBeGreaterThan(50);
  });

/** What a run asks of a target whose latency decides nothing. */
const notAsked = (): never => {
  throw new Error('The target was asked.');
};

for (const [how, latency, parts, environment, args] of [
  ['a target that answers soon', async () => 1, '1', {}, []],
  ['a target that answers late', async () => 40, '4', {}, []],
  ['a target that does not answer', async () => undefined, '4', {}, []],
  ['effects that may show late', notAsked, '4', { TARGET_LAG_MS: '1000' }, []],
  ['two workers', notAsked, '1', {}, ['--workers=2']],
  ['a part of the pools', notAsked, '1', { CONFORMANCE_POOL: '1/2' }, []],
  ['few embed tenants', notAsked, '1', { TARGET_EMBED_TENANTS: 'one-tenant,another-tenant' }, []],
  ['what the runner decided before', notAsked, '4', { [EMBED_PARTS]: '4' }, []],
] as const)
  test(`${how}: ${parts === '1' ? 'few' : 'many'} workers`, async () => {
    const decided: NodeJS.ProcessEnv = { ...environment };
    await divideProjects(decided, args, latency);
    expect(decided[EMBED_PARTS]).toBe(parts);
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
