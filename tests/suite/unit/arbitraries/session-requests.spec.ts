import { isDeepStrictEqual } from 'node:util';
import { expect, test } from '@playwright/test';
import { type InvalidBody, invalidBodies } from '../../../../fixtures/authentication/invalid-bodies.ts';
import { ATTRIBUTE_TYPES } from '../../../../fixtures/embed/definitions.ts';
import { DefinitionNames, NAMES_BY_SORT } from '../../../../fixtures/embed/names.ts';
import {
  assignments,
  CONVERTIBLE_VALUES,
  groupSubsets,
  INVALID_PICTURES,
  membershipHistories,
  pictureUrls,
  sessionsWithoutGroups,
  TENANT_NAMES_OF_WRONG_LENGTH,
  TENANT_NAMES_TO_NORMALIZE,
  TENANT_NAMES_WITH_WRONG_CHARACTER,
  UNFIT_VALUES,
  UNREACHABLE_PICTURES,
  urlsOfOtherSchemes,
} from '../../../../fixtures/embed/session-fields.ts';
import {
  CREATOR_FLAWS,
  embedTenantStories,
  FLAWS,
  type MintStep,
  type StoryStep,
} from '../../../../fixtures/stories/arbitrary-stories.ts';
import {
  ALL_USERS,
  identitiesOf,
  MAX_RUNS,
  SESSION_PROJECTS,
} from '../../../../fixtures/target/identities.ts';
import {
  assignmentProblems,
  bodyOf,
  DEFINITIONS,
  errorsOf,
  fits,
  GROUPS,
  isBeyondAscii,
  isHttpUrl,
  repeated,
  sessionProblems,
  sessionSchema,
  testArbitrary,
  unlessOnly,
  wrongValues,
} from './sampling.ts';

/** Data for sessions: valid as the contract judges it, or wrong in the intended way and in no other. */

const groupProblems = (groups: readonly string[]): unknown[] => [
  ...sessionProblems({ groups }),
  ...repeated(groups),
  ...groups.filter((name) => !GROUPS.includes(name)),
];

testArbitrary('groupSubsets', groupSubsets(GROUPS), groupProblems, {
  'no group': (groups) => groups.length === 0,
  'one group': (groups) => groups.length === 1,
  'several groups': (groups) => groups.length > 1,
  'not in the given order': (groups) =>
    !isDeepStrictEqual(
      groups,
      GROUPS.filter((name) => groups.includes(name)),
    ),
});

const shared = ([first = [], second = []]: string[][]): number =>
  first.filter((name) => second.includes(name)).length;

testArbitrary(
  'membershipHistories',
  membershipHistories(GROUPS),
  (history) => [
    ...history.flatMap((groups) => [...groupProblems(groups), ...(groups.length === 0 ? ['is empty'] : [])]),
    ...(history.length < 2 ? ['has no second call'] : []),
  ],
  {
    disjoint: (history) => shared(history) === 0,
    overlapping: ([a = [], b = []]) => shared([a, b]) > 0 && shared([a, b]) < Math.min(a.length, b.length),
    'only fewer': ([a = [], b = []]) => shared([a, b]) === b.length && a.length > b.length,
    'only more': ([a = [], b = []]) => shared([a, b]) === a.length && a.length < b.length,
  },
);

testArbitrary('assignments', assignments(DEFINITIONS), assignmentProblems, {
  none: (given) => given.length === 0,
  all: (given) => given.length === DEFINITIONS.length,
  'an empty text': (given) => given.some(({ value }) => value === ''),
  'beyond ASCII': (given) => given.some(({ value }) => typeof value === 'string' && isBeyondAscii(value)),
  'a negative number': (given) => given.some(({ value }) => Number(value) < 0),
  'a fraction': (given) => given.some(({ value }) => typeof value === 'number' && !Number.isInteger(value)),
  'an empty array': (given) => given.some(({ value }) => isDeepStrictEqual(value, [])),
});

const FIELDS = ['email', 'userProfile', 'userAttributes', 'securityContext', 'settings', 'creatorMode'];

testArbitrary(
  'sessionsWithoutGroups',
  sessionsWithoutGroups(DEFINITIONS, 'viewer-1@example.com'),
  (call) => [
    ...sessionProblems(call),
    ...assignmentProblems(call.userAttributes ?? []),
    ...Object.keys(call).filter((field) => !FIELDS.includes(field)),
  ],
  {
    nothing: (call) => Object.keys(call).length === 0,
    ...Object.fromEntries(FIELDS.map((field) => [`with ${field}`, (call: object) => field in call])),
    'a field of the same name elsewhere': ({ securityContext }) => 'groups' in (securityContext ?? {}),
  },
);

const validPicture = (picture: string): unknown[] => [
  ...sessionProblems({ userProfile: { picture } }),
  ...(isHttpUrl(picture) ? [] : ['is not an http(s) URL']),
];

const invalidPicture = (picture: string): unknown[] => [
  ...unlessOnly('pattern /userProfile/picture', { userProfile: { picture } }),
  ...(isHttpUrl(picture) ? ['is an http(s) URL'] : []),
];

testArbitrary('pictureUrls', pictureUrls(), validPicture, {
  http: (url) => url.startsWith('http:'),
  https: (url) => url.startsWith('https:'),
  'a port': (url) => new URL(url).port !== '',
  'no path': (url) => /^https?:\/\/[^/?#]+$/.test(url),
  'percent-encoded': (url) => url.includes('%'),
  'a query': (url) => new URL(url).search !== '',
  'a fragment': (url) => new URL(url).hash !== '',
});

testArbitrary('urlsOfOtherSchemes', urlsOfOtherSchemes(), invalidPicture, {
  ftp: (url) => url.startsWith('ftp:'),
  'more letters than http': (url) => url.startsWith('httpx:'),
});

test('pictures that are listed are valid, or wrong in that they are no http(s) URL', () => {
  expect(wrongValues(UNREACHABLE_PICTURES, validPicture)).toEqual([]);
  expect(wrongValues(INVALID_PICTURES, invalidPicture)).toEqual([]);
});

/** Patterns that each accept one kind of wrong character. */
const LENIENT_PATTERNS = [
  /^[a-z0-9-]*[a-z0-9]$/,
  /^[a-z][a-z0-9-]*$/,
  /^\w[\w-]*\w$/,
  /^[a-z][a-z0-9.-]*[a-z0-9]$/,
  /^[a-z][a-z0-9 -]*[a-z0-9]$/,
  /^[a-z][a-z0-9-]*[a-z0-9]$/i,
  /^[a-z][a-z0-9-]*[a-z0-9]\n?$/,
  /^[\p{Ll}][\p{Ll}0-9-]*[\p{Ll}0-9]$/u,
];

test('a wrong embed tenant name is wrong in its length, or in its characters, and in nothing else', () => {
  const ofLength = wrongValues(TENANT_NAMES_OF_WRONG_LENGTH, (embedTenantName) =>
    unlessOnly(`${embedTenantName.length < 5 ? 'minLength' : 'maxLength'} /embedTenantName`, {
      embedTenantName,
    }),
  );
  expect(ofLength).toEqual([]);
  const lengths = TENANT_NAMES_OF_WRONG_LENGTH.map(({ length }) => length);
  expect(lengths).toEqual(expect.arrayContaining([4, 37]));
  const names = [...TENANT_NAMES_WITH_WRONG_CHARACTER, ...TENANT_NAMES_TO_NORMALIZE];
  expect(
    wrongValues(names, (name) => unlessOnly('pattern /embedTenantName', { embedTenantName: name })),
  ).toEqual([]);
  expect(
    LENIENT_PATTERNS.filter((pattern) => !names.some((name) => pattern.test(name))).map(String),
    'lenient patterns that match no name',
  ).toEqual([]);
});

for (const type of ATTRIBUTE_TYPES)
  test(`a value that is not a ${type} is wrong in its type only, and some are of each other type`, () => {
    const values: readonly unknown[] = [...UNFIT_VALUES[type], ...CONVERTIBLE_VALUES[type]];
    const wrong = wrongValues(values, (value) => [
      ...(fits(type, value) ? [`is a ${type}`] : []),
      ...(value === null ? ['is null, which clears the value'] : []),
      ...errorsOf(bodyOf({ userAttributes: [{ name: 'a', value }] })).filter(
        (error) => !error.split(' ')[1]?.startsWith('/userAttributes/0/value'),
      ),
    ]);
    expect(wrong).toEqual([]);
    for (const other of ATTRIBUTE_TYPES.filter((one) => one !== type))
      expect(
        values.some((value) => fits(other, value)),
        other,
      ).toBe(true);
  });

/** Every field that a session for an external user may have. */
const WHOLE = {
  deploymentId: 1,
  externalId: 'viewer-1',
  email: 'viewer-1@example.com',
  userProfile: { displayName: 'Ada Viewer', picture: 'https://images.example.com/ada.png' },
  embedTenantName: 'customer-one',
  creatorMode: true,
  userAttributes: [{ name: 'a', value: 'emea' }],
  groups: ['authors'],
  userAttributeDefinitions: [{ name: 'a', type: 'string', displayName: 'A', description: 'A' }],
  groupDefinitions: [{ name: 'authors', description: 'Authors' }],
  securityContext: {},
  settings: { showDashboardChat: true },
};

/** The error that a body must have, and the only place where it may have others. */
function expectedIn({ field, wrong }: InvalidBody): { error: string; place: string } {
  const pointer = `/${field.replaceAll('[]', '.0').replaceAll('.', '/')}`;
  if (wrong !== 'left out')
    return { error: `${wrong === 'of another type' ? 'type' : 'enum'} ${pointer}`, place: pointer };
  const [parent = '', name] = [pointer.slice(0, pointer.lastIndexOf('/')), pointer.split('/').at(-1)];
  return { error: `required ${parent} ${name}`, place: parent };
}

test('every invalid body is wrong in the way and in the place that it names, and every field in every way', () => {
  expect(errorsOf(WHOLE)).toEqual([]);
  const bodies = invalidBodies(sessionSchema, WHOLE);
  const wrong = wrongValues(bodies, (one) => {
    const { error, place } = expectedIn(one);
    const errors = errorsOf(one.body as object);
    const elsewhere = errors.filter((found) => found !== error && found.split(' ')[1] !== place);
    return [...(errors.includes(error) ? [] : [{ expected: error, received: errors }]), ...elsewhere];
  });
  expect(wrong).toEqual([]);
  const fieldsWith = (how: string): string[] =>
    [...new Set(bodies.flatMap((one) => (one.wrong === how ? [one.field] : [])))].sort();
  expect(fieldsWith('of another type')).toHaveLength(26);
  expect(fieldsWith('outside its values')).toEqual(['userAttributeDefinitions[].type']);
  expect(fieldsWith('left out')).toHaveLength(6);
});

const names = new DefinitionNames();

const allOf = (of: DefinitionNames): string[] => [
  ...new Set([...of.ofEverySort('a'), of.mixed('a')]),
  ...of.besideMixed('a'),
  ...of.twinsOfMixed('a'),
];

test('names that the suite defines are different, allowed, found again by clean-up, and of every sort', () => {
  expect(repeated(allOf(names))).toEqual([]);
  for (const name of allOf(names)) {
    const fields = { creatorMode: true, embedTenantName: 'customer-one', groupDefinitions: [{ name }] };
    expect(sessionProblems(fields), name).toEqual([]);
    expect(name).toMatch(/^(?! ).*(?:^|[\s-])conformance-.*(?<! )$/s);
  }
  const sorts = [
    /[\u{10000}-\u{10ffff}]/u,
    /e\u0301/,
    /équipe/,
    /\p{Script=Hebrew}/u,
    / {2}/,
    /%/,
    /"/,
    /^[\s\S]{200}$/,
  ];
  expect(sorts.filter((sort) => !names.ofEverySort('a').some((name) => sort.test(name))).map(String)).toEqual(
    [],
  );
  // What differs in case, marks or normal form alone is a twin, and may be the same name to a target.
  const bare = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  for (const name of names.besideMixed('a')) expect(bare(name)).not.toBe(bare(names.mixed('a')));
  for (const name of names.twinsOfMixed('a')) expect(bare(name)).toBe(bare(names.mixed('a')));
});

test('where every sort is refused, names are plain', () => {
  const plain = new DefinitionNames(new Set(NAMES_BY_SORT.map(([sort]) => sort)));
  expect(allOf(plain).filter((name) => !/^[a-z0-9-]{1,64}$/.test(name))).toEqual([]);
});

test('every user and embed tenant of the pools has a name that the contract allows', () => {
  const identities = [...SESSION_PROJECTS, ''].flatMap((project) =>
    Array.from({ length: MAX_RUNS }, (_, run) =>
      identitiesOf({ pool: { current: run + 1, total: MAX_RUNS }, shard: null, project }, undefined),
    ),
  );
  const tenants = identities.flatMap(({ embedTenants, edgeTenants }) => [...embedTenants, ...edgeTenants]);
  expect(wrongValues(tenants, (embedTenantName) => sessionProblems({ embedTenantName }))).toEqual([]);
  const ids = [...ALL_USERS, ...identities.flatMap(({ users, speltUser }) => [...users, speltUser])];
  expect(wrongValues(ids, (externalId) => sessionProblems({ externalId }))).toEqual([]);
});

const mints = (story: StoryStep[]): MintStep[] =>
  story.filter((step): step is MintStep => step.do === 'mint');

testArbitrary(
  'embedTenantStories',
  embedTenantStories(),
  (story) => (story.length >= 1 && story.length <= 16 ? [] : [`has ${story.length} steps`]),
  {
    'at least five steps': (story) => story.length >= 5,
    'without groups': (story) => mints(story).some(({ groups }) => groups === undefined),
    'with an empty groups': (story) => mints(story).some(({ groups }) => groups?.length === 0),
    'without a flaw': (story) => mints(story).some(({ flaw }) => flaw === undefined),
    ...Object.fromEntries(
      [...FLAWS, ...CREATOR_FLAWS].map((flaw) => [
        flaw,
        (story: StoryStep[]) => mints(story).some((step) => step.flaw === flaw),
      ]),
    ),
    'a deletion of a group': (story) => story.some((step) => step.do === 'remove' && step.kind === 'groups'),
    'a deletion elsewhere': (story) => story.some((step) => step.do === 'remove' && step.place === 'sibling'),
  },
  500,
);
