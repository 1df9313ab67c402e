import { must, type Requirement, should } from './row.ts';

const CREATOR = ['api-key', 'creator-mode'] as const;
const ADMIN = 'Embed-tenant admin endpoints';
const MEMBER = [...CREATOR, 'member-api-key'] as const;

const KINDS = [
  ['groups', 'group', 'groups'],
  ['attributes', 'attribute', 'user-attributes'],
] as const;

/** The rules of groups, and the same of attributes. */
const ofKinds: readonly Requirement[] = KINDS.flatMap(([slug, noun, path]) => [
  must(`embed-tenants-${slug}-list-served`, 'admin', CREATOR, {
    source: `${ADMIN}, GET ${path}`,
    quote: `\`GET {base_url}/v1/embed-tenants/{embedTenantName}/${path}\` lists the ${noun}s that are defined in that embed tenant.`,
    statement: `The ${noun} list of an embed tenant is served to a key with admin access, once something was defined there.`,
    remedy: `serve GET /v1/embed-tenants/{embedTenantName}/${path}. If TARGET_API_KEY lacks admin access, set a key that has it`,
  }),
  must(`embed-tenants-${slug}-list`, 'admin', CREATOR, {
    source: `${ADMIN}, GET ${path}`,
    quote: `\`GET {base_url}/v1/embed-tenants/{embedTenantName}/${path}\` lists the ${noun}s that are defined in that embed tenant.`,
    statement: `The ${noun} list holds every ${noun} defined in that embed tenant, each with an \`id\`, as \`items\` beside a \`pageInfo\`.`,
    remedy: `list the embed tenant's ${noun} records as items + pageInfo, each with its id`,
  }),
  must(`embed-tenants-${slug}-paging`, 'admin', CREATOR, {
    source: `${ADMIN}, first and after on ${path}`,
    quote: `The list of ${noun}s is cursor-paginated, with the query parameters \`first\` and \`after\`.`,
    statement: `The ${noun} list is cursor-paginated: following the cursors yields every record once, at every page size.`,
    remedy:
      'order by a unique key, never exceed `first`, continue strictly after the cursor, and send hasNextPage true while a record follows',
  }),
  should(`embed-tenants-${slug}-last-page`, 'admin', CREATOR, {
    source: `${ADMIN}, first and after on ${path}`,
    statement: `The last page of the ${noun} list says that nothing follows, whether it is full or not.`,
    remedy: 'send hasNextPage true only where a record follows',
  }),
  must(`embed-tenants-${slug}-own-tenant`, 'admin', CREATOR, {
    source: `${ADMIN}, GET ${path}`,
    quote: `\`GET {base_url}/v1/embed-tenants/{embedTenantName}/${path}\` lists the ${noun}s that are defined in that embed tenant.`,
    statement: `The ${noun} list holds only records of that embed tenant.`,
    remedy: 'filter the list by the embed tenant named in the path',
  }),
  must(`embed-tenants-${slug}-delete`, 'admin', CREATOR, {
    source: `${ADMIN}, DELETE ${path}`,
    quote: `\`DELETE {base_url}/v1/embed-tenants/{embedTenantName}/${path}/{id}\` deletes one of them.`,
    statement: `Deleting one of the ${noun}s removes exactly that record. It can then be defined again.`,
    remedy: 'delete the one record of that kind and tenant that has the id',
  }),
  must(`embed-tenants-${slug}-list-needs-admin`, 'admin', MEMBER, {
    source: `${ADMIN}, admin access`,
    quote: 'The key must have admin access, for all four of them.',
    statement: `Listing ${noun}s with a key that lacks admin access is refused.`,
    remedy:
      'check admin access on this route. If TARGET_MEMBER_API_KEY has admin access, set a key without it',
  }),
  must(`embed-tenants-${slug}-delete-needs-admin`, 'admin', MEMBER, {
    source: `${ADMIN}, admin access`,
    quote: 'The key must have admin access, for all four of them.',
    statement: `Deleting one of the ${noun}s with a key that lacks admin access is refused, and removes nothing.`,
    remedy:
      'check admin access on this route before deleting. If TARGET_MEMBER_API_KEY has admin access, set a key without it',
  }),
]);

export const embedTenants: readonly Requirement[] = [
  ...ofKinds,
  must('embed-tenants-name-length', 'admin', CREATOR, {
    source: 'Limits, embedTenantName length',
    quote:
      'At least 5 and at most 36 characters, in generate-session and in the paths of the admin endpoints.',
    statement:
      'The lists of an embed tenant whose name is shorter than 5 or longer than 36 characters are refused, or empty.',
    remedy: 'answer 4xx or an empty list where no embed tenant can have the name in the path',
  }),
];
