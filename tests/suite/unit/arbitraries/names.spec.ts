import { expect, test } from '@playwright/test';
import {
  DefinitionNames,
  NAME_OF_ALL_SORTS,
  NAMES_BY_SORT,
  type NameSort,
} from '../../../../fixtures/embed/names.ts';
import { sessionProblems } from './sampling.ts';
import { repeated } from './session-rules.ts';

/** Names that the suite defines: they hold every sort of text, differ from each other, and are found again by clean-up. */

const names = new DefinitionNames();
const allOf = (what: string, of = names): string[] => [
  ...new Set([...of.ofEverySort(what), of.mixed(what)]),
  ...of.besideMixed(what),
  ...of.twinsOfMixed(what),
];
const ALL = [...allOf('a'), ...allOf('b')];

/** What some name of each list must hold. */
const SORTS: readonly RegExp[] = [
  /[\u{10000}-\u{10ffff}]/u,
  /\u200d/,
  /e\u0301/,
  /équipe/,
  /^\p{Script=Hebrew}/u,
  /ß/,
  /İ/,
  / {2}/,
  /%/,
  /_/,
  /"/,
  /\\/,
  /\p{Script=Han}/u,
  /^[\s\S]{200}$/,
];

test('names of every sort hold each sort of text, and none is longer than 200 characters', () => {
  const found = names.ofEverySort('found');
  expect(SORTS.filter((sort) => !found.some((name) => sort.test(name))).map(String)).toEqual([]);
  expect(Math.max(...found.map((name) => name.length))).toBe(200);
});

test('all names are different, allowed by the contract, without blanks around them, and of the suite', () => {
  expect(repeated(ALL)).toEqual([]);
  for (const name of ALL) {
    const fields = { creatorMode: true, embedTenantName: 'customer-one', groupDefinitions: [{ name }] };
    expect(sessionProblems(fields), name).toEqual([]);
    expect(name.trim()).toBe(name);
    expect(name).toMatch(/(?:^|[\s-])conformance-/);
  }
});

test('names beside the mixed one differ from it in more than case, marks and normal form', () => {
  const bare = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  for (const name of names.besideMixed('a')) expect(bare(name), name).not.toBe(bare(names.mixed('a')));
  for (const name of names.twinsOfMixed('a')) expect(bare(name), name).toBe(bare(names.mixed('a')));
});

const REFUSED: readonly (readonly [NameSort, RegExp])[] = [
  ['emoji', /[\u{10000}-\u{10ffff}]/u],
  ['letters and their marks', /\p{M}/u],
  ['quotes and brackets', /["'&<>]/],
  ['signs of patterns', /[%*\\]/],
  ['blanks in a row', / {2}/],
  ['right to left', /\p{Script=Hebrew}/u],
  ['200 characters', /^[\s\S]{65}/],
  ['several sorts at once', /straße İ/],
];

for (const [sort, text] of REFUSED)
  test(`where names with ${sort} are refused, plain ones take their place: as many, and all different`, () => {
    // Thai vowels are marks that no other letter takes.
    const sorts: NameSort[] = sort === 'letters and their marks' ? [sort, 'other scripts'] : [sort];
    const left = new DefinitionNames(new Set(sorts));
    expect(allOf('a', left).filter((name) => text.test(name))).toEqual([]);
    expect(repeated(allOf('a', left))).toEqual([]);
    expect(left.ofEverySort('a')).toHaveLength(names.ofEverySort('a').length);
    expect(left.besideMixed('a')).toHaveLength(names.besideMixed('a').length);
  });

test('where every sort is refused, names are plain', () => {
  const plain = new DefinitionNames(new Set(NAMES_BY_SORT.map(([sort]) => sort)));
  expect(allOf('a', plain).filter((name) => !/^[a-z0-9-]{1,64}$/.test(name))).toEqual([]);
});

test('the name of all sorts holds whatever a name of one sort holds, and is as long as the longest', () => {
  const characters = new Set(NAME_OF_ALL_SORTS);
  const missing = NAMES_BY_SORT.flatMap(([, name]) => [...name]).filter((one) => !characters.has(one));
  expect(missing.filter((one) => !/[a-z0-9]/i.test(one))).toEqual([]);
  expect(NAME_OF_ALL_SORTS).toHaveLength(200);
});
