import {
  atOnce,
  definitionsOf,
  expect,
  isRefused,
  listNotServedReason,
  notTested,
  RECORD_KIND_NAMES,
  recordsIn,
  requirement,
  test,
} from '../../fixtures/index.ts';

const NAME = 'conformance-length';
const [SHORTEST, LONGEST] = [5, 36];

// "`embedTenantName` length: 5 to 36 characters. Applies to: Generate session, embed tenant"
test(
  'the list of an embed tenant whose name is too short or too long is refused or empty',
  requirement('embed-tenants-name-length'),
  async ({ embedTenants, scope, user }) => {
    // Given an embed tenant whose lists are not empty
    const defined = await scope.define(user, {
      ...definitionsOf('groups', [NAME]),
      ...definitionsOf('user-attributes', [NAME]),
    });
    for (const { kind, noun } of RECORD_KIND_NAMES) {
      if (defined[kind].length === 0) notTested(listNotServedReason(kind));

      // When a name is asked for that no embed tenant can have, though it begins as that one does
      const names = [scope.name.slice(0, SHORTEST - 1), scope.name.padEnd(LONGEST + 1, 'a')];
      for (const [name, answer] of await atOnce(names, (one) => embedTenants.list(kind, one))) {
        // Then the list is refused, or nothing is in it
        if (!isRefused(answer)) {
          expect(answer, `the ${noun} list of "${name}":`).toBeAccepted();
          expect(recordsIn(answer) ?? [], `${noun}s of "${name}"`).toEqual([]);
        }
      }
    }
  },
);
