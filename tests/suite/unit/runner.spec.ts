import * as runner from '@playwright/test';

const { expect, test } = runner;

test('the runner still exports its test without the fixtures for browsers', () => {
  expect(
    Reflect.get(runner, '_baseTest'),
    'The runner has no _baseTest any more, on which fixtures/session/session-fixtures.ts builds. It is not part of the ' +
      "runner's documented interface. Build on `test` instead: everything works, but every test then prepares fixtures " +
      'for browsers that it does not use.',
  ).toBeInstanceOf(Function);
});
