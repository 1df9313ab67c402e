import {
  ANY_PROFILE,
  ATTRIBUTE_TYPES,
  assignmentOf,
  atOnce,
  definitionsOf,
  type Exchange,
  expect,
  isAccepted,
  isRefusedSaying,
  MISSING_ATTRIBUTE,
  MISSING_GROUPS,
  notTested,
  plainName,
  requirement,
  type SessionRequest,
  test,
} from '../../fixtures/index.ts';
import { inEveryPosition } from './support.ts';

const nameOf = (type: string): string => plainName(`typed ${type}`);
const TYPED = ATTRIBUTE_TYPES.map((type) => ({ name: nameOf(type), type }));
const VALUES = ATTRIBUTE_TYPES.map((type) => assignmentOf(nameOf(type), type));

/** Every pair of different types, and the definition that changes the first of them to the other. */
const CONFLICTS = ATTRIBUTE_TYPES.flatMap((first) =>
  ATTRIBUTE_TYPES.filter((other) => other !== first).map((other) => ({
    name: nameOf(first),
    first,
    other,
    what: `${first} redefined as ${other}`,
    definitions: [{ name: nameOf(first), type: other }],
  })),
);
type Conflict = (typeof CONFLICTS)[number];
/** One half of them, and the other. */
const SOME = CONFLICTS.filter((_, index) => index % 2 === 0);
const OTHERS = CONFLICTS.filter((_, index) => index % 2 === 1);

const isList = (type: string): boolean => type.endsWith('_array');

/** What a call may carry that says nothing of attributes. */
const BESIDE_ATTRIBUTES: SessionRequest = {
  userProfile: ANY_PROFILE,
  securityContext: { plan: 'gold' },
  settings: { showDashboardChat: true },
  groups: [],
};

const MESSAGE = 'cannot change type';
/** Sent while others are on their way, a refusal may be about them: this one is not. */
const UNTIL_SAID = { isFinal: isRefusedSaying(MESSAGE) };

function expectConflict(answer: Exchange, what: string): void {
  expect(answer, `${what}:`).toBeRejected();
  expect(answer, `${what}:`).toSay(MESSAGE);
}

test(
  'defining an attribute with another type is rejected',
  requirement('embed-type-conflict-rejected'),
  async ({ scope, user }) => {
    const expectConflicts = async (
      conflicts: readonly Conflict[],
      what: string,
      bodyOf: (conflict: Conflict) => SessionRequest,
    ) => {
      const answers = await atOnce(conflicts, (one) => scope.mint(user, bodyOf(one), UNTIL_SAID));
      for (const [conflict, answer] of answers) expectConflict(answer, `${conflict.what}${what}`);
    };
    // Given an attribute of each type, and a group of the same name as each
    const groupDefinitions = TYPED.map(({ name }) => ({ name }));
    await scope.session(user, { groupDefinitions, userAttributeDefinitions: TYPED });
    await scope.session(user, { userAttributeDefinitions: TYPED });

    // When it is defined with another type, then the call is rejected, be there values of the attribute or not
    await expectConflicts(OTHERS, ', without values', ({ definitions }) => ({
      userAttributeDefinitions: definitions,
    }));
    await scope.session(user, { userAttributes: VALUES });
    await expectConflicts(SOME, ' and with other texts, with a value', ({ first, other, definitions }) => {
      // A default value that is of both types, where neither is a list.
      const text =
        isList(first) || isList(other) ? { description: 'Of another type' } : { defaultValue: '7' };
      return {
        userAttributeDefinitions: definitions.map((one) => ({ ...one, displayName: 'Retyped', ...text })),
      };
    });

    // And so it is when the call sends a value as well: null, which is one of every type, so that nothing else is wrong
    await expectConflicts(OTHERS, ', with null as its value, a profile and a context', (conflict) => ({
      ...BESIDE_ATTRIBUTES,
      userAttributeDefinitions: conflict.definitions,
      userAttributes: [{ name: conflict.name, value: null }],
    }));

    // And when the call defines other records as well
    const others = [
      { name: 'conformancetypedbesideone', type: 'string' },
      { name: 'conformancetypedbesidetwo', type: 'number' },
    ] as const;
    const conflict = { name: nameOf('number'), type: 'string' } as const;
    for (const definitions of inEveryPosition<(typeof TYPED)[number]>(conflict, others)) {
      const fields = {
        groupDefinitions: [{ name: 'conformancetypedbeside' }],
        userAttributeDefinitions: definitions,
      };
      expectConflict(await scope.mint(user, fields, UNTIL_SAID), 'a conflict among other definitions');
    }
    // So many may be refused for their number.
    const answer = await scope.mint(user, { userAttributeDefinitions: [...MANY, conflict] });
    expect(answer, `a conflict behind ${MANY.length} other definitions:`).toBeRejected();
  },
);

test(
  'a type conflict is reported before a group that is not found',
  requirement('embed-type-conflict-said-first'),
  async ({ scope, user }) => {
    // Given attributes, and a group that is not found
    await scope.session(user, { userAttributeDefinitions: TYPED });
    const groups = [MISSING_GROUPS[0]];
    expect(await scope.mint(user, { groups }), 'the group alone:').toBeRejected();

    // When one of the attributes is defined with another type beside it, then that is what is wrong
    const userAttributeDefinitions = CONFLICTS[0]?.definitions ?? [];
    const answer = await scope.mint(user, { userAttributeDefinitions, groups }, UNTIL_SAID);
    expectConflict(answer, 'another type, beside a group that is not found');
    const userAttributes = [{ name: MISSING_ATTRIBUTE, value: null }];
    expect(await scope.mint(user, { userAttributes }), 'the attribute alone:').toBeRejected();
    const beside = await scope.mint(user, { userAttributeDefinitions, userAttributes }, UNTIL_SAID);
    expectConflict(beside, 'another type, beside an attribute that is not found');
  },
);

test(
  'an attribute keeps its type after a type conflict',
  requirement('embed-type-conflict-keeps-type'),
  async ({ scope, user }) => {
    const sendOther = ({ first, other }: Conflict) =>
      scope.mintInvalid(user, { userAttributes: [assignmentOf(nameOf(first), other)] });

    // Given attributes, and the pairs of a single value and a list of which one refuses the other: no conversion makes them fit
    await scope.define(user, { userAttributeDefinitions: TYPED });
    const before = await scope.snapshot();
    const unlike = OTHERS.filter(({ first, other }) => isList(first) !== isList(other));
    const refused = (await atOnce(unlike, sendOther)).filter(([, answer]) => !isAccepted(answer));

    // At first no user has a value of them, then one has
    for (const hasValues of [false, true]) {
      const when = hasValues ? 'while a user has values' : 'while no user has a value';
      // When each is defined with other types: with every one in both cases together
      for (const { definitions } of hasValues ? OTHERS : SOME)
        await scope.mint(user, { userAttributeDefinitions: definitions });

      // Then nothing about them has changed
      expect(await scope.settled(before), `the attributes after conflicts ${when}`).toEqual(before);
      const answer = await scope.mint(user, { userAttributes: VALUES });
      expect(answer, `values of the first types, after conflicts ${when}:`).toBeAccepted();
    }
    const again = refused.map(([conflict]) => conflict);
    for (const [{ first, other }, answer] of await atOnce(again, sendOther))
      expect(answer, `a ${other} for an attribute of type ${first}, after conflicts:`).toBeRejected();
    const answer = await scope.mint(user, { userAttributeDefinitions: TYPED });
    expect(answer, 'the definitions with their first types, after conflicts:').toBeAccepted();
  },
);

// A default value that is of either type: a target may look at it before it looks for conflicts.
const kept = (name: string, text: string, type: 'string' | 'number' = 'string') => ({
  name: plainName(`kept ${name}`),
  type,
  displayName: `${text} ${name}`,
  defaultValue: text === 'before' ? '6' : '7',
  description: text,
});
/** More than a server may look up, or write, at a time. */
const MANY = Array.from({ length: 26 }, (_, index) => kept(`many${index}`, 'after'));
const KEPT_GROUP = { name: 'conformancekeptgroup', description: 'before' };
const NEW_NAMES = ['conformancenothingone', 'conformancenothingtwo'] as const;

test(
  'a call with a type conflict upserts nothing',
  requirement('embed-type-conflict-upserts-nothing'),
  async ({ scope, user }) => {
    // Given records
    await scope.define(user, {
      groupDefinitions: [KEPT_GROUP],
      userAttributeDefinitions: ['conflict', 'one', 'two'].map((name) => kept(name, 'before')),
    });
    const before = await scope.snapshot();

    // When calls are rejected for a type conflict among new attributes, or known ones, then the records are as they were
    const fresh = (name: string) => ({ ...kept('', 'after'), name });
    for (const beside of [
      [fresh(NEW_NAMES[0]), fresh(NEW_NAMES[1])],
      [kept('one', 'after'), kept('two', 'after')],
    ] as const) {
      const conflict = kept('conflict', 'after', 'number');
      for (const definitions of [
        ...inEveryPosition(conflict, beside).slice(0, 2),
        [...beside, ...MANY, conflict],
      ]) {
        const known = { ...KEPT_GROUP, description: 'after' };
        const groupDefinitions = [{ name: NEW_NAMES[0] }, known, { name: NEW_NAMES[1] }];
        const answer = await scope.mint(user, { groupDefinitions, userAttributeDefinitions: definitions });
        if (isAccepted(answer))
          notTested(
            'a definition that changes the type of an attribute was accepted',
            'embed-type-conflict-rejected',
          );
      }
      const names = beside.map(({ name }) => name).join(', ');
      expect(await scope.settled(before), `what is there after conflicts beside ${names}`).toEqual(before);
    }

    // And nothing can be used that only rejected calls defined, whatever the lists show, nor does a later definition save it
    await scope.session(user, {
      ...definitionsOf('groups', [KEPT_GROUP.name]),
      ...definitionsOf('user-attributes', ['conformancekeptone']),
      groups: [KEPT_GROUP.name],
      userAttributes: [assignmentOf('conformancekeptone', 'string')],
    });
    const uses = {
      groups: (name: string) => ({ groups: [name] }),
      attributes: (name: string) => ({ userAttributes: [assignmentOf(name, 'string')] }),
    };
    for (const [kind, missing] of [
      ['groups', MISSING_GROUPS[0]],
      ['attributes', MISSING_ATTRIBUTE],
    ] as const) {
      // A target that accepts names that nobody defined shows nothing by accepting these
      if (isAccepted(await scope.mint(user, uses[kind](missing))))
        notTested(`${kind} that nobody defined are accepted`, `embed-${kind}-unknown-rejected`);
      for (const name of NEW_NAMES)
        expect(await scope.mint(user, uses[kind](name)), `${kind} named ${name}:`).toBeRejected();
    }
  },
);
