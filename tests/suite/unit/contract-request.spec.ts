import { expect, test } from '@playwright/test';
import { Contract } from '../../../schemas/contract.ts';

const contract = await Contract.load();

const EXTERNAL = { deploymentId: 1, externalId: 'viewer-1' };
const INTERNAL = { deploymentId: 1, internalId: 'ada' };
const CREATOR = { ...EXTERNAL, creatorMode: true, embedTenantName: 'customer-one' };

/** Session requests that the interface allows. */
const VALID: [name: string, body: object][] = [
  ['an external user', EXTERNAL],
  ['an internal user', INTERNAL],
  ['an internal user with settings', { ...INTERNAL, settings: { showDashboardChat: true } }],
  ['empty settings', { ...EXTERNAL, settings: {} }],
  ['no memberships', { ...EXTERNAL, groups: [] }],
  ['an empty profile', { ...EXTERNAL, userProfile: {} }],
  ['a picture over http', { ...EXTERNAL, userProfile: { picture: 'http://a.example' } }],
  ['a picture with a query', { ...EXTERNAL, userProfile: { picture: 'HTTPS://a.example/b?c=d#e' } }],
  ['a name beyond ASCII', { ...EXTERNAL, externalId: 'zoë viewer' }],
  ['a free-form context', { ...EXTERNAL, securityContext: { a: [{ b: null }] } }],
  ...['text', 1.5, ['a'], [1, 2], [], null].map((value): [string, object] => [
    `the attribute value ${JSON.stringify(value)}`,
    { ...EXTERNAL, userAttributes: [{ name: 'region', value }] },
  ]),
  ['creator mode without definitions', CREATOR],
  ['a group definition', { ...CREATOR, groupDefinitions: [{ name: 'authors' }] }],
  ...['string', 'number', 'string_array', 'number_array'].map((type): [string, object] => [
    `an attribute definition of type ${type}`,
    { ...CREATOR, userAttributeDefinitions: [{ name: 'region', type }] },
  ]),
  ['a tenant name of 5 characters', { ...EXTERNAL, embedTenantName: 'a-b-c' }],
  ['a tenant name of 36 characters', { ...EXTERNAL, embedTenantName: `a${'-'.repeat(34)}9` }],
];

const GROUP = { groupDefinitions: [{ name: 'authors' }] };
const ATTRIBUTE = { userAttributeDefinitions: [{ name: 'region', type: 'string' }] };

/** Valid bodies, and a change to each that makes it invalid. `undefined` removes a field. */
const INVALID: [name: string, body: object, change: object][] = [
  ['no deployment', EXTERNAL, { deploymentId: undefined }],
  ['a deployment as a string', EXTERNAL, { deploymentId: '1' }],
  ['both users', EXTERNAL, { internalId: 'ada' }],
  ['neither user', EXTERNAL, { externalId: undefined }],
  ['groups of an internal user', INTERNAL, { groups: [] }],
  ['attributes of an internal user', INTERNAL, { userAttributes: [] }],
  ['a context of an internal user', INTERNAL, { securityContext: {} }],
  ['a profile of an internal user', INTERNAL, { userProfile: {} }],
  ['group definitions of an internal user', CREATOR, { ...INTERNAL, externalId: undefined, ...GROUP }],
  [
    'attribute definitions of an internal user',
    CREATOR,
    { ...INTERNAL, externalId: undefined, ...ATTRIBUTE },
  ],
  ...[GROUP, ATTRIBUTE].flatMap((definitions): [string, object, object][] => {
    const name = Object.keys(definitions)[0];
    const body = { ...CREATOR, ...definitions };
    return [
      [`${name} without creator mode`, body, { creatorMode: undefined }],
      [`${name} with creator mode off`, body, { creatorMode: false }],
      [`${name} without a tenant name`, body, { embedTenantName: undefined }],
    ];
  }),
  ['an upper-case user', EXTERNAL, { externalId: 'Viewer' }],
  ['an upper-case user beyond ASCII', EXTERNAL, { externalId: 'zoË' }],
  ['a user id that begins with a blank', EXTERNAL, { externalId: ' viewer' }],
  ['a user id that ends in a line break', EXTERNAL, { externalId: 'viewer\n' }],
  ...['abcd', `a${'b'.repeat(36)}`, '1bcde', '-bcde', 'abcd-', 'Abcde', 'ab_de', 'ab.de', 'abcde\n'].map(
    (embedTenantName): [string, object, object] => [
      `the tenant name ${JSON.stringify(embedTenantName)}`,
      EXTERNAL,
      { embedTenantName },
    ],
  ),
  ...['/ada.png', 'ftp://a.example', '//a.example', 'https:///a', 'https://a b', 'data:,x', 'ada', ''].map(
    (picture): [string, object, object] => [
      `the picture "${picture}"`,
      EXTERNAL,
      { userProfile: { picture } },
    ],
  ),
  ...[true, {}, [true], ['a', 1], [null]].map((value): [string, object, object] => [
    `the attribute value ${JSON.stringify(value)}`,
    EXTERNAL,
    { userAttributes: [{ name: 'region', value }] },
  ]),
  ['an attribute without a name', EXTERNAL, { userAttributes: [{ value: 'emea' }] }],
  ['groups that are not strings', EXTERNAL, { groups: [1] }],
  ['a chat setting that is not a boolean', EXTERNAL, { settings: { showDashboardChat: 'true' } }],
  ['a group definition without a name', CREATOR, { groupDefinitions: [{ description: 'a' }] }],
  ['a group defined twice', CREATOR, { groupDefinitions: [{ name: 'a' }, { name: 'a' }] }],
  ['an attribute definition without a type', CREATOR, { userAttributeDefinitions: [{ name: 'a' }] }],
  [
    'a definition of an unknown type',
    CREATOR,
    { userAttributeDefinitions: [{ name: 'a', type: 'boolean' }] },
  ],
  ['a misspelt field', EXTERNAL, { externalID: 'viewer' }],
  ['a misspelt setting', EXTERNAL, { settings: { showDashboardchat: true } }],
  ['a misspelt field of the profile', EXTERNAL, { userProfile: { name: 'Ada' } }],
];

/** What the contract finds wrong with a body as it is sent, without what is undefined. */
const problemsOf = (body: object): string[] =>
  contract.judgeRequest('generateSession', {}, JSON.parse(JSON.stringify(body)));

for (const [name, body] of VALID) {
  test(`a session request with ${name} is valid`, () => {
    expect(problemsOf(body)).toEqual([]);
  });
}

for (const [name, body, change] of INVALID) {
  test(`a session request with ${name} is invalid`, () => {
    // The control: without the change the body is valid.
    expect(problemsOf(body)).toEqual([]);
    expect(problemsOf({ ...body, ...change })).not.toEqual([]);
  });
}

/** Queries of the workspace listing, and whether the interface allows them. */
const QUERIES: [query: Record<string, unknown>, valid: boolean][] = [
  [{}, true],
  [{ first: 1, after: 'MQ==', folderId: 11, search: '%' }, true],
  [{ types: ['FOLDER', 'REPORT'], orderByField: 'viewer_last_viewed_at', orderByDirection: 'DESC' }, true],
  [{ first: 0 }, false],
  [{ first: 1.5 }, false],
  [{ folderId: 'root' }, false],
  [{ types: ['folder'] }, false],
  [{ orderByField: 'updatedAt' }, false],
  [{ orderByDirection: 'asc' }, false],
  [{ order: 'name' }, false],
];

for (const [query, valid] of QUERIES) {
  test(`the listing query ${JSON.stringify(query)} is ${valid ? 'valid' : 'invalid'}`, () => {
    expect(contract.judgeRequest('workspaceObjects', query, undefined).length === 0).toBe(valid);
  });
}
