import { expect, test } from '@playwright/test';
import { type InvalidBody, invalidBodies } from '../../../../fixtures/arbitraries/invalid-bodies.ts';
import { errorsOf, rareCases, sessionSchema, wrongOnes } from './sampling.ts';

/** Bodies that are invalid in one place: each is wrong there, as its words say, and nowhere else. */

/** Every field that a session for an external user may have. */
const VALID = {
  deploymentId: 1,
  externalId: 'viewer-1',
  email: 'viewer-1@example.com',
  userProfile: { displayName: 'Ada Viewer', picture: 'https://images.example.com/ada.png' },
  embedTenantName: 'customer-one',
  creatorMode: true,
  userAttributes: [{ name: 'a', value: 'emea' }],
  groups: ['authors'],
  userAttributeDefinitions: [
    { name: 'a', type: 'string', displayName: 'A', defaultValue: 'none', description: 'A' },
  ],
  groupDefinitions: [{ name: 'authors', description: 'Authors' }],
  securityContext: {},
  settings: { showDashboardChat: true },
};

/** The interface's tables: the fields and their types, those that are required and those that are enumerated. */
const FIELDS: Record<string, string> = {
  deploymentId: 'number',
  externalId: 'string',
  email: 'string',
  userProfile: 'object',
  'userProfile.displayName': 'string',
  'userProfile.picture': 'string',
  embedTenantName: 'string',
  creatorMode: 'boolean',
  userAttributes: 'array',
  'userAttributes[]': 'object',
  'userAttributes[].name': 'string',
  groups: 'array',
  'groups[]': 'string',
  userAttributeDefinitions: 'array',
  'userAttributeDefinitions[]': 'object',
  'userAttributeDefinitions[].name': 'string',
  'userAttributeDefinitions[].type': 'string',
  'userAttributeDefinitions[].displayName': 'string',
  'userAttributeDefinitions[].defaultValue': 'string',
  'userAttributeDefinitions[].description': 'string',
  groupDefinitions: 'array',
  'groupDefinitions[]': 'object',
  'groupDefinitions[].name': 'string',
  'groupDefinitions[].description': 'string',
  securityContext: 'object',
  settings: 'object',
  'settings.showDashboardChat': 'boolean',
};
const REQUIRED = [
  'deploymentId',
  'userAttributes[].name',
  'userAttributes[].value',
  'userAttributeDefinitions[].name',
  'userAttributeDefinitions[].type',
  'groupDefinitions[].name',
];
const ENUMERATED = ['userAttributeDefinitions[].type'];

const bodies = invalidBodies(sessionSchema, VALID);
const pointerTo = (field: string): string => `/${field.replaceAll('[]', '.0').replaceAll('.', '/')}`;

/** The error that must be there, and the only place where there may be any. */
function expectedIn({ field, wrong }: InvalidBody): { error: string; place: string } {
  const pointer = pointerTo(field);
  if (wrong !== 'left out')
    return { error: `${wrong === 'of another type' ? 'type' : 'enum'} ${pointer}`, place: pointer };
  const [parent = '', name] = [pointer.slice(0, pointer.lastIndexOf('/')), pointer.split('/').at(-1)];
  return { error: `required ${parent} ${name}`, place: parent };
}

/** The value of a field, where it is. */
const valueIn = ({ field, body }: InvalidBody): unknown =>
  pointerTo(field)
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);

test('the body that others are made of is valid', () => {
  expect(errorsOf(VALID)).toEqual([]);
});

test('every invalid body is wrong as it says, where it says, and nowhere else', () => {
  const wrong = wrongOnes(bodies, (one) => {
    const { error, place } = expectedIn(one);
    const errors = errorsOf(one.body as object);
    const elsewhere = errors.filter((found) => found !== error && found.split(' ')[1] !== place);
    // A property that is left out is the only one that its object lacks.
    const other = one.wrong === 'left out' ? errors.filter((found) => found !== error) : elsewhere;
    return [...(errors.includes(error) ? [] : [{ expected: error, received: errors }]), ...other];
  });
  expect(wrong).toEqual([]);
});

test('every field is tried in every way', () => {
  const tried = (wrong: string): string[] =>
    [...new Set(bodies.filter((one) => one.wrong === wrong).map(({ field }) => field))].sort();
  expect(tried('of another type'), 'fields with a value of another type').toEqual(Object.keys(FIELDS).sort());
  expect(tried('outside its values'), 'enumerated fields').toEqual(ENUMERATED);
  expect(tried('left out'), 'fields that are left out').toEqual(REQUIRED.toSorted());
  expect(new Set(bodies.map(({ wrong }) => wrong)).size, 'kinds of mistakes').toBe(3);
});

test('values of another type are those that are most easily taken for the right ones', () => {
  const typed = bodies.filter(({ wrong }) => wrong === 'of another type');
  const by =
    (type: string, is: (value: unknown) => boolean) =>
    (one: InvalidBody): boolean =>
      FIELDS[one.field] === type && is(valueIn(one));
  const count = (type: string): number => Object.values(FIELDS).filter((one) => one === type).length;
  const isObject = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const missing = rareCases(typed, {
    'text: a number': [count('string'), by('string', (value) => typeof value === 'number')],
    'text: an object': [count('string'), by('string', isObject)],
    'a number: its digits': [count('number'), by('number', (value) => value === '1')],
    'a number: an array of it': [count('number'), by('number', Array.isArray)],
    'a boolean: its word': [count('boolean'), by('boolean', (value) => value === 'true')],
    'a boolean: 1': [count('boolean'), by('boolean', (value) => value === 1)],
    'an array: text': [count('array'), by('array', (value) => value === 'conformance')],
    'an array: its only element': [3, by('array', (value) => isObject(value) && 'name' in (value as object))],
    'an array of text: its only element': [1, by('array', (value) => value === VALID.groups[0])],
    'an object: text': [count('object'), by('object', (value) => typeof value === 'string')],
    'an object: an array of it': [count('object'), by('object', Array.isArray)],
  });
  expect(missing).toEqual([]);
});

test('values outside an enumeration are close to those inside', () => {
  const values = bodies.filter(({ wrong }) => wrong === 'outside its values').map(valueIn);
  expect(values).toEqual(expect.arrayContaining(['STRING', 'string ', '']));
});
