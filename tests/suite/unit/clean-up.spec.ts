import { closeSync, openSync, writeSync } from 'node:fs';
import type { RequestListener } from 'node:http';
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
import { cleanUpTarget, sweep } from '../../../fixtures/cleanup/sweep.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import { Interference } from '../../../fixtures/target/interference.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { answered } from '../support/samples.ts';
import { clientAgainst } from '../support/servers.ts';

const RUN = { run: 'run-1', pid: 100, host: 'here' };
const AT = '2026-01-01T12:00:00.000Z';

const group = (name: string, more: Partial<LedgerLine> = {}): LedgerLine => ({
  ...{ kind: 'groups', name, embedTenant: 'conformance-1', ...RUN, at: AT, for: 'embed-tenants-groups-list' },
  ...more,
});

const namesIn = (lines: readonly LedgerLine[]): string[] => lines.map(({ name }) => name);

test('a closed line is closed for the run that wrote it alone, and a line cut by a crash hides no other', () => {
  const before = writeLines([group('a'), group('b'), group('a', { run: 'run-2' })]);
  const text = `${before}{"kind":"gro\n${writeLines([group('a', { closed: true })])}`;
  expect(openLines(text).map(({ run, name }) => [run, name])).toEqual([
    ['run-1', 'b'],
    ['run-2', 'a'],
  ]);
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
  withTemporaryFolder((folder) => {
    const file = join(folder, 'deep', 'ledger.jsonl');
    const ledger = new RunLedger(file, RUN, (text) => text.replaceAll('s3cret', '$TARGET_API_KEY'));
    ledger.purpose = 'embed-tenants-groups-list';
    const names = { externalId: 'conformanceuser1', embedTenantName: 'conformance-1' };
    const groupDefinitions = [{ name: 'conformance-s3cret' }];
    ledger.note({ operation: 'generateSession', body: { deploymentId: 7, ...names, groupDefinitions } });
    expect(openLines(readLedger(file)).map(({ kind, name, for: purpose }) => [kind, name, purpose])).toEqual([
      ['user', 'conformanceuser1', 'embed-tenants-groups-list'],
      ['embed tenant', 'conformance-1', 'embed-tenants-groups-list'],
      ['groups', 'conformance-$TARGET_API_KEY', 'embed-tenants-groups-list'],
    ]);
    return Promise.resolve();
  }));

test('lines that others append while a ledger is compacted are kept', () =>
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

/** An embed tenant that holds groups. */
function target(groups: readonly { readonly id: number; readonly name: string }[]) {
  let held = [...groups];
  const send = async ({ operation, path }: Call): Promise<Exchange> => {
    if (operation.startsWith('delete')) held = held.filter(({ id }) => id !== path?.id);
    const items = operation === 'listEmbedTenantGroups' ? held : [];
    return answered(200, { operation, json: { items } });
  };
  const curlOf = ({ operation }: Call): string => `curl of ${operation}`;
  return { send, curlOf, names: () => held.map(({ name }) => name) };
}

test('records that are neither in the ledger nor named with the prefix stay', async () => {
  const there = target([
    { id: 1, name: 'conformance-z' },
    { id: 2, name: 'Sales' },
    { id: 3, name: 'known' },
  ]);
  const { removed, left, gone } = await sweep(there, [group('conformance-a'), group('known')]);
  expect(there.names()).toEqual(['Sales']);
  expect(removed).toEqual([
    'groups record 1 of embed tenant conformance-1',
    'groups record 3 of embed tenant conformance-1',
  ]);
  expect(left).toEqual([]);
  expect(gone).toHaveLength(2);
});

test('a list that is refused says nothing is there, where no embed tenant can have the name', async () => {
  const refusing = {
    send: async ({ operation }: Call) => answered(400, { operation }),
    curlOf: () => '',
  };
  for (const [embedTenant, left] of [
    ['CONFORMANCE-1', 0],
    ['conformance-1', 2],
  ] as const)
    expect((await sweep(refusing, [group('a', { embedTenant })])).left).toHaveLength(left);
});

test('a record that this run never saw belongs to another run, unless this one defined its name, or records show where they are not', async () => {
  for (const [defined, leaks, isOwn] of [
    ['conformance-a', false, true],
    ['conformance-b', false, false],
    ['conformance-b', true, true],
  ] as const) {
    const interference = new Interference(
      async () => 'always the same',
      0,
      async () => leaks,
    );
    interference.noteRecords('conformance-1', 'groups', []);
    interference.noteDefined('conformance-1', 'groups', [defined]);
    await interference.checkRecords('conformance-1', 'groups', [{ id: 2, name: 'conformance-a' }]);
    const found = await interference.detectAmong([{ kind: 'embed tenant', name: 'conformance-1' }]);
    expect(found ?? 'nobody').toContain(isOwn ? 'nobody' : 'another run uses the embed tenant conformance-1');
  }
});

test('a clean-up renews an API key that has expired and is answered 403, and asks again where a list is cut', () =>
  withTemporaryFolder(async (folder) => {
    const file = ledgerFile('https://acme.example/api', folder);
    appendTo(file, writeLines([group('a')]));
    let lists = 0;
    const listener: RequestListener = ({ headers }, response) => {
      const isKnown = headers.authorization === 'Api-Key fresh';
      response.writeHead(isKnown ? 200 : 403, { 'content-type': 'application/json' });
      if (isKnown) lists += 1;
      response.end(lists === 1 ? '{"items":[' : '{"items":[],"pageInfo":{"hasNextPage":false}}');
    };
    const own = { TARGET_API_KEY: 'stale', TARGET_API_KEY_COMMAND: 'echo fresh' };
    const { left } = await clientAgainst(
      listener,
      (http, settings) =>
        cleanUpTarget({ target: { settings, embedded: false }, http }, { file, run: RUN }, 5_000),
      own,
    );
    expect(left).toEqual([]);
    expect(openLines(readLedger(file))).toEqual([]);
  }));
