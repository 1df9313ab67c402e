import { expect, test } from '@playwright/test';
import { type InvalidBody, invalidBodies } from '../../../fixtures/authentication/invalid-bodies.ts';
import { DefinitionNames, NAMES_BY_SORT } from '../../../fixtures/embed/names.ts';
import { strictAjv } from '../../../schemas/ajv.ts';
import { Contract } from '../../../schemas/contract.ts';

/**
 * Data that are wrong in the intended way and in no other, and names that are right wherever they are used. That generated data are right,
 * the client sees to at each request; that they find what they should, the mutants show.
 */

const contract = await Contract.load();
const sessionSchema = contract.requestSchema('generateSession') ?? {};
const validate = strictAjv().compile(sessionSchema);

/** The errors of a body by keyword and place: `type /groups`, `required /userAttributes/0 name`. */
const errorsOf = (body: object): string[] =>
  validate(body)
    ? []
    : (validate.errors ?? []).map(({ keyword, instancePath, params }) =>
        [keyword, instancePath, ...(keyword === 'required' ? [params.missingProperty] : [])].join(' '),
      );

/** The errors of some fields of a session for an external user. */
const errorsIn = (fields: object): string[] =>
  errorsOf({ deploymentId: 1, externalId: 'viewer-1', ...fields });

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
  for (const one of bodies) {
    const { error, place } = expectedIn(one);
    const errors = errorsOf(one.body as object);
    expect(errors).toContain(error);
    expect(errors.filter((found) => found !== error && found.split(' ')[1] !== place)).toEqual([]);
  }
  const fieldsWith = (how: string): string[] => [
    ...new Set(bodies.flatMap((one) => (one.wrong === how ? [one.field] : []))),
  ];
  expect(fieldsWith('of another type')).toHaveLength(26);
  expect(fieldsWith('outside its values')).toEqual(['userAttributeDefinitions[].type']);
  expect(fieldsWith('left out')).toHaveLength(5);
});

test('names that the suite defines are different, allowed, and found again by clean-up; plain where every sort is refused', () => {
  const allOf = (of: DefinitionNames): string[] => [
    ...new Set([...of.ofEverySort('a'), of.mixed('a')]),
    ...of.besideMixed('a'),
    ...of.twinsOfMixed('a'),
  ];
  const names = new DefinitionNames();
  expect(new Set(allOf(names)).size).toBe(allOf(names).length);
  for (const name of allOf(names)) {
    const fields = { creatorMode: true, embedTenantName: 'customer-one', groupDefinitions: [{ name }] };
    expect(errorsIn(fields), name).toEqual([]);
    expect(name).toMatch(/^(?! ).*(?:^|[\s-])conformance_.*(?<! )$/s);
  }
  // What differs in case, marks or normal form alone is a twin, and may be the same name to a target.
  const bare = (name: string): string => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  for (const name of names.besideMixed('a')) expect(bare(name)).not.toBe(bare(names.mixed('a')));
  for (const name of names.twinsOfMixed('a')) expect(bare(name)).toBe(bare(names.mixed('a')));
  const every = new Set(NAMES_BY_SORT.map(([sort]) => sort));
  const drawn = new DefinitionNames(every, 'customer-2026-11');
  for (const plain of [new DefinitionNames(every), drawn])
    expect(allOf(plain).filter((name) => !/^[a-z]\w{0,29}$/.test(name))).toEqual([]);
  expect(drawn.mixed('a')).toMatch(/^conformance_[0-9a-f]{10}_mixed$/);
  expect(drawn.mixed('b')).not.toBe(drawn.mixed('a'));
});
