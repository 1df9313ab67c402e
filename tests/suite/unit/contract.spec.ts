import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import type { Report } from '../../../reporters/report.ts';
import { strictAjv } from '../../../schemas/ajv.ts';
import { Contract } from '../../../schemas/contract.ts';
import { loadContract } from '../../../schemas/load-contract.ts';
import type { OverlayDescription } from '../../../schemas/overlay.ts';
import schema from '../../../schemas/report.schema.json' with { type: 'json' };
import { shapes } from '../../../schemas/requirements/shapes.ts';
import { catalogue } from '../../../schemas/requirements.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { allBut, allPassed, EVIDENCE, report } from '../support/samples.ts';

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

/** The contract as an overlay with these actions changes it. */
const overlaid = (...actions: string[]): Promise<Contract> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'next.yaml');
    const lines = ['overlay: 1.0.0', 'info: { title: Next, version: 1.2.0 }', 'actions:'];
    await writeFile(file, [...lines, ...actions.map((action) => `  - { ${action} }`)].join('\n'));
    return loadContract(file);
  });

const TYPES = '$.components.schemas.WorkspaceItemType';
const WORKBOOK = '$.components.schemas.Workbook';

test('an overlay that takes a field away from the requirement that owns it is refused', async () => {
  const update = `target: ${TYPES}.enum, update: X`;
  const { message } = await overlaid(update, `target: ${WORKBOOK}.properties.slug, remove: true`).then(
    () => new Error('it was applied'),
    (error: Error) => error,
  );
  expect(message).toMatch(
    /^CONFORMANCE_OVERLAY: \S*next\.yaml, actions\[1\] .*: the field items\[\]\.slug of workspaceObjects belongs to workspace-item-slug no longer: keep the field and its x-requirement/,
  );
});

const OVERLAY = { file: 'next.yaml', title: 'Next', version: '1.2.0', digest: 'ab'.repeat(32) };

/** The report of a run whose parts were judged with these overlays. */
const judgedWith = (...overlays: readonly (OverlayDescription | undefined)[]): Report => {
  const parts = overlays.map((overlay, index) => ({
    ...(allPassed[index] as TestOutcome),
    evidence: { ...EVIDENCE, ...(overlay ? { overlay } : {}) },
  }));
  return report({}, { outcomes: allBut(...parts) });
};

test('a report names the overlay, and its verdict keeps its words', () => {
  const judged = judgedWith(OVERLAY, OVERLAY);
  expect(judged).toMatchObject({ verdict: 'conformant', overlay: OVERLAY });
  expect(judged.run.errors).toEqual([]);
  expect(strictAjv().validate(schema, judged)).toBe(true);
  expect(judgedWith(undefined).overlay).toBeNull();
});

test('parts that were judged with different overlays are no run', () => {
  for (const other of [undefined, { ...OVERLAY, digest: 'cd'.repeat(32) }]) {
    const judged = judgedWith(OVERLAY, other);
    expect(judged.verdict).toBe('undetermined');
    expect(judged.gate.objections[0]).toMatch(/^parts of the run were judged with different overlays: /);
  }
});
