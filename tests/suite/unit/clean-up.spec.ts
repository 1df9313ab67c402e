import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  appendTo,
  compact,
  isHeld,
  type LedgerLine,
  ledgerFile,
  openLines,
  RunLedger,
  readLedger,
  writeLines,
} from '../../../fixtures/cleanup/ledger.ts';
import { sweep } from '../../../fixtures/cleanup/sweep.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import { Interference } from '../../../fixtures/target/interference.ts';
import { withTemporaryFolder } from '../support/files.ts';

const RUN = { run: 'run-1', pid: 100, host: 'here' };
const AT = '2026-01-01T12:00:00.000Z';

const group = (name: string, more: Partial<LedgerLine> = {}): LedgerLine => ({
  ...{ kind: 'groups', name, embedTenant: 'conformance-1', ...RUN, at: AT, for: 'embed-tenants-groups-list' },
  ...more,
});

const namesIn = (lines: readonly LedgerLine[]): string[] => lines.map(({ name }) => name);

/** The body of a session that defines a group. */
const defining = (name: string) => ({
  operation: 'generateSession',
  body: {
    deploymentId: 7,
    externalId: 'conformance-user-1',
    embedTenantName: 'conformance-1',
    groupDefinitions: [{ name }],
  },
});

/** Lets a test use the ledger of a run in a file of its own. */
const withLedger = (use: (ledger: RunLedger, file: string) => Promise<void> | void): Promise<void> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'deep', 'ledger.jsonl');
    await use(new RunLedger(file, RUN, (text) => text.replaceAll('s3cret', '$TARGET_API_KEY')), file);
  });

test('what is closed is open no more, in the run that closed it alone', () => {
  const text = writeLines([
    group('a'),
    group('b'),
    group('a', { run: 'run-2' }),
    group('a', { closed: true }),
  ]);
  expect(openLines(text).map(({ run, name }) => [run, name])).toEqual([
    ['run-1', 'b'],
    ['run-2', 'a'],
  ]);
});

test('a line that a crash has cut hides no other line', () => {
  const text = `${writeLines([group('a')])}{"kind":"gro\n${writeLines([group('b')])}`;
  expect(namesIn(openLines(text))).toEqual(['a', 'b']);
});

test('a record is held by a run that may still be going on', () => {
  const own = { run: 'own', pid: 1, host: 'here' };
  const now = new Date('2026-01-01T13:00:00.000Z');
  for (const [what, held, more] of [
    ['of a process that is there', true, { pid: 200 }],
    ['of a process that is gone', false, { pid: 300 }],
    ['of an earlier run that had the same process id', false, { pid: 1 }],
    ['of another machine', true, { pid: 300, host: 'there' }],
    ['of another machine, and too old', false, { host: 'there', at: '2026-01-01T00:00:00.000Z' }],
    ['of the run that asks', false, { run: 'own', pid: 200 }],
  ] as const)
    expect(
      isHeld(group('a', more), own, now, (pid) => [1, 200].includes(pid)),
      what,
    ).toBe(held);
});

test('users, embed tenants and records are noted with what they are for, and no secret', () =>
  withLedger((ledger, file) => {
    ledger.purpose = 'embed-tenants-groups-list';
    ledger.note(defining('conformance-s3cret'));
    expect(openLines(readLedger(file)).map(({ kind, name, for: purpose }) => [kind, name, purpose])).toEqual([
      ['user', 'conformance-user-1', 'embed-tenants-groups-list'],
      ['embed tenant', 'conformance-1', 'embed-tenants-groups-list'],
      ['groups', 'conformance-$TARGET_API_KEY', 'embed-tenants-groups-list'],
    ]);
    expect(readFileSync(file, 'utf8')).not.toContain('s3cret');
  }));

test('what others append while a ledger is compacted is kept', () =>
  withTemporaryFolder(async (folder) => {
    const file = ledgerFile('https://acme.example/api', folder);
    appendTo(file, writeLines([group('a'), group('a', { closed: true }), group('b')]));
    const opened = openSync(file, 'a');
    const done = compact(file);
    writeSync(opened, writeLines([group('c')]));
    appendTo(file, writeLines([group('d')]));
    await done;
    closeSync(opened);
    expect(namesIn(openLines(readLedger(file))).sort()).toEqual(['b', 'c', 'd']);
    expect(readLedger(file).trim().split('\n')).toHaveLength(3);
  }));

const TENANT = 'conformance-1';
const MEMBER = group('', { kind: 'user', name: 'conformance-user-1', deploymentId: 7 });
const GROUP = group('conformance-a');

/** An embed tenant that holds groups. */
function target(groups: readonly { readonly id: number; readonly name: string }[]) {
  let held = [...groups];
  const calls: string[] = [];
  const answer = ({ operation }: Call, json: unknown = {}): Exchange => ({
    operation,
    status: 200,
    json,
    text: '',
    headers: {},
    mediaType: '',
    curl: '',
  });
  const send = async (call: Call): Promise<Exchange> => {
    const id = call.path?.id;
    calls.push(id === undefined ? call.operation : `${call.operation} ${id}`);
    if (call.operation === 'listEmbedTenantGroups') return answer(call, { items: held });
    if (call.operation === 'listEmbedTenantUserAttributes') return answer(call, { items: [] });
    held = held.filter((one) => one.id !== id);
    return answer(call);
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

const watched = [{ kind: 'embed tenant', name: TENANT }] as const;

/** An interference detector for a target on which nothing changes while it is watched. */
const quiet = (): Interference => new Interference(async () => 'always the same', 0);

test('a record that this run never saw, of a name that it never defined, belongs to another run', async () => {
  const interference = quiet();
  interference.noteRecords(TENANT, 'groups', [{ id: 1, name: 'conformance-a' }]);
  interference.checkRecords(TENANT, 'groups', [{ id: 2, name: 'conformance-b' }]);
  expect(await interference.detectAmong(watched)).toMatch(/^another run uses the embed tenant conformance-1/);
});

test('a record of a name that this run defined and no list has shown since is its own', async () => {
  const interference = quiet();
  interference.noteRecords(TENANT, 'groups', []);
  interference.noteDefined(TENANT, 'groups', ['conformance-a']);
  interference.checkRecords(TENANT, 'groups', [{ id: 2, name: 'conformance-a' }]);
  expect(await interference.detectAmong(watched)).toBeUndefined();
});
