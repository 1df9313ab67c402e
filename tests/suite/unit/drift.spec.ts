import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { parse } from 'yaml';
import { Contract } from '../../../schemas/contract.ts';
import { compareDescription, describeDrift, operationsToDescribe } from '../../../schemas/drift/compare.ts';
import { readDescription } from '../../../schemas/drift/read-description.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { environment, runNode } from '../support/run-suite.ts';

/** The comparison with a description that a target might publish: the contract's own, changed. */

// biome-ignore lint/suspicious/noExplicitAny: tests reach into documents of every shape.
type Document = any;

type Change = (document: Document) => unknown;

const contract = await Contract.load();
const text = readFileSync('schemas/openapi.yaml', 'utf8');
const published = parse(text) as Document;

/** Lines for what drifts in the contract's own description, changed, or in the one that a change returns. */
async function driftOf(change: Change): Promise<string[]> {
  const document = structuredClone(published);
  const changed = change(document) ?? document;
  const description = await readDescription(JSON.stringify(changed));
  return compareDescription(contract, operationsToDescribe(contract), description).map(describeDrift);
}

const LISTING = '/v1/deployments/{deploymentId}/workspace';
const SESSION = '/v1/embed/generate-session';
const listing = ({ paths }: Document): Document => paths[LISTING].get;
const session = ({ paths }: Document): Document => paths[SESSION].post;
const schemas = ({ components }: Document): Document => components.schemas;

const parameterOf = (document: Document, name: string): Document =>
  listing(document).parameters.find((one: Document) => one.name === name);

/** Does something with every object of a document, the innermost first. */
function everyObject(node: Document, change: (object: Document) => void): void {
  if (typeof node !== 'object' || node === null) return;
  for (const value of Object.values(node)) everyObject(value, change);
  change(node);
}

test('what a description lacks, and what it demands beyond the contract, drifts', async () => {
  const told = await driftOf((document) => {
    const { EmbedSessionRequest, Workbook } = schemas(document);
    const { parameters } = listing(document);
    parameters.splice(parameters.indexOf(parameterOf(document, 'search')), 1);
    const { schema } = parameterOf(document, 'orderByField');
    schema.enum = schema.enum.filter((value: string) => value !== 'created_at');
    delete Workbook.properties.slug;
    EmbedSessionRequest.properties.plan = { type: 'string' };
    EmbedSessionRequest.required.push('plan');
    session(document).security = [{ accessToken: [] }];
  });
  expect(told.sort()).toEqual([
    `GET ${LISTING}: answer items[].slug is missing`,
    `GET ${LISTING}: query orderByField lacks the value "created_at"`,
    `GET ${LISTING}: query search is missing`,
    `POST ${SESSION}: request plan is required, and not in the contract`,
    `POST ${SESSION}: security takes "bearer" in the Authorization header rather than "api-key" in the Authorization header`,
  ]);
});

const SAME: readonly (readonly [what: string, change: Change])[] = [
  [
    'allOf in place of one object',
    (document) => {
      const { properties, required } = schemas(document).Workbook;
      const { id, ...others } = properties;
      schemas(document).Base = { type: 'object', required, properties: { id } };
      schemas(document).Workbook = {
        allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: others }],
      };
    },
  ],
  [
    'a schema that contains itself',
    (document) => {
      schemas(document).Workbook.properties.children = {
        type: 'array',
        items: { $ref: '#/components/schemas/Workbook' },
      };
      schemas(document).DashboardConfig.allOf = [{ $ref: '#/components/schemas/DashboardConfig' }];
    },
  ],
  [
    'another media type of JSON, and status codes',
    (document) => {
      const schema = session(document).responses['2XX'].content['application/json'];
      session(document).responses = {
        201: { content: { 'application/vnd.acme+json; charset=utf-8': schema } },
      };
    },
  ],
  ['nothing about security', (document) => everyObject(document, (object) => void delete object.security)],
];

for (const [what, change] of SAME)
  test(`${what}: nothing drifts`, async () => {
    expect(await driftOf(change)).toEqual([]);
  });

test('what is no description is told, and one from the network makes this machine read no file', async () => {
  for (const [description, says] of [
    ['{"openapi": "3.1.0"', 'is neither JSON nor YAML: '],
    ["openapi: 3.1.0\npaths: { /x: { $ref: '#/components/x' } }", 'is no OpenAPI description: '],
  ] as const)
    await expect(readDescription(description)).rejects.toThrow(says);
  const file = { $ref: './package.json#/scripts' };
  const { paths } = await readDescription(JSON.stringify({ openapi: '3.1.0', paths: { '/x': file } }));
  expect(paths).toEqual({ '/x': file });
});

test('npm run drift exits 0 where nothing drifts, 1 with a table where something does, and 2 without a description', async () => {
  const drift = (content: string): Promise<{ code: number; output: string }> =>
    withTemporaryFolder(async (folder) => {
      const file = join(folder, 'openapi');
      await writeFile(file, content);
      const settings = { ...environment(), DOTENV_CONFIG_PATH: devNull };
      return runNode(['--import', 'tsx', 'schemas/drift/drift-command.ts', file], settings);
    });
  const changed = text.replace('[updated_at, created_at, name,', '[updated_at, name,');
  const [same, other, none] = await Promise.all([drift(text), drift(changed), drift('<!doctype html>')]);
  expect(same).toMatchObject({ code: 0, output: expect.stringContaining('Nothing drifts: ') });
  expect(other).toMatchObject({ code: 1, output: expect.stringMatching(/lacks the value "created_at"$/m) });
  expect(none).toMatchObject({ code: 2, output: expect.stringContaining('is no OpenAPI description') });
});
