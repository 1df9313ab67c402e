import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@playwright/test';
import { conformanceTests, projectsOf } from '../../../fixtures/run/projects.ts';
import { projectFiles } from '../support/files.ts';

/**
 * The invariants of ARCHITECTURE.md that can be checked by searching the source; each finding reads `path:line text`.
 * What may import what is in `.dependency-cruiser.cjs`, how long files and functions may be in `biome.json`.
 */

const files = projectFiles('*.ts').filter((file) => !file.endsWith('.d.ts'));
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
    'oracles send nothing: none of them waits',
    (file) => /^fixtures\/workspace\/(order|collations|page-edges|stretches)/.test(file),
    /\b(async|await|Promise)\b/,
  ],
  [
    'only one file reads and writes JSON, without loss',
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

const FILES = files.map((file) => resolve(file)).filter((file) => conformanceTests.test(file));

for (const [how, environment, args] of [
  ['alone', {}, []],
  ['with a part of the pools', { CONFORMANCE_POOL: '1/2' }, []],
  ['as a shard', {}, ['--shard=1/2']],
  ['with few embed tenants', { TARGET_EMBED_TENANTS: 'one-tenant,another-tenant' }, []],
] as const)
  test(`every conformance test belongs to one project of a run ${how}`, () => {
    const projects = projectsOf({ ...environment }, args);
    const elsewhere = FILES.filter(
      (file) => projects.filter(({ testMatch }) => testMatch.test(file)).length !== 1,
    );
    expect(elsewhere).toEqual([]);
    expect(FILES.length).toBeGreaterThan(50);
  });
