import { expect, test } from '@playwright/test';
import { Contract } from '../../../schemas/contract.ts';
import { findRequirement, testable } from '../../../schemas/requirements.ts';
import { listClaims } from '../support/list-claims.ts';

test('every test claims exactly one requirement, and one that is to be checked', () => {
  const claims = listClaims();
  const checked = new Set(testable.filter(({ unchecked }) => !unchecked).map(({ id }) => id));
  const wrong = claims.filter(({ ids }) => ids.length !== 1 || !checked.has(ids[0] ?? ''));
  expect(wrong.map(({ title }) => title)).toEqual([]);
});

test('every operation of the contract has a requirement that it refuses invalid credentials', async () => {
  const kebab = (text: string): string => text.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  // A single SCIM resource is protected as its list is, and discovery may be open: neither has a row in the catalogue.
  const operations = (await Contract.load()).operations.filter(({ id }) => !/^scimGet/.test(id));
  for (const { id } of operations)
    expect(() => findRequirement(`auth-${kebab(id)}-refuses-strangers`)).not.toThrow();
});
