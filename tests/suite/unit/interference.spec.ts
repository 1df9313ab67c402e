import { expect, test } from '@playwright/test';
import { Interference } from '../../../fixtures/target/interference.ts';

const TENANT = 'conformance-1';
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

test('a definition of this run that was shown excuses no record of another run with the same name', async () => {
  const interference = quiet();
  interference.noteDefined(TENANT, 'groups', ['conformance-a']);
  interference.noteRecords(TENANT, 'groups', [{ id: 1, name: 'conformance-a' }]);
  interference.checkRecords(TENANT, 'groups', [{ id: 2, name: 'conformance-a' }]);
  expect(await interference.detectAmong(watched)).toMatch(/^another run uses/);
});
