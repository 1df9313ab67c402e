import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import type { Contract } from '../../../schemas/contract.ts';
import { loadContract } from '../../../schemas/load-contract.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';

/** The contract as an overlay with these actions changes it. */
const overlaid = (actions: string): Promise<Contract> =>
  withContent(`overlay: 1.0.0\ninfo: { title: Next, version: 1.2.0 }\nactions:\n${actions}`);

const withContent = (content: string): Promise<Contract> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'next.yaml');
    await writeFile(file, content);
    return loadContract(file);
  });

const TYPES = '$.components.schemas.WorkspaceItemType';
const ITEM = '$.components.schemas.Workbook';

const item = (change: object): object => ({
  id: 1,
  deploymentId: 1,
  name: 'a',
  type: 'REPORT',
  meta: {},
  calculatedFields: {},
  createdAt: '2025-01-02',
  updatedAt: '2025-01-02',
  ...change,
});

/** What a contract does not allow in a page with one item. */
const problems = (contract: Contract, change: object) =>
  contract.judgeAnswer(
    'workspaceObjects',
    {
      status: 200,
      mediaType: 'application/json',
      json: { items: [item(change)], pageInfo: { hasNextPage: false, hasPreviousPage: false } },
    },
    () => {},
  );

test('a value that an overlay appends to an enumeration is allowed, and others still are not', async () => {
  const plain = await loadContract(undefined);
  const next = await overlaid(`  - { target: ${TYPES}.enum, update: DASHBOARD_X }`);
  expect(problems(plain, { type: 'DASHBOARD_X' })).toMatchObject([
    { requirement: 'workspace-item-type', unlisted: true },
  ]);
  expect(problems(next, { type: 'DASHBOARD_X' })).toEqual([]);
  expect(problems(next, { type: 'SHORTCUT' })).toMatchObject([{ requirement: 'workspace-item-type' }]);
  expect(problems(next, { type: 7 })[0]).not.toHaveProperty('unlisted');
  expect(plain.overlay).toBeUndefined();
  expect(next.overlay).toEqual({
    file: 'next.yaml',
    title: 'Next',
    version: '1.2.0',
    digest: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('objects are merged, what is removed is gone, and actions are applied in their order', async () => {
  const next = await overlaid(`
  - target: ${ITEM}.properties
    update: { colour: { type: string, x-requirement: workspace-item-meta } }
  - target: ${TYPES}.enum
    remove: true
  - target: ${TYPES}
    update: { enum: [FOLDER, REPORT] }
  - target: $.paths.*.get.parameters[?@.name == 'search' || @.name == 'types']
    remove: true`);
  expect(problems(next, { colour: 1 })).toMatchObject([{ requirement: 'workspace-item-meta' }]);
  expect(problems(next, { type: 'WORKBOOK' })).toHaveLength(1);
  expect(problems(next, { type: 'FOLDER' })).toEqual([]);
  expect(next.operation('workspaceObjects').parameters.map(({ name }) => name)).toEqual([
    'deploymentId',
    'folderId',
    'orderByField',
    'orderByDirection',
    'after',
    'first',
  ]);
});

/** [what is wrong, the actions, what the sentence says behind the file's name]. */
const WRONG_ACTIONS: readonly (readonly [string, string, RegExp])[] = [
  [
    'a target that matches nothing',
    `  - { target: ${TYPES}.enum, update: X }\n  - { target: $.components.schemas.Wokbook, remove: true }`,
    /, actions\[1\] with the target \$\.components\.schemas\.Wokbook: it matches nothing in the contract: is it misspelt\?/,
  ],
  [
    'a target that is no JSONPath',
    '  - { target: "$.paths[", remove: true }',
    /, actions\[0\] .*: it is no JSONPath \(RFC 9535\): /,
  ],
  [
    'a target that is a text',
    '  - { target: $.info.title, update: X }',
    /actions\[0\] .*: it selects neither object nor array/,
  ],
  ['a removal of everything', '  - { target: $, remove: true }', /: the whole contract cannot be removed/],
  [
    'a text for an object',
    `  - { target: ${ITEM}, update: X }`,
    /: it selects an object, so that update must be an object, too/,
  ],
  [
    'an object for an array',
    `  - { target: ${ITEM}, update: { required: { id: true } } }`,
    /: "required" is an array in the contract, and an object in update/,
  ],
  [
    'a misspelt type',
    `  - { target: ${ITEM}.properties.id, update: { type: intger } }`,
    /: the contract does not compile: /,
  ],
  [
    'a reference to nothing',
    `  - { target: ${ITEM}.properties, update: { x: { $ref: '#/components/schemas/X' } } }`,
    /: the contract does not compile: /,
  ],
  [
    'a field that is gone',
    `  - { target: ${TYPES}.enum, update: X }\n  - { target: ${ITEM}.properties.slug, remove: true }\n  - { target: ${TYPES}.enum, update: Y }`,
    /, actions\[1\] .*: the field items\[\]\.slug of workspaceObjects belongs to workspace-item-slug no longer: keep the field and its x-requirement/,
  ],
  [
    'a field of another owner',
    `  - { target: ${ITEM}.properties.slug, update: { x-requirement: workspace-item-name } }`,
    /items\[\]\.slug of workspaceObjects belongs to workspace-item-slug no longer/,
  ],
  [
    'an owner that is no requirement',
    `  - { target: ${ITEM}.properties, update: { x: { type: string, x-requirement: workspace-item-x } } }`,
    /items\[\]\.x of workspaceObjects names workspace-item-x as its x-requirement, which is no requirement/,
  ],
  [
    'an operation that is gone',
    `  - { target: "$.paths['/v1/deployments'].get", remove: true }`,
    /: the contract lacks the operation listDeployments/,
  ],
];

for (const [what, actions, says] of WRONG_ACTIONS)
  test(`an overlay is refused for ${what}`, async () => {
    const { message } = await overlaid(actions).then(
      () => new Error('it was applied'),
      (error: Error) => error,
    );
    expect(message).toMatch(/^CONFORMANCE_OVERLAY: \S*next\.yaml/);
    expect(message).toMatch(says);
    expect(message).not.toContain('\n');
  });

/** [what is wrong, the file, what the sentence says behind the file's name]. */
const WRONG_FILES: readonly (readonly [string, string, string])[] = [
  ['another document', 'openapi: 3.1.0', ' is no Overlay 1.0 document: overlay must be 1.0.0'],
  ['nothing', '', ' is no Overlay 1.0 document: it must be an object'],
  ['neither YAML nor JSON', 'actions: [', ' is neither YAML nor JSON: '],
  [
    'another version',
    'overlay: 1.1.0\ninfo: { title: a, version: b }\nactions: [{ target: $, update: {} }]',
    ' is no Overlay 1.0 document: overlay must be 1.0.0: no other version is read',
  ],
  [
    'a version that is a number',
    'overlay: 1.0.0\ninfo: { title: a, version: 1.0 }\nactions: [{ target: $, update: {} }]',
    ' is no Overlay 1.0 document: info.version must be a text',
  ],
  [
    'a misspelt field',
    'overlay: 1.0.0\ninfo: { title: a, version: b }\nactions: [{ target: $, updaet: {} }]',
    ' is no Overlay 1.0 document: actions[0] has "updaet", which is no field',
  ],
  [
    'no action',
    'overlay: 1.0.0\ninfo: { title: a, version: b }\nactions: []',
    ': actions must hold an action at least',
  ],
];

for (const [what, content, says] of WRONG_FILES)
  test(`an overlay is refused that holds ${what}`, async () => {
    await expect(withContent(content)).rejects.toThrow(says);
  });

test('an overlay that is not there is refused', async () => {
  await expect(loadContract('nowhere/next.yaml')).rejects.toThrow(
    'CONFORMANCE_OVERLAY: nowhere/next.yaml cannot be read: ENOENT',
  );
});
