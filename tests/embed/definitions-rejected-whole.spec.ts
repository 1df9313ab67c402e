import {
  assignmentOf,
  expect,
  inEveryPosition,
  isAccepted,
  notTested,
  requirement,
  test,
} from '../../fixtures/index.ts';

const texts = (text: string) => ({ displayName: text, defaultValue: text, description: text });
const KEPT = {
  groupDefinitions: [{ name: 'conformance-kept-group', description: 'before' }],
  userAttributeDefinitions: [
    { name: 'conformance-kept-conflict', type: 'string' as const, ...texts('before') },
    { name: 'conformance-kept-1', type: 'string' as const, ...texts('before') },
    { name: 'conformance-kept-2', type: 'string' as const, ...texts('before') },
  ],
};
const NEW_NAMES = ['conformance-nothing-1', 'conformance-nothing-2'] as const;

// "Rejected with message `cannot change type`; nothing is upserted"
test(
  'a call with a type conflict upserts nothing',
  requirement('embed-type-conflict-upserts-nothing'),
  async ({ scope, user }) => {
    // Given records
    await scope.define(user, KEPT);
    const before = await scope.snapshot();
    const conflict = { name: 'conformance-kept-conflict', type: 'number' as const, ...texts('after') };
    const string = (name: string) => ({ name, type: 'string' as const, ...texts('after') });
    const neighbours = {
      'new attributes': [string(NEW_NAMES[0]), string(NEW_NAMES[1])],
      'existing attributes': [string('conformance-kept-1'), string('conformance-kept-2')],
    } as const;

    // When calls are rejected for a type conflict, then the records are as they were
    for (const [kind, beside] of Object.entries(neighbours)) {
      for (const [where, userAttributeDefinitions] of inEveryPosition<
        (typeof beside)[number] | typeof conflict
      >(conflict, beside)) {
        const groupDefinitions = [
          { name: NEW_NAMES[0] },
          { name: 'conformance-kept-group', description: 'after' },
          { name: NEW_NAMES[1] },
        ];
        const answer = await scope.mint(user, { groupDefinitions, userAttributeDefinitions });
        if (isAccepted(answer)) notTested('the conflict was accepted', 'embed-type-conflict-rejected');
        expect(
          await scope.settled(before),
          `what is there after a conflict ${where} among ${kind} and groups`,
        ).toEqual(before);
      }
    }

    // And nothing can be used that only rejected calls defined, whatever the lists show
    await scope.session(user, {
      groups: ['conformance-kept-group'],
      userAttributes: [assignmentOf('conformance-kept-1', 'string')],
    });
    for (const name of NEW_NAMES) {
      expect(await scope.mint(user, { groups: [name] }), `the group ${name}:`).toBeRejected();
      const userAttributes = [assignmentOf(name, 'string')];
      expect(await scope.mint(user, { userAttributes }), `the attribute ${name}:`).toBeRejected();
    }
  },
);
