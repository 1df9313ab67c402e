import { expect, test } from '@playwright/test';
import { AwaitedValues, ScimAttributeValueObserver } from '../../../fixtures/embed/attribute-values.ts';
import { Eventually } from '../../../fixtures/expect/eventually.ts';
import type { ScimClient } from '../../../fixtures/scim/scim-client.ts';

const EXTENSION = 'urn:ietf:params:scim:schemas:extension:analytics:2.0:User';

/** A client whose lists of users hold one user, with these fields and the usual ones. */
const clientShowing = (fields: object): ScimClient =>
  ({
    writes: 0,
    users: async () => ({
      operation: 'scimListUsers',
      status: 200,
      json: { totalResults: 1, Resources: [{ id: '1', externalId: 'ada', userName: 'ada', ...fields }] },
    }),
  }) as unknown as ScimClient;

const observedValues = (fields: object) => new ScimAttributeValueObserver(clientShowing(fields)).of('ada');

test('attribute values are read from an extension of a SCIM user', async () => {
  expect(await observedValues({ [EXTENSION]: { region: 'emea', level: 3 } })).toEqual({
    region: 'emea',
    level: 3,
  });
});

test('attribute values are read from keys that name them with the schema, beside an extension or without one', async () => {
  const schema = 'urn:ietf:params:scim:schemas:extension:analytics:2.0:UserAttribute';
  const flat = { [`${schema}:region`]: 'emea', [`${schema}:sites`]: ['a', 'b'], [`${schema}:level`]: 3 };
  expect(await observedValues(flat)).toEqual({ region: 'emea', sites: ['a', 'b'], level: 3 });
  expect(await observedValues({ ...flat, [EXTENSION]: { seat: 'viewer' } })).toMatchObject({
    region: 'emea',
    seat: 'viewer',
  });
  expect(await observedValues({ [`${schema}:region:code`]: 'emea' })).toEqual({ 'region:code': 'emea' });
});

test('SCIM does not tell an empty array from no value', async () => {
  const wait = { eventually: new Eventually(0), noteUser: () => undefined };
  const shown = new AwaitedValues(
    new ScimAttributeValueObserver(clientShowing({ [EXTENSION]: { region: 'emea', sites: [] } })),
    wait,
  );
  expect(await shown.settled('ada', { region: 'emea', stores: [] })).toEqual({ region: 'emea', stores: [] });
  expect(await shown.settled('ada', { sites: null })).toEqual({ sites: null });
  expect(await shown.settled('ada', { region: [] })).toEqual({ region: 'emea' });
});

test('attribute values are read from a list of names and values, in the user or in an extension', async () => {
  const attributes = [{ name: 'region', value: ['emea'] }];
  expect(await observedValues({ attributes })).toEqual({ region: ['emea'] });
  expect(await observedValues({ [EXTENSION]: { attributes } })).toMatchObject({ region: ['emea'] });
});
