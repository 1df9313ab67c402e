import { expect, test } from '@playwright/test';
import {
  mixedName,
  namesBesideMixed,
  namesOfEverySort,
  twinsOfMixed,
} from '../../../../fixtures/arbitraries/names.ts';
import { sessionProblems } from './sampling.ts';
import { repeated } from './session-rules.ts';

/** Names that the suite defines: they hold every sort of text, differ from each other, and are found again by clean-up. */

const ALL = [
  ...namesOfEverySort('a'),
  ...namesOfEverySort('b'),
  mixedName('a'),
  ...namesBesideMixed('a'),
  ...twinsOfMixed('a'),
];

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
  const names = namesOfEverySort('found');
  expect(SORTS.filter((sort) => !names.some((name) => sort.test(name))).map(String)).toEqual([]);
  expect(Math.max(...names.map((name) => name.length))).toBe(200);
});

test('all names are different, allowed by the contract, without blanks around them, and of the suite', () => {
  expect(repeated(ALL)).toEqual([]);
  for (const name of ALL) {
    const fields = { creatorMode: true, embedTenantName: 'customer-one', groupDefinitions: [{ name }] };
    expect(sessionProblems(fields), name).toEqual([]);
    expect(name.trim()).toBe(name);
    expect(name).toMatch(/(?:^|\s)conformance-/);
  }
});

test('names beside the mixed one differ from it in more than case, marks and normal form', () => {
  const bare = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  for (const name of namesBesideMixed('a')) expect(bare(name), name).not.toBe(bare(mixedName('a')));
  for (const name of twinsOfMixed('a')) expect(bare(name), name).toBe(bare(mixedName('a')));
});
