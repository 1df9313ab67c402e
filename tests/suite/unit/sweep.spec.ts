import { expect, test } from '@playwright/test';
import type { LedgerLine } from '../../../fixtures/cleanup/ledger.ts';
import { SweepEnded, sweep } from '../../../fixtures/cleanup/sweep.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';

const RUN = { run: 'run-1', pid: 100, host: 'here', at: '2026-01-01T12:00:00.000Z', for: 'embed-some-rule' };
const TENANT = 'conformance-1';
const MEMBER: LedgerLine = {
  ...{ kind: 'user', name: 'conformance-user-1', embedTenant: TENANT, deploymentId: 7, ...RUN },
};
const GROUP: LedgerLine = { kind: 'groups', name: 'conformance-a', embedTenant: TENANT, ...RUN };

interface Listed {
  readonly id: number;
  readonly name: string;
}

/** An embed tenant that holds groups, whose deletion may be refused. */
function target(groups: readonly Listed[], refuses: (id: unknown) => boolean = () => false) {
  let held = [...groups];
  const calls: string[] = [];
  const answer = ({ operation }: Call, status: number, json: unknown = {}): Exchange => {
    const text = status === 200 ? '' : 'no';
    return { operation, status, json, text, headers: {}, mediaType: '', curl: `curl of ${operation}` };
  };
  const send = async (call: Call): Promise<Exchange> => {
    const id = call.path?.id;
    calls.push(id === undefined ? call.operation : `${call.operation} ${id}`);
    if (call.operation === 'listEmbedTenantGroups') return answer(call, 200, { items: held });
    if (call.operation === 'listEmbedTenantUserAttributes') return answer(call, 200, { items: [] });
    if (refuses(id)) return answer(call, 409);
    held = held.filter((one) => one.id !== id);
    return answer(call, 200);
  };
  const curlOf = ({ operation }: Call): string => `curl of ${operation}`;
  return { send, curlOf, calls, names: () => held.map(({ name }) => name) };
}

test('memberships end before groups are deleted', async () => {
  const there = target([{ id: 1, name: 'conformance-a' }]);
  await sweep(there, [MEMBER, GROUP]);
  const [first, second, third] = there.calls;
  expect([first, second, third]).toEqual([
    'listEmbedTenantGroups',
    'generateSession',
    'deleteEmbedTenantGroup 1',
  ]);
});

test('records that neither the ledger nor the prefix knows stay', async () => {
  const there = target([
    { id: 1, name: 'conformance-z' },
    { id: 2, name: 'Sales' },
    { id: 3, name: 'known' },
  ]);
  const { removed, left, gone } = await sweep(there, [GROUP, { ...GROUP, name: 'known' }]);
  expect(there.names()).toEqual(['Sales']);
  expect(removed).toEqual([
    'groups record 1 of embed tenant conformance-1',
    'groups record 3 of embed tenant conformance-1',
  ]);
  expect(left).toEqual([]);
  expect(gone).toHaveLength(2);
});

test('where the ledger knows of nothing, nothing is asked', async () => {
  const there = target([{ id: 1, name: 'conformance-a' }]);
  await sweep(there, [MEMBER]);
  expect(there.calls).toEqual([]);
});

test('what cannot be deleted is told with the curl line that would', async () => {
  const there = target([{ id: 1, name: 'conformance-a' }], (id) => id === 1);
  const { left, gone } = await sweep(there, [GROUP]);
  expect(left).toEqual([
    'groups record 1 of embed tenant conformance-1: deleteEmbedTenantGroup answered 409 no; to delete it: curl of deleteEmbedTenantGroup',
  ]);
  expect(gone).toEqual([]);
});

test('what was not reached is told, with what to do', async () => {
  const there = { ...target([]), send: () => Promise.reject(new SweepEnded('it took longer than 2 s')) };
  const { left } = await sweep(there, [MEMBER, GROUP]);
  expect(left).toEqual([
    'groups record "conformance-a" of embed tenant conformance-1, defined for embed-some-rule, may be left: it took longer than 2 s; "npm run cleanup" tries again; to list it: curl of listEmbedTenantGroups',
  ]);
});
