import { expect, test } from '@playwright/test';
import type { ScimClient } from '../../../fixtures/clients/scim.ts';
import { ScimAttributeValueObserver } from '../../../fixtures/observers/attribute-values.ts';

const EXTENSION = 'urn:ietf:params:scim:schemas:extension:analytics:2.0:User';

/** A client whose every list of users holds one, with these fields beside the usual ones. */
const clientShowing = (fields: object): ScimClient =>
  ({
    users: async () => ({
      operation: 'scimListUsers',
      status: 200,
      json: { totalResults: 1, Resources: [{ id: '1', externalId: 'ada', userName: 'ada', ...fields }] },
    }),
  }) as unknown as ScimClient;

const valuesShown = (fields: object) => new ScimAttributeValueObserver(clientShowing(fields)).of('ada');

test('values of attributes are read from an extension of a SCIM user', async () => {
  expect(await valuesShown({ [EXTENSION]: { region: 'emea', level: 3 } })).toEqual({
    region: 'emea',
    level: 3,
  });
});

test('values of attributes are read from a list of names and values, on the user or in an extension', async () => {
  const attributes = [{ name: 'region', value: ['emea'] }];
  expect(await valuesShown({ attributes })).toEqual({ region: ['emea'] });
  expect(await valuesShown({ [EXTENSION]: { attributes } })).toMatchObject({ region: ['emea'] });
});
