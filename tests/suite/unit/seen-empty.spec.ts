import { expect, test } from '@playwright/test';
import { SeenEmpty } from '../../../fixtures/embed-tenants/clean-up.ts';

/** How often an embed tenant is emptied of which something is asked twice, with so many changes in between. */
async function emptiedTwice({ writesBetween = 0, isEmpty = true, isLate = false }): Promise<number> {
  let writes = 7;
  let times = 0;
  const seenEmpty = new SeenEmpty(
    () => writes,
    () => isLate,
  );
  const empty = async () => {
    times += 1;
    return [['groups', isEmpty]] as const;
  };
  await seenEmpty.emptied('a-tenant', empty);
  writes += writesBetween;
  await seenEmpty.emptied('a-tenant', empty);
  return times;
}

test('an embed tenant that was seen empty is looked at again after a change, where it was not empty, and where effects show late', async () => {
  expect(await emptiedTwice({})).toBe(1);
  expect(await emptiedTwice({ writesBetween: 1 })).toBe(2);
  expect(await emptiedTwice({ isEmpty: false })).toBe(2);
  expect(await emptiedTwice({ isLate: true })).toBe(2);
});
