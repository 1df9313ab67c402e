import { expect, test } from '@playwright/test';
import { AwaitedValues, ScimAttributeValueObserver } from '../../../fixtures/embed/user-observers.ts';
import { Eventually } from '../../../fixtures/expect/eventually.ts';
import type { ScimClient } from '../../../fixtures/scim/scim-client.ts';
import { whyEnded } from '../support/during-test.ts';

const EXTENSION = 'urn:ietf:params:scim:schemas:extension:analytics:2.0:User';

/** A client whose lists of users hold one user, or several alike, with these fields and the usual ones. */
const clientShowing = (fields: object, times = 1): ScimClient =>
  ({
    writes: 0,
    list: async () => ({
      operation: 'scimListUsers',
      status: 200,
      json: { Resources: Array(times).fill({ id: '1', externalId: 'ada', userName: 'ada', ...fields }) },
    }),
  }) as unknown as ScimClient;

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
  for (const fields of [{ attributes }, { [EXTENSION]: { attributes } }])
    expect(await new ScimAttributeValueObserver(clientShowing(fields)).of('ada')).toMatchObject({
      region: ['emea'],
    });
});

test('which of several users with one externalId a session is for, SCIM does not tell', async () => {
  const observer = new ScimAttributeValueObserver(clientShowing({}, 2));
  expect(await whyEnded(() => observer.of('ada'))).toContain('not-tested: SCIM shows several users "ada"');
});

test('where a lag is declared, effects may show late although all were seen at once so far', () => {
  expect(new Eventually(2000).mayBeLate).toBe(true);
  expect(new Eventually(0).mayBeLate).toBe(false);
  expect(new Eventually().mayBeLate).toBe(false);
});
