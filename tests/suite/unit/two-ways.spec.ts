import { expect, test } from '@playwright/test';
import { twoWays } from '../../../fixtures/expect/consistent-answers.ts';

const read = (answers: string) => twoWays([...answers]);

test('answers that are all the same are no two ways, however few they are', () => {
  for (const answers of ['', 'a', 'aa', 'aaaaaaa']) expect(read(answers), answers).toBeUndefined();
});

test('what others change is one answer before and another one after, and does not come back', () => {
  for (const answers of ['ab', 'aaab', 'abbb', 'aabbcc', 'abcd'])
    expect(read(answers), answers).toBeUndefined();
});

test('an answer between two others of one kind is told with its share and its place', () => {
  expect(read('aaabaaaa')).toEqual({ usual: 'a', other: 'b', times: 1, of: 8, at: 3 });
  expect(read('bbbabbbb')).toEqual({ usual: 'b', other: 'a', times: 1, of: 8, at: 3 });
  expect(read('abacaa')).toEqual({ usual: 'a', other: 'b', times: 2, of: 6, at: 1 });
});

test('an answer at the end counts once what was usual comes again', () => {
  expect(read('aaab')).toBeUndefined();
  expect(read('aaaba')).toMatchObject({ other: 'b', times: 1 });
});
