import { must, type Need, type Requirement, should } from './row.ts';

const ADMIN = 'Embed-tenant admin endpoints';
const NEEDS: readonly Need[] = ['api-key', 'creator-mode'];
const MEMBER: readonly Need[] = ['api-key', 'creator-mode', 'member-api-key'];

const KINDS = [
  ['groups', 'group', 'groups'],
  ['attributes', 'attribute', 'user-attributes'],
] as const;

/** The rules of groups, and the same of attributes. */
const ofKinds: readonly Requirement[] = KINDS.flatMap(([slug, noun, path]) => [
  must(`embed-tenants-${slug}-list-served`, 'admin', NEEDS, {
    source: `${ADMIN}, GET ${path}`,
    quote: `\`GET {base_url}/v1/embed-tenants/{embedTenantName}/${path}\` lists the ${noun}s that are defined in that embed tenant.`,
    statement: `The ${noun} list of an embed tenant in which something was defined is there, for a key with admin access.`,
    remedy: `serve GET /v1/embed-tenants/{embedTenantName}/${path}`,
  }),
  must(`embed-tenants-${slug}-list`, 'admin', NEEDS, {
    source: `${ADMIN}, GET ${path}`,
    quote: `\`GET {base_url}/v1/embed-tenants/{embedTenantName}/${path}\` lists the ${noun}s that are defined in that embed tenant.`,
    statement: `The ${noun} list holds every ${noun} defined in that embed tenant, each with an \`id\`.`,
    remedy: `list the embed tenant's ${noun} records as items + pageInfo, each with its id`,
  }),
  must(`embed-tenants-${slug}-paging`, 'admin', NEEDS, {
    source: `${ADMIN}, first and after on ${path}`,
    quote: `The list of ${noun}s is read on by cursors, with the query parameters \`first\` and \`after\`.`,
    statement: `The ${noun} list is cursor-paginated: following the cursors yields every record once, at every page size.`,
    remedy: 'order by a unique key, never exceed `first`, and continue strictly after the cursor',
  }),
  should(`embed-tenants-${slug}-last-page`, 'admin', NEEDS, {
    source: `${ADMIN}, first and after on ${path}`,
    statement: `The last page of the ${noun} list says that nothing follows, be it full or not.`,
    remedy: 'send hasNextPage true only where a record follows',
  }),
  must(`embed-tenants-${slug}-own-tenant`, 'admin', NEEDS, {
    source: `${ADMIN}, GET ${path}`,
    quote: `\`GET {base_url}/v1/embed-tenants/{embedTenantName}/${path}\` lists the ${noun}s that are defined in that embed tenant.`,
    statement: `The ${noun} list holds that embed tenant's records only.`,
    remedy: 'filter the list by the embed tenant named in the path',
  }),
  must(`embed-tenants-${slug}-delete`, 'admin', NEEDS, {
    source: `${ADMIN}, DELETE ${path}`,
    quote: `\`DELETE {base_url}/v1/embed-tenants/{embedTenantName}/${path}/{id}\` deletes one of them.`,
    statement: `Deleting a ${noun} removes exactly that record, and it can be defined anew.`,
    remedy: 'delete the one record of that kind and tenant that has the id',
  }),
  must(`embed-tenants-${slug}-list-needs-admin`, 'admin', MEMBER, {
    source: `${ADMIN}, admin access`,
    quote: 'The key must have admin access, for all four of them.',
    statement: `Listing ${noun}s with a key that lacks admin access is refused.`,
    remedy: 'check admin access on this route',
  }),
  must(`embed-tenants-${slug}-delete-needs-admin`, 'admin', MEMBER, {
    source: `${ADMIN}, admin access`,
    quote: 'The key must have admin access, for all four of them.',
    statement: `Deleting a ${noun} with a key that lacks admin access is refused, and removes nothing.`,
    remedy: 'check admin access on this route before deleting',
  }),
]);

/** The four embed-tenant admin operations. */
export const embedTenants: readonly Requirement[] = [
  ...ofKinds,
  should('embed-tenants-name-length', 'admin', NEEDS, {
    source: 'Limits, embedTenantName length',
    statement:
      'The lists of an embed tenant whose name is shorter than 5 or longer than 36 characters are refused, or empty.',
    remedy: 'answer 4xx or an empty list where no embed tenant can have the name in the path',
  }),
];
