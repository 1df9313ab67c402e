import { expect, test } from '@playwright/test';
import {
  ATTRIBUTE_TYPES,
  assignmentOf,
  definitionsOf,
  inEveryPosition,
  otherKind,
  RECORD_KIND_NAMES,
  TYPE_PAIRS,
  usageOf,
} from '../../../../fixtures/embed/definitions.ts';
import { MISSING_ATTRIBUTE, MISSING_GROUPS } from '../../../../fixtures/embed/invalid-session-fields.ts';
import { EDGE_VALUES, UNREACHABLE_PICTURES } from '../../../../fixtures/embed/session-fields.ts';
import {
  ALL_USERS,
  type Identities,
  identitiesOf,
  MAX_RUNS,
  SESSION_PROJECTS,
} from '../../../../fixtures/target/identities.ts';
import { sessionProblems, wrongValues } from './sampling.ts';
import { fits, isHttpUrl, problemsIn, repeated } from './session-rules.ts';

/** Valid data that is listed rather than generated. */

const CREATOR = { creatorMode: true, embedTenantName: 'customer-one' };

test('every edge value is of its type', () => {
  for (const type of ATTRIBUTE_TYPES) {
    const wrong = wrongValues(EDGE_VALUES[type], (value) =>
      problemsIn(
        sessionProblems({ userAttributes: [{ name: 'a', value }] }),
        fits(type, value) ? [] : [`is not a ${type}`],
      ),
    );
    expect(wrong, `edge values of type ${type}`).toEqual([]);
  }
  expect(EDGE_VALUES.string, 'edge values of type string').toContain('');
  expect(EDGE_VALUES.number, 'edge values of type number').toEqual(expect.arrayContaining([0, -1.5]));
  for (const type of ['string_array', 'number_array'] as const)
    expect(EDGE_VALUES[type], `edge values of type ${type}`).toContainEqual([]);
});

test('the value assigned to an attribute is of its type and of no other', () => {
  for (const type of ATTRIBUTE_TYPES) {
    const assignment = assignmentOf('a', type);
    expect(sessionProblems({ userAttributes: [assignment] }), `a value of type ${type}`).toEqual([]);
    const types = ATTRIBUTE_TYPES.filter((one) => fits(one, assignment.value));
    expect(types, `the types of ${JSON.stringify(assignment.value)}`).toEqual([type]);
  }
});

test('the attribute types are those of the contract, and the pairs are all pairs of different types', () => {
  const definitions = (type: string): object => ({
    ...CREATOR,
    userAttributeDefinitions: [{ name: 'a', type }],
  });
  expect(ATTRIBUTE_TYPES.filter((type) => sessionProblems(definitions(type)).length > 0)).toEqual([]);
  expect(ATTRIBUTE_TYPES).toHaveLength(4);
  expect(TYPE_PAIRS.filter(([first, other]) => first === other)).toEqual([]);
  expect(new Set(TYPE_PAIRS.map(String)).size, 'different pairs').toBe(12);
});

test('requests that define and use records are allowed by the contract', () => {
  for (const { kind, field } of RECORD_KIND_NAMES) {
    for (const type of ATTRIBUTE_TYPES) {
      const defined = definitionsOf(kind, ['a', 'b'], type);
      expect(Object.keys(defined)).toEqual([field]);
      const fields = { ...CREATOR, ...defined, ...usageOf(kind, 'a', type) };
      expect(sessionProblems(fields), `${JSON.stringify(fields)}:`).toEqual([]);
    }
    expect(otherKind(otherKind(kind))).toBe(kind);
  }
});

test('an entry is inserted before, between and after others', () => {
  const positions = inEveryPosition('x', ['a', 'b']).map(([, entries]) => entries.join(''));
  expect(positions).toEqual(['xab', 'axb', 'abx']);
});

test('names of missing groups and attributes are valid and different', () => {
  const assignment = { name: MISSING_ATTRIBUTE, value: null };
  expect(sessionProblems({ groups: MISSING_GROUPS, userAttributes: [assignment] })).toEqual([]);
  expect(repeated(MISSING_GROUPS)).toEqual([]);
});

test('pictures that no server can load are valid pictures', () => {
  const wrong = wrongValues(UNREACHABLE_PICTURES, (picture) =>
    problemsIn(
      sessionProblems({ userProfile: { picture } }),
      isHttpUrl(picture) ? [] : ['is not an http(s) URL'],
    ),
  );
  expect(wrong).toEqual([]);
});

/** The identities of every worker, when as many runs as possible share the pools. */
const identities: Identities[] = [...SESSION_PROJECTS, ''].flatMap((project) =>
  Array.from({ length: MAX_RUNS }, (_, run) => {
    const pool = { current: run + 1, total: MAX_RUNS };
    return identitiesOf({ pool, shard: null, project }, undefined);
  }),
);

test('every embed tenant of the pools has a name that the contract allows', () => {
  const names = identities.flatMap(({ embedTenants, edgeTenants }) => [...embedTenants, ...edgeTenants]);
  expect(wrongValues(names, (embedTenantName) => sessionProblems({ embedTenantName }))).toEqual([]);
  // The interface's own words on length and characters.
  expect(names.filter((name) => !/^[a-z]([a-z0-9-]{3,34})[a-z0-9]$/.test(name))).toEqual([]);
  const characters = [/^[a-z]/, /[a-z]$/, /[0-9]$/, /.[a-z]./, /.[0-9]./, /.-./, /--/];
  expect(
    characters.filter((kind) => !names.some((name) => kind.test(name))).map(String),
    'kinds of characters that occur in no name',
  ).toEqual([]);
});

test('every user of the pools has an id that the contract allows', () => {
  const ids = [...ALL_USERS, ...identities.flatMap(({ users, speltUser }) => [...users, speltUser])];
  expect(wrongValues(ids, (externalId) => sessionProblems({ externalId }))).toEqual([]);
  expect(ids.filter((id) => id !== id.trim().toLowerCase())).toEqual([]);
});
