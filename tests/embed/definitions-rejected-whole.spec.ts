import {
  assigned,
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
const NEW_GROUPS = ['conformance-nothing-1', 'conformance-nothing-2'];

// "Rejected with message `cannot change type`; nothing is upserted"
test(
  'a type conflict upserts nothing of its call',
  requirement('embed-type-conflict-upserts-nothing'),
  async ({ scope, user }) => {
    await scope.define(user, KEPT);
    const before = await scope.snapshot();
    const conflict = { name: 'conformance-kept-conflict', type: 'number' as const, ...texts('after') };
    const string = (name: string) => ({ name, type: 'string' as const, ...texts('after') });
    const neighbours = {
      'new attributes': [string('conformance-nothing-1'), string('conformance-nothing-2')],
      'existing attributes': [string('conformance-kept-1'), string('conformance-kept-2')],
    } as const;
    for (const [kind, beside] of Object.entries(neighbours)) {
      for (const [where, userAttributeDefinitions] of inEveryPosition<
        (typeof beside)[number] | typeof conflict
      >(conflict, beside)) {
        const groupDefinitions = [
          { name: NEW_GROUPS[0] as string },
          { name: 'conformance-kept-group', description: 'after' },
          { name: NEW_GROUPS[1] as string },
        ];
        const answer = await scope.mint(user, { groupDefinitions, userAttributeDefinitions });
        if (isAccepted(answer)) notTested('the conflict was accepted (see embed-type-conflict-rejected)');
        expect(
          await scope.settled(before),
          `what is there after a conflict ${where} among ${kind} and groups`,
        ).toEqual(before);
      }
    }

    // Lists may lie: nor can anything be used that only rejected calls defined
    await scope.session(user, {
      groups: ['conformance-kept-group'],
      userAttributes: [assigned('conformance-kept-1', 'string')],
    });
    for (const name of NEW_GROUPS) {
      expect(await scope.mint(user, { groups: [name] }), `the group ${name}:`).toBeRejected();
      const userAttributes = [assigned(name, 'string')];
      expect(await scope.mint(user, { userAttributes }), `the attribute ${name}:`).toBeRejected();
    }
  },
);
