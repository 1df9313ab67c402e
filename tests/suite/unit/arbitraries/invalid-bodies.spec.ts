import { expect, test } from '@playwright/test';
import { type InvalidBody, invalidBodies } from '../../../../fixtures/authentication/invalid-bodies.ts';
import { errorsOf, rareCases, sessionSchema, wrongValues } from './sampling.ts';

/** Bodies that are invalid in one place: each is wrong there, in the way that it names, and nowhere else. */

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

/** The interface's tables: the fields with their types, the required fields and the enumerated ones. */
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

/** The error that a body must have, and the only place where it may have others. */
function expectedIn({ field, wrong }: InvalidBody): { error: string; place: string } {
  const pointer = pointerTo(field);
  if (wrong !== 'left out')
    return { error: `${wrong === 'of another type' ? 'type' : 'enum'} ${pointer}`, place: pointer };
  const [parent = '', name] = [pointer.slice(0, pointer.lastIndexOf('/')), pointer.split('/').at(-1)];
  return { error: `required ${parent} ${name}`, place: parent };
}

/** The value of the field that is wrong. */
const valueIn = ({ field, body }: InvalidBody): unknown =>
  pointerTo(field)
    .split('/')
    .slice(1)
    .reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], body);

test('the body from which the others are derived is valid', () => {
  expect(errorsOf(VALID)).toEqual([]);
});

test('every invalid body is wrong in the way and in the place that it names, and nowhere else', () => {
  const wrong = wrongValues(bodies, (one) => {
    const { error, place } = expectedIn(one);
    const errors = errorsOf(one.body as object);
    const elsewhere = errors.filter((found) => found !== error && found.split(' ')[1] !== place);
    // Its object may lack no other property.
    const unexpected = one.wrong === 'left out' ? errors.filter((found) => found !== error) : elsewhere;
    return [...(errors.includes(error) ? [] : [{ expected: error, received: errors }]), ...unexpected];
  });
  expect(wrong).toEqual([]);
});

test('every field is made wrong in every way that it can be', () => {
  const fieldsWith = (wrong: string): string[] =>
    [...new Set(bodies.filter((one) => one.wrong === wrong).map(({ field }) => field))].sort();
  expect(fieldsWith('of another type'), 'fields with a value of another type').toEqual(
    Object.keys(FIELDS).sort(),
  );
  expect(fieldsWith('outside its values'), 'enumerated fields').toEqual(ENUMERATED);
  expect(fieldsWith('left out'), 'fields that are left out').toEqual(REQUIRED.toSorted());
  expect(new Set(bodies.map(({ wrong }) => wrong)).size, 'ways to be wrong').toBe(3);
});

test('values of another type are those that are most easily taken for right ones', () => {
  const typed = bodies.filter(({ wrong }) => wrong === 'of another type');
  const withValue =
    (type: string, is: (value: unknown) => boolean) =>
    (one: InvalidBody): boolean =>
      FIELDS[one.field] === type && is(valueIn(one));
  const count = (type: string): number => Object.values(FIELDS).filter((one) => one === type).length;
  const isObject = (value: unknown): boolean =>
    typeof value === 'object' && value !== null && !Array.isArray(value);
  const missing = rareCases(typed, {
    'a string: a number': [count('string'), withValue('string', (value) => typeof value === 'number')],
    'a string: an object': [count('string'), withValue('string', isObject)],
    'a number: its digits': [count('number'), withValue('number', (value) => value === '1')],
    'a number: an array of it': [count('number'), withValue('number', Array.isArray)],
    'a boolean: its word': [count('boolean'), withValue('boolean', (value) => value === 'true')],
    'a boolean: 1': [count('boolean'), withValue('boolean', (value) => value === 1)],
    'an array: a string': [count('array'), withValue('array', (value) => value === 'conformance')],
    'an array: its only element': [
      3,
      withValue('array', (value) => isObject(value) && 'name' in (value as object)),
    ],
    'an array of strings: its only element': [1, withValue('array', (value) => value === VALID.groups[0])],
    'an object: a string': [count('object'), withValue('object', (value) => typeof value === 'string')],
    'an object: an array of it': [count('object'), withValue('object', Array.isArray)],
  });
  expect(missing).toEqual([]);
});

test('values outside an enumeration resemble those inside', () => {
  const values = bodies.filter(({ wrong }) => wrong === 'outside its values').map(valueIn);
  expect(values).toEqual(expect.arrayContaining(['STRING', 'string ', '']));
});
