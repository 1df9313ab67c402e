import { expect, test } from '@playwright/test';
import { listFaults, listVariants } from '../../../fixtures/reference/faults/index.ts';
import { NEVER_MET } from '../../../fixtures/reference/never-met.ts';
import { judgeSwitches } from './dependencies/judge.ts';
import { dependenciesOf } from './dependencies/store.ts';

const variants = listVariants().map(({ name }) => name);
const all = [...listFaults().map(({ name }) => name), ...variants];
const [unmet = ''] = variants;

const wrong = (met: readonly string[], neverMet: Readonly<Record<string, string>>) =>
  judgeSwitches(new Map([['workspace-folders-first', new Set(met)]]), neverMet)
    .filter(({ problems }) => problems.length > 0)
    .map(({ id }) => id);

test('a fault or variant that no test meets is an error, unless a reason is given', () => {
  const others = all.filter((name) => name !== unmet);
  expect(wrong(all, {})).toEqual([]);
  expect(wrong(others, {})).toEqual([unmet]);
  expect(wrong(others, { [unmet]: 'a reason' })).toEqual([]);
});

test('a reason is an error where a test does meet the variant', () => {
  expect(wrong(all, { [unmet]: 'a reason' })).toEqual([unmet]);
});

test('reasons are given for variants that exist', () => {
  expect(Object.keys(NEVER_MET).filter((name) => !variants.includes(name))).toEqual([]);
});

test('every test depends on what only the start of a server meets', () => {
  const dependencies = dependenciesOf(
    new Map([
      ['first', { atStart: ['settings', 'routes'], byRequests: ['settings', 'order'] }],
      ['second', { atStart: ['settings', 'routes'], byRequests: [] }],
    ]),
  );
  expect(dependencies.get('first')).toEqual(new Set(['settings', 'order', 'routes']));
  expect(dependencies.get('second')).toEqual(new Set(['routes']));
});
