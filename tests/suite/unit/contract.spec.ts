import { expect, test } from '@playwright/test';
import { strictAjv } from '../../../schemas/ajv.ts';
import { Contract } from '../../../schemas/contract.ts';
import { shapes } from '../../../schemas/requirements/shapes.ts';
import { catalogue } from '../../../schemas/requirements.ts';
import { itemOf } from '../support/samples.ts';

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

/** The annotated properties, taken from the components so that a schema used twice counts once. */
const annotated: Annotated[] = Object.values(schemas).flatMap(({ properties = {}, required = [] }) =>
  Object.entries(properties)
    .filter(([, schema]) => schema['x-requirement'])
    .map(([field, schema]) => ({ field, schema, required: required.includes(field) })),
);

test('every schema compiles in strict mode and has examples, all of them valid', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    expect(schema.examples?.length ?? 0, name).toBeGreaterThan(0);
    for (const example of schema.examples ?? []) {
      expect(problems(schema, example), `${name}: ${JSON.stringify(example)}`).toEqual([]);
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

const ITEM = { ...itemOf(1, 'a', 'REPORT', null), meta: {}, calculatedFields: {} };

/** Changes to an item of the workspace, and whether the contract allows them. */
const ITEMS: [change: object, isValid: boolean][] = [
  [{}, true],
  [{ extra: 1 }, true],
  [{ createdAt: '2025-01-02T03:04:05.6-03:30' }, true],
  [{ createdAt: '2025-01-02T03:04:05' }, false],
  [{ createdAt: '2025-02-30' }, false],
  [{ updatedAt: 1_735_787_045 }, false],
  [{ id: 1.5 }, false],
  [{ folderId: 1.5 }, true],
  [{ type: 'report' }, false],
  [{ createdBy: null }, false],
  [{ slug: null, user: null, publishedDashboard: null }, true],
  [{ user: { id: 1 } }, false],
  [{ dashboardDraft: { widgets: [{ id: 'w', type: 'TEXT' }] } }, false],
];

test('of an item, the contract allows what the interface shows, and more', () => {
  for (const [change, isValid] of ITEMS)
    expect(
      problems(schemas.Workbook as object, { ...ITEM, ...change }).length === 0,
      JSON.stringify(change),
    ).toBe(isValid);
});

const EXTERNAL = { deploymentId: 1, externalId: 'viewer-1' };
const INTERNAL = { deploymentId: 1, internalId: 'ada' };
const CREATOR = { ...EXTERNAL, creatorMode: true, embedTenantName: 'customer-one' };
const GROUP = { groupDefinitions: [{ name: 'authors' }] };
const ATTRIBUTE = { userAttributeDefinitions: [{ name: 'region', type: 'string' }] };

/** Valid bodies of sessions, and changes to each that make it invalid. `undefined` removes a field. */
const SESSIONS: readonly (readonly [body: object, ...changes: object[]])[] = [
  [
    EXTERNAL,
    { internalId: 'ada' },
    { externalId: undefined },
    { externalID: 'viewer' },
    { externalId: 'zoË' },
  ],
  [{ ...EXTERNAL, settings: {}, groups: [] }, { settings: { showDashboardchat: true } }],
  [{ ...EXTERNAL, userProfile: {} }, { userProfile: { name: 'Ada' } }],
  [INTERNAL, { groups: [] }, { userAttributes: [] }, { securityContext: {} }, { userProfile: {} }],
  ...[GROUP, ATTRIBUTE].map((definitions): [object, ...object[]] => [
    { ...CREATOR, ...definitions },
    ...[{ ...INTERNAL, externalId: undefined }, { creatorMode: undefined }, { creatorMode: false }],
    { embedTenantName: undefined },
  ]),
  [{ ...CREATOR, ...GROUP }, { groupDefinitions: [{ name: 'a' }, { name: 'a' }] }],
];

test('of session requests, the contract allows what the interface does', () => {
  const isValid = (body: object): boolean =>
    contract.judgeRequest('generateSession', {}, JSON.parse(JSON.stringify(body))).length === 0;
  expect(SESSIONS.map(([body]) => body).filter((body) => !isValid(body))).toEqual([]);
  const wrong = SESSIONS.flatMap(([body, ...changes]) => changes.map((change) => ({ ...body, ...change })));
  expect(wrong.filter(isValid)).toEqual([]);
});

test('queries of the workspace listing are judged', () => {
  const isValid = (query: object): boolean =>
    contract.judgeRequest('workspaceObjects', { ...query }, undefined).length === 0;
  const right = [
    {},
    { first: 1, after: 'MQ==', folderId: 2n ** 62n, search: '%' },
    { types: ['FOLDER', 'REPORT'], orderByField: 'viewer_last_viewed_at', orderByDirection: 'DESC' },
  ];
  const wrong = [
    ...[{ first: 0 }, { first: 1.5 }, { first: -(2n ** 62n) }, { folderId: 'root' }],
    ...[{ types: ['folder'] }, { orderByField: 'updatedAt' }, { orderByDirection: 'asc' }, { order: 'name' }],
  ];
  expect(right.filter((query) => !isValid(query))).toEqual([]);
  expect(wrong.filter(isValid)).toEqual([]);
});
