import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readDescription } from '../../../../schemas/drift/read-description.ts';
import { environment, runNode } from '../../support/run-suite.ts';
import { withTemporaryFolder } from '../../support/temporary-folder.ts';

/** Runs `npm run drift` with files of these contents. */
const drift = (...contents: readonly string[]): Promise<{ code: number; output: string }> =>
  withTemporaryFolder(async (folder) => {
    const files = contents.map((_, index) => join(folder, `openapi-${index}`));
    for (const [index, file] of files.entries()) await writeFile(file, contents[index] ?? '');
    return runNode(['--import', 'tsx', 'schemas/drift/drift-command.ts', ...files], {
      ...environment(),
      DOTENV_CONFIG_PATH: join(folder, 'none'),
    });
  });

const contract = await readFile('schemas/openapi.yaml', 'utf8');

test('nothing drifts: exit 0', async () => {
  const { code, output } = await drift(contract);
  expect(output).toMatch(/^Nothing drifts: \S*openapi-0 describes 7 operations as the contract does\.$/m);
  expect(code).toBe(0);
});

test('something drifts: a table, exit 1', async () => {
  const { code, output } = await drift(
    contract
      .replace('/v1/embed/generate-session:', '"/v1/embed/\u001b[2Jsession":')
      .replace('[updated_at, created_at, name,', '[updated_at, name,'),
  );
  const [head, ...lines] = output.trimEnd().split('\n');
  expect(head).toMatch(/^operation +where +drift$/);
  expect(lines[0]).toMatch(
    /^GET \/v1\/deployments\/\{deploymentId\}\/workspace +query orderByField +lacks the value "created_at"$/,
  );
  expect(lines[1]).toMatch(
    /^POST \/v1\/embed\/generate-session +the operation +is missing; the nearest is POST /,
  );
  expect(lines.at(-1)).toMatch(/openapi-0 differs from the contract in 2 places\.$/);
  expect(output).not.toContain('\u001b');
  expect(code).toBe(1);
});

test('no description, or none that can be read: one sentence, exit 2', async () => {
  expect(await drift('<!doctype html><title>App</title>')).toMatchObject({
    code: 2,
    output: expect.stringMatching(/openapi-0 is no OpenAPI description: it holds no object\.$/m),
  });
  expect(await drift()).toMatchObject({
    code: 2,
    output: expect.stringMatching(/name the OpenAPI description/),
  });
});

/** [what is read, what is said of it]. */
const NONE: readonly (readonly [string, string])[] = [
  ['{"openapi": "3.1.0"', 'is neither JSON nor YAML: '],
  ['', 'is no OpenAPI description: it holds no object'],
  ['[]', 'is no OpenAPI description: it holds no object'],
  ['swagger: "2.0"\npaths: {}', 'is no description of OpenAPI 3.0 or 3.1: its version is 2.0'],
  ['openapi: 3.2.0\npaths: {}', 'is no description of OpenAPI 3.0 or 3.1: its version is 3.2.0'],
  ['name: x', 'is no description of OpenAPI 3.0 or 3.1: it names no version'],
  ['openapi: 3.1.0', 'it has no paths'],
  ["openapi: 3.1.0\npaths: { /x: { $ref: '#/components/x' } }", 'is no OpenAPI description: '],
];

for (const [text, says] of NONE)
  test(`what is no description is told: ${JSON.stringify(text)}`, async () => {
    await expect(readDescription(text)).rejects.toThrow(says);
  });

test('a description from the network makes this machine read no file', async () => {
  const { paths } = await readDescription(
    "openapi: 3.1.0\npaths: { /x: { $ref: './package.json#/scripts' } }",
  );
  expect(paths).toEqual({ '/x': { $ref: './package.json#/scripts' } });
});
