import { fileURLToPath } from 'node:url';
import SwaggerParser from '@apidevtools/swagger-parser';
import { expect, test } from '@playwright/test';
import type { OpenAPIV3_1 } from 'openapi-types';
import { strictAjv } from '../../../schemas/ajv.ts';
import { Contract } from '../../../schemas/contract.ts';
import { shapes } from '../../../schemas/requirements/shapes.ts';
import { catalogue } from '../../../schemas/requirements.ts';

const FILE = fileURLToPath(new URL('../../../schemas/openapi.yaml', import.meta.url));

/** A schema of the contract, as far as these tests read it. */
interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  examples?: unknown[];
  'x-requirement'?: string;
}

/** A property with an `x-requirement`, its name, and whether its object requires it. */
interface Annotated {
  field: string;
  schema: Schema;
  required: boolean;
}

const contract = await Contract.load();
const ajv = strictAjv();
const schemas = (contract.document.components?.schemas ?? {}) as Record<string, Schema>;

/** What a schema finds wrong with a value, one line each. */
function problems(schema: object, value: unknown): string[] {
  const validate = ajv.compile(schema);
  return validate(value) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`);
}

/** Every object inside a document, with its path. A value that occurs twice is yielded twice. */
function* objects(node: unknown, path = ''): Generator<[string, Record<string, unknown>]> {
  if (typeof node !== 'object' || node === null) return;
  yield [path, node as Record<string, unknown>];
  for (const [key, value] of Object.entries(node)) yield* objects(value, `${path}/${key}`);
}

/** The annotated properties, taken from the components so that a schema used twice counts once. */
const annotated: Annotated[] = Object.values(schemas).flatMap(({ properties = {}, required = [] }) =>
  Object.entries(properties)
    .filter(([, schema]) => schema['x-requirement'])
    .map(([field, schema]) => ({ field, schema, required: required.includes(field) })),
);

test('the contract is a valid OpenAPI 3.1.0 document of interface version 1.0.0', async () => {
  const document = (await SwaggerParser.validate(FILE)) as OpenAPIV3_1.Document;
  expect(document.openapi).toBe('3.1.0');
  expect(document.info.version).toBe('1.0.0');
});

test('every schema compiles in strict mode and has examples, all of them valid', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    expect(schema.examples?.length ?? 0, name).toBeGreaterThan(0);
    for (const example of schema.examples ?? []) {
      expect(problems(schema, example), `${name}: ${JSON.stringify(example)}`).toEqual([]);
    }
  }
});

test('every described payload has examples, all of them valid', () => {
  for (const [path, node] of objects(contract.document.paths)) {
    const media = node as OpenAPIV3_1.MediaTypeObject;
    if (!/\/content\/[^/]+\/[^/]+$/.test(path) || Object.keys(media.schema ?? {}).length === 0) continue;
    expect(Object.keys(media.examples ?? {}), path).not.toEqual([]);
    for (const [name, example] of Object.entries(media.examples ?? {})) {
      const { value } = example as OpenAPIV3_1.ExampleObject;
      expect(problems(media.schema as object, value), `${path}/${name}`).toEqual([]);
    }
  }
});

test('every operation names its security scheme, its family and its refusal', () => {
  for (const item of Object.values(contract.document.paths ?? {})) {
    for (const operation of [item?.get, item?.post, item?.delete]) {
      if (!operation) continue;
      const id = String(operation.operationId);
      expect(operation.security, id).toHaveLength(1);
      expect(['platform', 'data', 'ai'], id).toContain((operation as { 'x-family'?: string })['x-family']);
      expect(Object.keys(operation.responses ?? {}), id).toContain('4XX');
    }
  }
});

test('every operation of the interface has a requirement that it refuses callers without valid credentials', () => {
  const ids = new Set(catalogue.map((row) => row.id));
  const missing = contract.operations
    .map(({ id }) => `auth-${id.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-refuses-strangers`)
    .filter((id) => !ids.has(id));
  // The interface lists the collections of SCIM, whose rows also judge single resources. It does not list discovery
  // documents, and RFC 7644 section 4 lets everyone read them.
  expect(missing).toEqual(
    ['user', 'group', 'service-provider-config', 'resource-types', 'schemas'].map(
      (what) => `auth-scim-get-${what}-refuses-strangers`,
    ),
  );
});

test('each Authorization header has the prefix that the interface gives', () => {
  const header = (id: string): string => contract.operation(id).scheme.prefix;
  expect(header('workspaceObjects')).toBe('Bearer ');
  expect(header('scimListUsers')).toBe('Bearer ');
  expect(header('generateSession')).toBe('Api-Key ');
  expect(header('listEmbedTenantGroups')).toBe('Api-Key ');
  expect(header('aiStreamChatState')).toBe('Api-Key ');
  expect(header('dataLoad')).toBe('');
});

test('every x-requirement is in the catalogue', async () => {
  const ids = new Set(catalogue.map((row) => row.id));
  const raw = await SwaggerParser.parse(FILE);
  const used = [...objects(raw)].flatMap(([path, node]) =>
    'x-requirement' in node ? [[path, String(node['x-requirement'])] as const] : [],
  );
  expect(used.length).toBeGreaterThan(shapes.length);
  expect(used.filter(([, id]) => !ids.has(id))).toEqual([]);
});

test('every field of the tables is annotated once, and is required and nullable as its row says', () => {
  for (const row of shapes) {
    const found = annotated.filter(({ schema }) => schema['x-requirement'] === row.id);
    expect(found, row.id).toHaveLength(1);
    const { field, schema, required } = found[0] as Annotated;
    expect(row.source.endsWith(`, ${field}`), `${row.id} is annotated on ${field}`).toBe(true);
    expect(required, `${row.id}: required`).toBe(row.field.isRequired);
    expect(problems(schema, null).length === 0, `${row.id}: null`).toBe(/\bor null\b/.test(row.statement));
  }
});

/** Items of the workspace that differ from this one in one field, and whether the contract allows them. */
const ITEM = {
  id: 1,
  deploymentId: 1,
  name: 'a',
  type: 'REPORT',
  meta: {},
  calculatedFields: {},
  createdAt: '2025-01-02',
  updatedAt: '2025-01-02T03:04:05Z',
};
const ITEMS: [name: string, change: object, valid: boolean][] = [
  ['as the table says', {}, true],
  ['with an additional field', { extra: 1 }, true],
  ['with an offset', { createdAt: '2025-01-02T03:04:05.6-03:30' }, true],
  ['without an offset', { createdAt: '2025-01-02T03:04:05' }, false],
  ['on a day that does not exist', { createdAt: '2025-02-30' }, false],
  ['with a time stamp in seconds', { updatedAt: 1_735_787_045 }, false],
  ['with a fraction as id', { id: 1.5 }, false],
  ['with a fraction as folderId', { folderId: 1.5 }, true],
  ['of a lowercase type', { type: 'report' }, false],
  ['with null in a field that is not nullable', { createdBy: null }, false],
  ['with null in nullable fields', { slug: null, user: null, publishedDashboard: null }, true],
  ['with an incomplete owner', { user: { id: 1 } }, false],
  ['with a widget off the grid', { dashboardDraft: { widgets: [{ id: 'w', type: 'TEXT' }] } }, false],
];

for (const [name, change, valid] of ITEMS) {
  test(`an item ${name} is ${valid ? 'allowed' : 'a violation'}`, () => {
    expect(problems(schemas.Workbook as object, { ...ITEM, ...change }).length === 0).toBe(valid);
  });
}
