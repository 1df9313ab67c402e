import { type Requirement, should } from './row.ts';

const TOKEN = ['access-token'] as const;
const USERS = 'Other platform resources, Users (SCIM 2.0)';
const GROUPS = 'Other platform resources, Groups (SCIM 2.0)';

/** Discovery documents: RFC 7644 section 4. The interface does not list them, so only what is served is judged. */
export const scimDiscovery: readonly Requirement[] = [
  should('scim-service-provider-config', 'scim', TOKEN, {
    source: USERS,
    statement:
      'ServiceProviderConfig, where it is served, says of each feature whether it is supported (RFC 7643 §5; RFC 7644 §4).',
    remedy: 'send patch, bulk, filter, changePassword, sort, etag and authenticationSchemes of RFC 7643 §5',
  }),
  should('scim-resource-types', 'scim', TOKEN, {
    source: GROUPS,
    statement:
      'ResourceTypes, where it is served, lists User at /Users and Group at /Groups with their schemas (RFC 7643 §6; RFC 7644 §4).',
    remedy: 'list the resource types User and Group with endpoint and schema',
  }),
  should('scim-schemas', 'scim', TOKEN, {
    source: USERS,
    statement:
      'Schemas, where it is served, describes the attributes that users and groups show (RFC 7643 §7; RFC 7644 §4).',
    remedy: 'list the schemas of User and Group with every attribute that is sent',
  }),
];
