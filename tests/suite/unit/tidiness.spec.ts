import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { projectFiles } from '../support/project-files.ts';

/**
 * The invariants of ARCHITECTURE.md that can be checked by searching the source; each finding reads `path:line text`.
 * What may import what is in `.dependency-cruiser.cjs`, how long files and functions may be in `biome.json`.
 */

const files = projectFiles('*.ts').filter((file) => !file.endsWith('.d.ts'));
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8').split('\n')]));

const isConformanceTest = (file: string): boolean => /^tests\/(?!suite\/)/.test(file);

function findings(
  isSearched: (file: string) => boolean,
  isWrong: (line: string, file: string) => boolean,
): string[] {
  return [...sources]
    .filter(([file]) => isSearched(file))
    .flatMap(([file, lines]) =>
      lines.flatMap((line, index) => (isWrong(line, file) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
}

test('conformance tests contain no path and no header scheme', () => {
  // Comments may quote the interface; code may not.
  const code = (line: string): string => line.replace(/^\s*\/\/.*|\s\/\/ .*/, '');
  expect(
    findings(isConformanceTest, (line) => /['"`](\/v1\/|\/scim\/|Bearer |Api-Key )/.test(code(line))),
  ).toEqual([]);
});

test('clients and generators never assert', () => {
  const isSearched = (file: string): boolean => /^fixtures\/.*(-client|arbitrary-.*)\.ts$/.test(file);
  expect(findings(isSearched, (line) => /\bexpect\(|Nonconformance/.test(line))).toEqual([]);
});

test('oracles send nothing: none of them waits', () => {
  const isSearched = (file: string): boolean =>
    /^fixtures\/workspace\/(order|listing|collations|page-edges|stretches)/.test(file);
  expect(findings(isSearched, (line) => /\b(async|await|Promise)\b/.test(line))).toEqual([]);
});

test('only one file reads and writes JSON, without loss', () => {
  const isSearched = (file: string): boolean =>
    (isConformanceTest(file) || file.startsWith('fixtures/')) && file !== 'fixtures/values/json.ts';
  expect(findings(isSearched, (line) => /\bJSON\.(parse|stringify)\(|\.json\(\)/.test(line))).toEqual([]);
});

test('no conformance test is focused or skipped', () => {
  expect(
    findings(isConformanceTest, (line) => /\btest\.(only|skip|fixme|describe\.only)\(/.test(line)),
  ).toEqual([]);
});
