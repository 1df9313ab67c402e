import { expect, test } from '@playwright/test';
import { DefinitionNames, NAMES_BY_SORT } from '../../../fixtures/embed/names.ts';
import { Contract } from '../../../schemas/contract.ts';

/** Names that are right wherever they are used. That generated data are right, the client sees to at each request. */

test('names that the suite defines are different, allowed, and found again by clean-up; plain where every sort is refused', async () => {
  const contract = await Contract.load();
  const allOf = (of: DefinitionNames): string[] => [
    ...new Set([...of.ofEverySort('a'), of.mixed('a')]),
    ...of.nearlyMixed('a'),
    ...of.twinsOfMixed('a'),
  ];
  const names = new DefinitionNames();
  expect(new Set(allOf(names)).size).toBe(allOf(names).length);
  for (const name of allOf(names)) {
    const fields = { creatorMode: true, embedTenantName: 'customer-one', groupDefinitions: [{ name }] };
    const body = { deploymentId: 1, externalId: 'viewer-1', ...fields };
    expect(contract.judgeRequest('generateSession', {}, body), name).toEqual([]);
    expect(name).toMatch(/^(?! ).*(?:^|[\s-])conformance\w.*(?<! )$/s);
  }
  // What differs in case, marks or forms of a letter alone is a twin, and may be the same name to a target.
  const { compare } = new Intl.Collator('en', { sensitivity: 'base' });
  for (const name of names.nearlyMixed('a')) expect(compare(name, names.mixed('a')), name).not.toBe(0);
  for (const name of names.twinsOfMixed('a')) expect(compare(name, names.mixed('a')), name).toBe(0);
  const every = new Set(NAMES_BY_SORT.map(([sort]) => sort));
  const drawn = new DefinitionNames(every, 'customer-2026-11');
  for (const plain of [new DefinitionNames(every), drawn])
    expect(allOf(plain).filter((name) => !/^[a-z]{1,30}$/.test(name))).toEqual([]);
  expect(drawn.mixed('a')).toMatch(/^conformance[a-z]{10}mixed$/);
  expect(drawn.mixed('b')).not.toBe(drawn.mixed('a'));
});
