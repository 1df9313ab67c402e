import * as runner from '@playwright/test';

const { expect, test } = runner;

test('the runner still exports its `test` without fixtures for browsers', () => {
  expect(
    Reflect.get(runner, '_baseTest'),
    'The runner no longer exports _baseTest, which fixtures/run/session-fixtures.ts extends and which is not documented. ' +
      'Extend `test` instead: everything works, but every test then prepares fixtures for browsers that it does not use.',
  ).toBeInstanceOf(Function);
});
