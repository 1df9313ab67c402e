import {
  discoveryDocument,
  expect,
  listedResources,
  notTested,
  requirement,
  test,
} from '../../fixtures/index.ts';

const CORE = 'urn:ietf:params:scim:schemas:core:2.0';
const FEATURES = ['patch', 'bulk', 'filter', 'changePassword', 'sort', 'etag'] as const;

/** The resources of a discovery document that is a ListResponse. */
const resourcesOf = ({ Resources }: Record<string, unknown>): Record<string, unknown>[] =>
  (Array.isArray(Resources) ? Resources : []).filter((one) => typeof one === 'object' && one !== null);

// RFC 7643 §5
test(
  'ServiceProviderConfig says which features are supported',
  requirement('scim-service-provider-config'),
  async ({ scim }) => {
    const config = await discoveryDocument(scim, 'ServiceProviderConfig');
    expect(config.schemas, 'schemas').toContain(`${CORE}:ServiceProviderConfig`);
    for (const feature of FEATURES) {
      const { supported } = (config[feature] ?? {}) as { supported?: unknown };
      expect(typeof supported, `the type of ${feature}.supported`).toBe('boolean');
    }
    expect(config.authenticationSchemes, 'authenticationSchemes').toBeInstanceOf(Array);
  },
);

// RFC 7643 §6
test('ResourceTypes lists users and groups', requirement('scim-resource-types'), async ({ scim }) => {
  const types = resourcesOf(await discoveryDocument(scim, 'ResourceTypes'));
  for (const name of ['User', 'Group']) {
    const type = types.find((one) => one.name === name);
    expect(type?.endpoint, `the endpoint of ${name}`).toMatch(new RegExp(`(^|/)${name}s$`));
    expect(type?.schema, `the schema of ${name}`).toBe(`${CORE}:${name}`);
  }
});

/** Common attributes belong to no schema (RFC 7643 §3.1). */
const COMMON = ['schemas', 'id', 'externalid', 'meta'];

// RFC 7643 §7
test('Schemas describes every attribute that is shown', requirement('scim-schemas'), async ({ scim }) => {
  const samples = {
    User: await listedResources(scim, 'users'),
    Group: await listedResources(scim, 'groups'),
  };
  const schemas = resourcesOf(await discoveryDocument(scim, 'Schemas'));
  for (const [kind, name] of [
    ['users', 'User'],
    ['groups', 'Group'],
  ] as const) {
    const [sample] = samples[name];
    if (!sample) return notTested(`SCIM lists no ${kind}`);
    const schema = schemas.find(({ id }) => id === `${CORE}:${name}`);
    const attributes = Array.isArray(schema?.attributes) ? schema.attributes : [];
    const described = attributes.map((one: { name?: unknown }) => String(one?.name).toLowerCase());
    const shown = Object.keys(sample).filter(
      (key) => !key.includes(':') && !COMMON.includes(key.toLowerCase()),
    );
    const missing = shown.filter((key) => !described.includes(key.toLowerCase()));
    expect(missing, `attributes of ${kind} that the schema ${name} does not describe`).toEqual([]);
  }
});
