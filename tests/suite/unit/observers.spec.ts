import { expect, test } from '@playwright/test';
import {
  AwaitedValues,
  ScimAttributeValueObserver,
  ScimMembershipObserver,
} from '../../../fixtures/embed/user-observers.ts';
import { Eventually } from '../../../fixtures/expect/eventually.ts';
import type { HttpClient } from '../../../fixtures/http/client.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import { ScimClient } from '../../../fixtures/scim/scim-client.ts';
import { duringTestOf } from './running-test.ts';

duringTestOf('scim-members-exist');

/** Who is in which group, and how SCIM shows it. */
interface Directory {
  /** Which lists leave out `groups` of users or `members` of groups: they are `returned: request` (RFC 7643 §7). */
  readonly brief?: readonly ('Users' | 'Groups')[];
  /** Whether brief lists send empty ones instead. */
  readonly sendsEmpty?: boolean;
  /** Which resources never show them. */
  readonly without?: 'Users' | 'Groups';
  /** Whether blue holds red: whoever is in red is in blue, indirectly. */
  readonly isNested?: true;
}

const USERS = ['ben', 'ada', 'eve'];
const MEMBERS: Readonly<Record<string, readonly string[]>> = { red: ['ada', 'ben'], blue: ['ben', 'eve'] };

function clientOf({ brief = [], sendsEmpty = false, without, isNested }: Directory) {
  const holds = (group: string): readonly string[] => (isNested && group === 'blue' ? ['red'] : []);
  const isIn = (group: string, id: string): boolean =>
    [group, ...holds(group)].some((one) => MEMBERS[one]?.includes(id));
  const shown = {
    Users: USERS.map((id) => ({
      id,
      userName: id,
      externalId: id,
      groups: Object.keys(MEMBERS).flatMap((value) => (isIn(value, id) ? [{ value }] : [])),
    })),
    Groups: Object.entries(MEMBERS).map(([id, members]) => ({
      id,
      displayName: id,
      members: [...members, ...holds(id)].map((value) => ({ value })),
    })),
  };
  const listed = (kind: 'Users' | 'Groups', resource: object): object => {
    if (without !== kind && !brief.includes(kind)) return resource;
    const { groups: _g, members: _m, ...others } = resource as Record<string, unknown>;
    const isEmpty = without !== kind && sendsEmpty;
    return { ...others, ...(isEmpty ? { [kind === 'Users' ? 'groups' : 'members']: [] } : {}) };
  };
  const send = async ({ operation, path, query }: Call): Promise<Exchange> => {
    const id = String(path?.id ?? '');
    const kind = operation.includes('User') ? 'Users' : 'Groups';
    const answer = (json: unknown, status = 200) => ({ operation, status, json, text: '' }) as Exchange;
    if (operation.startsWith('scimGet')) {
      const found = shown[kind].find((one) => one.id === id);
      return answer(without === kind ? listed(kind, found ?? {}) : found, found ? 200 : 404);
    }
    const wanted = /"(.*)"/.exec(String(query?.filter ?? ''))?.[1];
    const all = shown[kind].filter((one) => wanted === undefined || one.id === wanted);
    const start = Number(query?.startIndex ?? 1) - 1;
    // Pages of one
    const page = all.slice(start, start + 1).map((one) => listed(kind, one));
    return answer({ totalResults: all.length, Resources: page });
  };
  const http = { writes: 0, send, listBudget: { spend: () => undefined } } as unknown as HttpClient;
  const scim = new ScimClient(http);
  return { observer: new ScimMembershipObserver(scim) };
}

const BRIEF: readonly Directory[] = [
  { brief: ['Users'] },
  { brief: ['Groups'] },
  { brief: ['Users', 'Groups'] },
  { brief: ['Users'], without: 'Groups' },
  { brief: ['Groups'], isNested: true },
  { brief: ['Groups'], without: 'Users' },
  { isNested: true },
];

for (const directory of BRIEF.flatMap((one) => [one, { ...one, sendsEmpty: true }]))
  test(`memberships are seen where ${JSON.stringify(directory)}`, async () => {
    const { observer } = clientOf(directory);
    // Whoever is looked at first: what lists show of one of them is learned
    expect(await observer.of('ben')).toEqual(new Set(['red', 'blue']));
    expect(await observer.of('ada')).toEqual(new Set(['red']));
    // Often enough that users are looked at alone
    for (let look = 0; look < 6; look += 1) expect(await observer.of('eve')).toEqual(new Set(['blue']));
    expect(await observer.of('ada')).toEqual(new Set(['red']));
    expect(await observer.of('nobody')).toBeUndefined();
  });

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
