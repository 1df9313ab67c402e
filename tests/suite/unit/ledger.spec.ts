import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  appendTo,
  compact,
  compacted,
  isHeld,
  type LedgerLine,
  ledgerFile,
  openLines,
  RunLedger,
  readLedger,
  writeLines,
} from '../../../fixtures/cleanup/ledger.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';

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

test('a compacted ledger holds open records, and each user once', () => {
  const user = { kind: 'user', name: 'conformance-user-1' } as const;
  const text = writeLines([
    ...[group('a'), group('a', { closed: true }), group('b')],
    ...[group('', user), group('', { ...user, run: 'run-2' })],
  ]);
  expect(compacted(text).map(({ run, name }) => [run, name])).toEqual([
    ['run-1', 'b'],
    ['run-2', 'conformance-user-1'],
  ]);
});

for (const [what, held, more] of [
  ['of a process that is there', true, { pid: 200 }],
  ['of a process that is gone', false, { pid: 300 }],
  ['of an earlier run that had the same process id', false, { pid: 1 }],
  ['of another machine', true, { pid: 300, host: 'there' }],
  ['of another machine, and too old', false, { host: 'there', at: '2026-01-01T00:00:00.000Z' }],
  ['of a process that is there, and too old', false, { pid: 200, at: '2026-01-01T00:00:00.000Z' }],
  ['of the run that asks', false, { run: 'own', pid: 200 }],
] as const) {
  test(`a record ${what} is ${held ? 'held' : 'free'}`, () => {
    const own = { run: 'own', pid: 1, host: 'here' };
    const now = new Date('2026-01-01T13:00:00.000Z');
    expect(isHeld(group('a', more), own, now, (pid) => [1, 200].includes(pid))).toBe(held);
  });
}

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

test('bodies that are wrong on purpose are noted as far as they can be read', () =>
  withLedger((ledger, file) => {
    for (const body of [null, [], 'x', { externalId: 7, groupDefinitions: [{ name: 'a' }] }])
      ledger.note({ operation: 'generateSession', body });
    const groupDefinitions = [null, { name: 3 }, { name: 'conformance-b' }, 'x'];
    ledger.note({
      operation: 'generateSession',
      body: { embedTenantName: 'conformance-1', groupDefinitions },
    });
    expect(namesIn(openLines(readLedger(file)))).toEqual(['conformance-1', 'conformance-b']);
  }));

test('what is still listed stays open, and a list without names closes nothing', () =>
  withLedger((ledger, file) => {
    ledger.note(defining('conformance-a'));
    ledger.note(defining('conformance-b'));
    const openGroups = () => namesIn(openLines(readLedger(file)).filter(({ kind }) => kind === 'groups'));
    ledger.confirmGone('conformance-1', 'groups', [{ id: 1 }]);
    expect(openGroups()).toEqual(['conformance-a', 'conformance-b']);
    ledger.confirmGone('conformance-1', 'groups', [{ id: 1, name: 'conformance-b' }]);
    expect(openGroups()).toEqual(['conformance-b']);
  }));

test('a refusal closes the user and the embed tenant, and no record', () =>
  withLedger((ledger, file) => {
    ledger.refused(ledger.note(defining('conformance-a')));
    expect(openLines(readLedger(file)).map(({ kind }) => kind)).toEqual(['groups']);
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

test('each target has a ledger of its own, which can be told by its host', () => {
  const [one, other] = ['api', 'other'].map((path) =>
    ledgerFile(`https://acme.example:8443/${path}`, undefined),
  );
  expect(one).toMatch(/^\.conformance\/ledger-acme\.example_8443-[0-9a-f]{8}\.jsonl$/);
  expect(one).not.toBe(other);
});
