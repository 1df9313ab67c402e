import { readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, test } from '@playwright/test';
import { projectFiles } from '../end-to-end/run.ts';

/** The invariants of ARCHITECTURE.md that a look at the source can enforce. Each finding reads `path:line text`. */

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

/** The file that a relative import names, from the project's root. */
function importedBy(file: string, line: string): string | undefined {
  const path = /(?:from|import\() ?'(\.[^']+)'/.exec(line)?.[1];
  return path && posix.normalize(posix.join(posix.dirname(file), path));
}

const ALLOWED: Record<string, RegExp> = {
  schemas: /^schemas\//,
  fixtures: /^(fixtures|schemas)\//,
  reporters: /^(reporters|schemas|package\.json)/,
};

for (const [folder, allowed] of Object.entries(ALLOWED)) {
  test(`${folder} imports only what lies below it`, () => {
    const wrong = findings(
      (file) => file.startsWith(`${folder}/`),
      (line, file) => {
        const imported = importedBy(file, line);
        return imported !== undefined && !allowed.test(imported);
      },
    );
    expect(wrong).toEqual([]);
  });
}

test('conformance tests import the fixtures index and nothing else of ours', () => {
  const wrong = findings(isConformanceTest, (line, file) => {
    const imported = importedBy(file, line);
    return imported !== undefined && imported !== 'fixtures/index.ts';
  });
  expect(wrong).toEqual([]);
});

test('the embedded target is never consulted when a target is judged', () => {
  const judges = (file: string): boolean =>
    isConformanceTest(file) ||
    (/^(fixtures|reporters)\//.test(file) && !file.startsWith('fixtures/reference/'));
  expect(
    findings(judges, (line, file) => importedBy(file, line)?.startsWith('fixtures/reference/') ?? false),
  ).toEqual([]);
});

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

test('files stay small', () => {
  const long = [...sources]
    .filter(([, lines]) => lines.length > 260)
    .map(([file, lines]) => `${file}: ${lines.length} lines`);
  expect(long).toEqual([]);
});
