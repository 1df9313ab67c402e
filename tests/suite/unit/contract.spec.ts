import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { Contract } from '../../../schemas/contract.ts';
import { loadContract } from '../../../schemas/load-contract.ts';
import { catalogue } from '../../../schemas/requirements.ts';
import { withTemporaryFolder } from '../support/files.ts';

const contract = await Contract.load();

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

const EXTERNAL = { deploymentId: 1, externalId: 'viewer-1' };
const INTERNAL = { deploymentId: 1, internalId: 'ada' };
const CREATOR = { ...EXTERNAL, creatorMode: true, embedTenantName: 'customer-one' };
const GROUP = { groupDefinitions: [{ name: 'authors' }] };
const ATTRIBUTE = { userAttributeDefinitions: [{ name: 'region', type: 'string' }] };

const SESSIONS: readonly object[] = [
  ...[{ ...EXTERNAL, ...INTERNAL }, { deploymentId: 1 }, { ...EXTERNAL, externalId: 'zoË' }],
  ...[
    { settings: { showDashboardchat: true } },
    { userProfile: { name: 'Ada' } },
    { externalID: 'viewer' },
  ].map((more) => ({ ...EXTERNAL, ...more })),
  ...[{ groups: [] }, { userAttributes: [] }, { securityContext: {} }, { userProfile: {} }].map((more) => ({
    ...INTERNAL,
    ...more,
  })),
  ...[GROUP, ATTRIBUTE].flatMap((definitions) => [
    { ...INTERNAL, creatorMode: true, embedTenantName: 'customer-one', ...definitions },
    { ...CREATOR, creatorMode: false, ...definitions },
    { ...EXTERNAL, creatorMode: true, ...definitions },
  ]),
  { ...CREATOR, groupDefinitions: [{ name: 'a' }, { name: 'a' }] },
];

const QUERIES: readonly object[] = [
  ...[{ first: 0 }, { first: 1.5 }, { first: -(2n ** 62n) }, { folderId: 'root' }],
  ...[{ types: ['folder'] }, { orderByField: 'updatedAt' }, { orderByDirection: 'asc' }, { order: 'name' }],
];

test('requests that the interface does not allow break the contract: that it allows others, the client sees at each', () => {
  const isMinted = (body: object): boolean => contract.judgeRequest('generateSession', {}, body).length === 0;
  expect(SESSIONS.filter(isMinted)).toEqual([]);
  const isListed = (query: object): boolean =>
    contract.judgeRequest('workspaceObjects', { ...query }, undefined).length === 0;
  expect(QUERIES.filter(isListed)).toEqual([]);
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
  await expect(overlaid(update, `target: ${WORKBOOK}.properties.slug, remove: true`)).rejects.toThrow(
    /^CONFORMANCE_OVERLAY: \S*next\.yaml, actions\[1\] .*: the field items\[\]\.slug of workspaceObjects belongs to workspace-item-slug no longer: keep the field and its x-requirement/,
  );
});

test('an overlay changes the place that it names, and none that an anchor of the contract makes its twin', async () => {
  const layouts = '$.components.schemas.DashboardResponsiveLayouts';
  const { document } = await overlaid(`target: ${layouts}.properties.xxs, update: { description: Phones }`);
  const sizes = document.components?.schemas?.DashboardResponsiveLayouts?.properties ?? {};
  expect(Object.keys(sizes).filter((size) => sizes[size] && 'description' in sizes[size])).toEqual(['xxs']);
});
