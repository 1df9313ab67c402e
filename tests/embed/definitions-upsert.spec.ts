import { isDeepStrictEqual } from 'node:util';
import {
  ANY_PROFILE,
  ATTRIBUTE_TYPES,
  assignmentOf,
  control,
  definitionsOf,
  definitionsOfBoth,
  expect,
  firstRecord,
  isRefused,
  listNotServedReason,
  notTested,
  plainName,
  RECORD_KIND_NAMES,
  RECORD_KINDS,
  type RecordKind,
  requirement,
  runningTest,
  type SessionRequest,
  test,
  UNFIT_VALUES,
  under,
  usageOf,
  writeJson,
} from '../../fixtures/index.ts';
import { expectEachRejected } from './support.ts';

test(
  'a call can use what it defines',
  requirement('embed-definitions-before-use'),
  async ({ scope, target, user, otherUser }) => {
    await scope.session(user, definitionsOfBoth('conformanceuseold'));
    const attributes = ATTRIBUTE_TYPES.map((type) => ({ name: plainName(`use ${type}`), type }));
    const groups = ['conformanceuseone', 'conformanceusetwo', 'conformanceusethree'];
    const defineAndUse = (kind: RecordKind) => ({
      ...usageOf(kind, 'conformanceusealone'),
      ...definitionsOf(kind, ['conformanceusealone']),
    });
    const calls = {
      'a new group': defineAndUse('groups'),
      'a new attribute': defineAndUse('user-attributes'),
      'new and old ones, used in another order than defined': {
        groups: ['conformanceusethree', 'conformanceuseold', 'conformanceuseone'],
        userAttributes: [...attributes, { name: 'conformanceuseold', type: 'string' } as const]
          .reverse()
          .map(({ name, type }) => assignmentOf(name, type)),
        ...definitionsOf('groups', groups),
        userAttributeDefinitions: attributes,
      },
      'a group that is used, beside an attribute that is not': {
        ...usageOf('groups', 'conformanceusefour'),
        ...definitionsOfBoth('conformanceusefour'),
      },
    };
    for (const [what, call] of Object.entries(calls))
      for (const caller of [user, otherUser])
        expect(await scope.mint(caller, call), `${what}, for "${caller}":`).toBeAccepted();

    // And where no tenant-wide attribute is named, what is wrong with values shows in these alone
    if (target.settings.TARGET_USER_ATTRIBUTES) return;
    const assigning = (one: object) => scope.mintInvalid(user, { userAttributes: [one] });
    await under('embed-attributes-type-mismatch-rejected', async () => {
      for (const { name, type } of attributes) {
        const unfit = UNFIT_VALUES[type].map((value) => ({ name, value }));
        await expectEachRejected(unfit, assigning, ` for a ${type}`);
      }
    });
    await under('embed-attributes-duplicate-400', async () => {
      for (const { name, type } of attributes) {
        const twice = [assignmentOf(name, type), { name, value: null }];
        const answer = await scope.mintInvalid(user, { userAttributes: twice });
        expect(answer, `${writeJson(twice)}:`).toHaveStatus(400);
      }
    });
  },
);

test(
  'an identical request leaves the same records with the same ids',
  requirement('embed-definitions-idempotent'),
  async ({ definitionNames, scope, user, otherUser }) => {
    // Given records of every sort of name, groups and attributes in turn; every other group is described
    const groups = definitionNames.groups.ofEverySort('repeated').filter((_, index) => index % 2 === 0);
    const others = definitionNames['user-attributes'].ofEverySort('repeated');
    const attributes = others
      .filter((_, index) => index % 2 === 1)
      .map((name, index) => ({
        name,
        type: ATTRIBUTE_TYPES[index % 4] ?? ('string' as const),
        displayName: `Again ${index}`,
        description: 'Defined more than once',
      }));
    const several: SessionRequest = {
      groupDefinitions: groups.map((name, index) => ({ name, ...(index % 2 ? {} : { description: 'R&D' }) })),
      userAttributeDefinitions: attributes,
      groups: groups.toReversed(),
      userAttributes: attributes.map(({ name, type }) => assignmentOf(name, type)),
    };

    // When they are defined and used once more, by either user, then they are as they were
    for (const [request, callers] of [
      [definitionsOfBoth('conformanceagain'), [user]],
      [several, [user, otherUser]],
    ] as const) {
      await scope.define(user, request);
      const once = await scope.snapshot();
      for (const caller of callers) {
        expect(await scope.mint(caller, request), 'the same request again:').toBeAccepted();
        expect(await scope.settled(once), 'the records after the same request').toEqual(once);
      }
    }

    // And a call that defines none ends none: deletions do. Whether it is accepted is another matter.
    const before = await scope.snapshot();
    // An array may be empty by its type: to be refused as a client's error is the most that it can be.
    const again = definitionsOf('groups', ['conformanceagain']);
    for (const fields of [{ groupDefinitions: [] }, again])
      await under('embed-session-id', async () =>
        expect(
          await scope.mint(user, { ...fields, userAttributeDefinitions: [] }),
          `${writeJson(fields)} beside no definition of an attribute:`,
        ).toBeHandled(),
      );
    const after = await scope.settled(before);
    for (const { kind, slug } of RECORD_KIND_NAMES)
      await under(`embed-tenants-${slug}-list`, () =>
        expect(after[kind], `${kind} that are listed after empty arrays of definitions`).toEqual(
          before[kind],
        ),
      );
    for (const kind of RECORD_KINDS) if (!scope.isServed(kind)) notTested(listNotServedReason(kind));
  },
);

const TEXTS = ['displayName', 'defaultValue', 'description'] as const;
type Entry = { name: string; type?: 'number_array' } & Partial<Record<(typeof TEXTS)[number], string>>;
const attributed = (
  ...userAttributeDefinitions: NonNullable<SessionRequest['userAttributeDefinitions']>
) => ({ userAttributeDefinitions });
const grouped = (...groupDefinitions: NonNullable<SessionRequest['groupDefinitions']>) => ({
  groupDefinitions,
});

for (const { kind, noun } of RECORD_KIND_NAMES) {
  const title = `${kind === 'groups' ? 'a group' : 'an attribute'} that is defined again is reused`;
  test(
    title,
    requirement(`embed-${noun}-definition-reused`),
    async ({ definitionNames, extras, scope, user, otherUser }) => {
      // Given two records
      const name = definitionNames[kind].mixed('reused');
      const first = kind === 'groups' ? { name, description: 'one' } : { name, displayName: 'one' };
      const second: Entry = { name: 'conformancereusedtwo', type: 'number_array' };
      const defining = (...entries: Entry[]): SessionRequest =>
        kind === 'groups'
          ? grouped(...entries.map(({ type: _, ...entry }) => entry))
          : attributed(...entries.map((entry) => ({ type: 'string' as const, ...entry })));
      await scope.define(user, defining(first, second));
      const known = await scope.ids(kind);

      // When one is defined again beside a new one, then both old ids are still there
      const beside = definitionsOf(kind, ['conformancereusednew', name]);
      expect(await scope.mint(user, beside), 'a known record beside a new one:').toBeAccepted();
      const before = await scope.ids(kind, known.length + 1);
      expect(before, 'ids after one was defined beside a new one').toHaveLength(known.length + 1);
      const gone = known.filter((one) => !before.includes(one));
      expect(gone, 'ids that are gone').toEqual([]);

      // When they are defined again in any way, by either user and with another deployment, then there are no other ids
      const elsewhere = extras.find(({ body }) => body?.deploymentId !== undefined)?.body;
      const again = [
        { ...defining(first), ...elsewhere },
        ...(kind === 'groups' ? ['description'] : TEXTS).map((text) => defining({ name, [text]: 'another' })),
        defining({ name }),
        defining({ ...second, description: 'one' }),
        defining(second, { name, description: 'third' }),
      ];
      for (const fields of again) {
        for (const caller of [user, otherUser]) {
          const use = kind === 'groups' && caller === otherUser ? { groups: [name] } : {};
          const what = `${writeJson({ ...fields, ...use })} for "${caller}"`;
          const answer = await scope.mint(caller, { ...fields, ...use });
          // An embed tenant may be one of a single deployment.
          const isOthers =
            isRefused(answer) && fields === again[0] && isRefused(await scope.mint(user, { ...elsewhere }));
          if (!isOthers) expect(answer, `${what}:`).toBeAccepted();
        }
        expect(await scope.ids(kind, before), `ids after ${writeJson(fields)} for either`).toEqual(before);
      }
    },
  );
}

/** What is shown of a text; the text itself where that is its beginning in front of dots, as lists show long ones. */
const asSent = (shown: unknown, sent: unknown): unknown => {
  const [, beginning] = /^(.{20,}?) *(?:…|\.\.\.)$/s.exec(String(shown)) ?? [];
  return beginning !== undefined && String(sent).startsWith(beginning) ? sent : shown;
};

const OF_ONE = 'write the description of the group that is named, and of no other';
/** Longer than some columns, and no longer than people write. */
const LONG = `Everybody of R&D / 国 🚀 in the ${'northern and '.repeat(25)}eastern offices`;

test(
  'the description of a group is updated, and never cleared',
  requirement('embed-group-description-updated'),
  async ({ definitionNames, scope, user, otherUser }) => {
    const name = definitionNames.groups.mixed('described');
    const [second = ''] = definitionNames.groups.nearlyMixed('described');
    // An attribute of the same name, if there may be one, has a description of its own.
    const namesake = definitionNames['user-attributes'].allows(name) ? name : 'conformancedescribed';
    const attribute = attributed({ name: namesake, type: 'string', description: 'of an attribute' });
    // Given two groups whose records show a description: one from the beginning, the other one since it was defined again
    const beside = await scope.define(user, grouped({ name: second }));
    const described = await scope.mint(user, grouped({ name: second, description: 'kept' }));
    expect(described, 'the same definition with a description:').toBeAccepted();
    const defined = await scope.define(user, grouped({ name, description: 'first' }));
    const isSecond = ({ id }: { id: string }) => id === firstRecord(beside, 'groups').id;
    const again = async () => (await scope.snapshot(['groups'])).groups.find(isSecond)?.description;
    if ((firstRecord(defined, 'groups').description ?? (await again())) === undefined)
      notTested('the group records of the embed tenant show no description');
    const expectDescription = async (expected: string, when: string, of = defined, fix?: string) => {
      const descriptionIn = (now: typeof defined) =>
        asSent(now.groups.find(({ id }) => id === of.groups[0]?.id)?.description, expected);
      const now = await scope.settled((records) => descriptionIn(records) === expected, ['groups']);
      expect(descriptionIn(now), `the description ${when}`, fix).toBe(expected);
      const others = now.groups.filter(({ id }) => id !== of.groups[0]?.id);
      const alike = others.filter(({ description }) => description === expected);
      expect(alike, `other groups that show the description ${when}`, OF_ONE).toEqual([]);
    };
    await expectDescription('first', 'at first');

    // When one is defined again, then its description changes only where another one is supplied
    const usage = usageOf('groups', name);
    const [group, other] = [{ name }, { name: second }];
    const steps = [
      { when: 'after the group was defined again', more: usage, expected: 'first' },
      {
        when: 'after the same in capitals, beside a new group',
        groups: [{ name: 'conformancedescribednew' }, { name, description: 'FIRST' }],
        expected: 'FIRST',
      },
      { when: 'after it was omitted', expected: 'FIRST' },
      { when: 'after it was omitted for another user', by: otherUser, expected: 'FIRST' },
      {
        when: 'after a longer one, beside a new attribute',
        groups: [other, { name, description: LONG }],
        more: { ...attribute, ...usageOf('user-attributes', namesake) },
        expected: LONG,
      },
      {
        when: 'after the first one, in front of another group, for one who joins',
        by: otherUser,
        groups: [{ name, description: 'first' }, other],
        more: { ...usage, userProfile: ANY_PROFILE },
        expected: 'first',
      },
      { when: 'after it was omitted again', expected: 'first' },
    ];
    for (const { when, by = user, groups = [other, group], more = {}, expected } of steps) {
      const answer = await scope.mint(by, { ...more, ...grouped(...groups) });
      // A target may refuse a text that is long, or that holds such signs.
      if (expected === LONG && isRefused(answer)) continue;
      if (expected === LONG) expect(answer, 'a long description:').toBeAccepted();
      control(answer);
      await expectDescription(expected, when);
    }
    await scope.session(user, usage);
    await expectDescription('first', 'after a session that names the group and defines none');

    // And the other group keeps its own
    await expectDescription('kept', 'of another group', beside, OF_ONE);
  },
);

/** What a call supplies, whether it is for another user, and whether it gives the attribute a value. */
interface Update {
  readonly supplied: Partial<Record<(typeof TEXTS)[number], string>>;
  readonly isOther?: boolean;
  readonly isUsed?: boolean;
}

const LONG_TEXT = `Where people work (Kraj / 国 🚀): ${'northern and '.repeat(25)}eastern offices`;
/** Texts that are easily mistaken for none, or for numbers, as which the next ones are equal; or that need more than Latin letters. */
const ODD_TEXTS = { displayName: 'Kraj / 国 🚀 R&D', defaultValue: '1.0', description: '0' };

/** The same texts, as another attribute has them that is defined in the same call. */
const besides = (texts: Update['supplied']): Update['supplied'] =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, `${text}, of a list`]));

/** Definitions of an attribute that has the texts `name 1`, `value 1` and `text 1`: these in capitals first, beside the same others. */
const UPDATES: readonly Update[] = [
  { supplied: { displayName: 'NAME 1' } },
  { supplied: { displayName: 'NAME 1', defaultValue: 'VALUE 1' } },
  { supplied: { displayName: 'NAME 1', defaultValue: 'VALUE 1', description: 'TEXT 1' } },
  { supplied: {} },
  { supplied: { displayName: LONG_TEXT, defaultValue: LONG_TEXT, description: LONG_TEXT } },
  { supplied: ODD_TEXTS, isOther: true },
  { supplied: { defaultValue: '1', description: '00' } },
  { supplied: {}, isOther: true },
  { supplied: { displayName: 'name 1' }, isUsed: true },
  { supplied: { defaultValue: 'value 1' }, isUsed: true },
  { supplied: { description: 'text 1' }, isOther: true, isUsed: true },
];

test(
  'displayName, defaultValue and description of an attribute are updated',
  requirement('embed-attribute-definition-updated'),
  async ({ definitionNames, scope, user, otherUser }) => {
    // Given an attribute whose record shows some of its texts, and one that holds lists, and has texts since it was defined again
    const attribute = { name: definitionNames['user-attributes'].mixed('updated'), type: 'string' } as const;
    const list = { name: 'conformanceupdatedlist', type: 'string_array' } as const;
    const first = { displayName: 'name 1', description: 'text 1' };
    const expected: Update['supplied'] = { ...first, defaultValue: 'value 1' };
    const listed = await scope.define(user, attributed(list));
    let size = 1;
    const sized = () => {
      const texts = { displayName: `Size ${size}`, defaultValue: String(size), description: `size ${size}` };
      return { name: 'conformanceupdatedsize', type: 'number' as const, ...texts };
    };
    await scope.session(user, attributed({ ...list, ...besides(first) }, sized()));
    const defined = await scope.define(user, attributed({ ...attribute, ...expected }));
    const [once, twice] = [firstRecord(defined, 'user-attributes'), firstRecord(listed, 'user-attributes')];
    const now = await scope.snapshot(['user-attributes']);
    const again = now['user-attributes'].find(({ id }) => id === twice.id);
    // A list may show the default of a number as a number.
    const isSized = ({ defaultValue, displayName, description }: typeof once) =>
      Number(defaultValue) === size &&
      displayName === sized().displayName &&
      description === sized().description;
    const showsSize = now['user-attributes'].some(isSized);
    const shown = TEXTS.filter((text) => (once[text] ?? again?.[text]) !== undefined);
    if (shown.length === 0) notTested('the attribute records of the embed tenant show none of their texts');
    for (const text of TEXTS)
      if (!shown.includes(text))
        runningTest().journal.observations.add(
          `no ${text} of attribute definitions shows: whether it is saved was not judged`,
        );
    // A default value is text; whether every text is one of a list is not shown.
    const ofList = shown.filter((text) => text !== 'defaultValue');
    const pick = (
      texts: Record<string, unknown>,
      names: readonly (typeof TEXTS)[number][],
      sent: Update['supplied'],
    ) => Object.fromEntries(names.map((name) => [name, asSent(texts[name], sent[name])]));
    const seenIn = ({ 'user-attributes': records }: typeof defined) => [
      pick({ ...records.find(({ id }) => id === once.id) }, shown, expected),
      pick({ ...records.find(({ id }) => id === twice.id) }, ofList, besides(expected)),
      showsSize && records.some(isSized),
    ];
    const expectTexts = async (when: string): Promise<void> => {
      const wanted = [pick(expected, shown, expected), pick(besides(expected), ofList, {}), showsSize];
      const seen = seenIn(
        await scope.settled((now) => isDeepStrictEqual(seenIn(now), wanted), ['user-attributes']),
      );
      const what = `the texts of the attribute, those of another one, and whether a number has the default ${size}`;
      expect(seen, `${what}, ${when}`).toEqual(wanted);
    };
    await expectTexts('at first');

    // When it is defined again, behind the other one, then the texts that are supplied are updated
    for (const { supplied, isOther = false, isUsed = false } of UPDATES) {
      const { defaultValue: _, ...suppliedToList } = supplied;
      if (isUsed) size += 1;
      const further = isUsed ? [sized()] : [];
      const answer = await scope.mint(isOther ? otherUser : user, {
        ...attributed({ ...list, ...besides(suppliedToList) }, ...further, { ...attribute, ...supplied }),
        ...(isUsed ? usageOf('user-attributes', attribute.name) : { userProfile: ANY_PROFILE }),
      });
      // A target may refuse a text that is long, or that holds such signs.
      if ([LONG_TEXT, ODD_TEXTS.displayName].includes(supplied.displayName ?? '') && isRefused(answer))
        continue;
      control(answer);
      Object.assign(expected, supplied);
      await expectTexts(`after ${writeJson(supplied)}${isUsed ? ', beside a value' : ''}`);
    }
  },
);
