import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { projectFiles } from '../support/project-files.ts';

/**
 * The invariants of ARCHITECTURE.md that a look at the source can enforce; each finding reads `path:line text`. Who may import
 * whom is in `.dependency-cruiser.cjs`, how long files and functions may be in `biome.json`.
 */

const files = projectFiles('*.ts').filter((file) => !file.endsWith('.d.ts'));
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8').split('\n')]));

const isConformanceTest = (file: string): boolean => /^tests\/(?!suite\/)/.test(file);

function findings(
  wanted: (file: string) => boolean,
  wrong: (line: string, file: string) => boolean,
): string[] {
  return [...sources]
    .filter(([file]) => wanted(file))
    .flatMap(([file, lines]) =>
      lines.flatMap((line, index) => (wrong(line, file) ? [`${file}:${index + 1} ${line.trim()}`] : [])),
    );
}

test('conformance tests spell no path and no header scheme', () => {
  // Comments quote the interface; code does not.
  const code = (line: string): string => line.replace(/^\s*\/\/.*|\s\/\/ .*/, '');
  expect(
    findings(isConformanceTest, (line) => /['"`](\/v1\/|\/scim\/|Bearer |Api-Key )/.test(code(line))),
  ).toEqual([]);
});

test('clients and generators never assert', () => {
  const wanted = (file: string): boolean => /^fixtures\/(clients|arbitraries)\//.test(file);
  expect(findings(wanted, (line) => /\bexpect\(|Nonconformance/.test(line))).toEqual([]);
});

test('JSON is read and written in one place, without loss', () => {
  const wanted = (file: string): boolean =>
    (isConformanceTest(file) || file.startsWith('fixtures/')) && file !== 'fixtures/values/json.ts';
  expect(findings(wanted, (line) => /\bJSON\.(parse|stringify)\(|\.json\(\)/.test(line))).toEqual([]);
});

test('no test is focused, and none is skipped by hand', () => {
  expect(
    findings(isConformanceTest, (line) => /\btest\.(only|skip|fixme|describe\.only)\(/.test(line)),
  ).toEqual([]);
});
