import {
  discoveryDocument,
  expect,
  isPathSegment,
  isShown,
  listedResources,
  requirement,
  type ScimResource,
  scimPageOf,
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
  async ({ discovery, scim }) => {
    const config = await discoveryDocument(scim, 'ServiceProviderConfig');
    expect(config.schemas, 'schemas').toContain(`${CORE}:ServiceProviderConfig`);
    for (const feature of FEATURES) {
      const { supported } = (config[feature] ?? {}) as { supported?: unknown };
      expect(typeof supported, `the type of ${feature}.supported`).toBe('boolean');
    }
    expect(Array.isArray(config.authenticationSchemes), 'that authenticationSchemes is an array').toBe(true);
    // RFC 7644 §3.14: "When supported, SCIM ETags MUST be specified as an HTTP header". A gateway may take it off, and not from meta.
    if ((config.etag as { supported?: unknown }).supported !== true) return;
    const [user] = scimPageOf(await discovery.scim.firstPage('users'))?.resources ?? [];
    if (!isPathSegment(user?.id)) return;
    const one = await scim.one('users', user.id);
    const version = one.headers.etag ?? (one.json as ScimResource | null)?.meta?.version ?? 'none';
    if (isShown(one)) expect(version, 'the ETag of a user, where etag.supported is true').not.toBe('none');
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

/** Common attributes belong to no schema of one resource (RFC 7643 §3.1), and extensions to one of their own. */
const OTHERS = /:|^(schemas|id|externalId|meta)$/i;

// RFC 7643 §7; what is null is not assigned (§2.5)
test('Schemas describes every attribute that is shown', requirement('scim-schemas'), async ({ scim }) => {
  const [[user = {}], [group = {}]] = [
    await listedResources(scim, 'users'),
    await listedResources(scim, 'groups'),
  ];
  const schemas = resourcesOf(await discoveryDocument(scim, 'Schemas'));
  for (const [name, sample] of Object.entries({ User: user, Group: group })) {
    const schema = schemas.find(({ id }) => id === `${CORE}:${name}`);
    const attributes = Array.isArray(schema?.attributes) ? schema.attributes : [];
    const described = attributes.map((one: { name?: unknown }) => String(one?.name).toLowerCase());
    const shown = Object.entries(sample).flatMap(([key, value]) => (value === null ? [] : [key]));
    const missing = shown.filter((key) => !OTHERS.test(key) && !described.includes(key.toLowerCase()));
    expect(missing, `attributes that the schema ${name} does not describe`).toEqual([]);
  }
});
