import { type Exchange, isAccepted } from '../../fixtures/http/exchange.ts';
import { readJson } from '../../fixtures/values/json.ts';
import type { HarEntry } from '../../schemas/har.ts';

/**
 * Requests that a target must refuse whatever else is true of it, and answers that are longer than their request allows: each is seen
 * in one exchange, without knowing who called and what was there.
 */

/** A requirement that an exchange says something of, and whether its answer breaks it. */
interface JudgedRequest {
  readonly requirement: string;
  readonly isBroken: boolean;
  readonly what: string;
}

interface SessionBody {
  readonly deploymentId?: unknown;
  readonly externalId?: unknown;
  readonly internalId?: unknown;
  readonly embedTenantName?: unknown;
  readonly creatorMode?: unknown;
  readonly userProfile?: { readonly picture?: unknown } | null;
  readonly [field: string]: unknown;
}

/** `null` and an empty array or object say nothing that a target must refuse. */
const isSent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value != null;
const isText = (value: unknown): value is string => typeof value === 'string';

const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];

function repeatsName(value: unknown): boolean {
  const names = objectsIn(value).map(({ name }) => name);
  return new Set(names).size < names.length;
}

const defines = ({ groupDefinitions, userAttributeDefinitions }: SessionBody): boolean =>
  isSent(groupDefinitions) || isSent(userAttributeDefinitions);

/** A server may read a name in capitals, or with blanks around it, as one that is allowed. */
const normalized = (name: string): string => name.trim().toLowerCase();
const hasRightLength = ({ length }: string): boolean => length >= 5 && length <= 36;

const ATTRIBUTE_TYPES: readonly unknown[] = ['string', 'number', 'string_array', 'number_array'];
/** Fields that must not be sent with `internalId`, and what their requirements are called. */
const NOT_WITH_INTERNAL = {
  groups: 'groups',
  userAttributes: 'user-attributes',
  groupDefinitions: 'group-definitions',
  userAttributeDefinitions: 'attribute-definitions',
  securityContext: 'security-context',
  userProfile: 'user-profile',
} as const;

/** What a session's request must not be, in the words of a finding: "mints a session for ...". */
const REFUSED: readonly (readonly [requirement: string, what: string, is: (body: SessionBody) => boolean])[] =
  [
    ['embed-deployment-required', 'no deploymentId', ({ deploymentId }) => deploymentId === undefined],
    [
      'embed-identity-both-rejected',
      'both externalId and internalId',
      ({ externalId, internalId }) => isText(externalId) && isText(internalId),
    ],
    [
      'embed-identity-neither-rejected',
      'neither externalId nor internalId',
      ({ externalId, internalId }) => externalId == null && internalId == null,
    ],
    ...Object.entries(NOT_WITH_INTERNAL).map(
      ([field, name]) =>
        [
          `embed-internal-forbids-${name}`,
          `internalId with ${field}`,
          (body: SessionBody) => isText(body.internalId) && body.externalId == null && isSent(body[field]),
        ] as const,
    ),
    [
      'embed-attributes-duplicate-400',
      'a name twice in userAttributes',
      ({ userAttributes }) => repeatsName(userAttributes),
    ],
    [
      'embed-group-definitions-duplicate-rejected',
      'a name twice in groupDefinitions',
      ({ groupDefinitions }) => repeatsName(groupDefinitions),
    ],
    [
      'embed-attribute-definitions-duplicate-rejected',
      'a name twice in userAttributeDefinitions',
      ({ userAttributeDefinitions }) => repeatsName(userAttributeDefinitions),
    ],
    [
      'embed-definitions-need-creator-mode',
      'definitions without creatorMode',
      (body) => defines(body) && body.creatorMode !== true,
    ],
    [
      'embed-definitions-need-tenant-name',
      'definitions without embedTenantName',
      (body) => defines(body) && body.embedTenantName == null,
    ],
    [
      'embed-group-definition-name-required',
      'a group definition without a name',
      ({ groupDefinitions }) => objectsIn(groupDefinitions).some(({ name }) => name === undefined),
    ],
    [
      'embed-attribute-definition-required-fields',
      'an attribute definition without a name or a type',
      ({ userAttributeDefinitions }) =>
        objectsIn(userAttributeDefinitions).some(
          ({ name, type }) => name === undefined || type === undefined,
        ),
    ],
    [
      'embed-attribute-definition-types',
      'an attribute definition of another type than the four',
      ({ userAttributeDefinitions }) =>
        objectsIn(userAttributeDefinitions).some(
          ({ type }) => type !== undefined && !ATTRIBUTE_TYPES.includes(type),
        ),
    ],
    [
      'embed-tenant-name-length',
      'an embedTenantName of another length than 5 to 36 characters',
      ({ embedTenantName: name }) => isText(name) && !hasRightLength(normalized(name)),
    ],
    [
      'embed-tenant-name-pattern',
      'an embedTenantName that its pattern does not allow',
      ({ embedTenantName: name }) =>
        isText(name) &&
        hasRightLength(normalized(name)) &&
        !/^[a-z][a-z0-9-]*[a-z0-9]$/.test(normalized(name)),
    ],
    [
      'embed-picture-invalid-rejected',
      'a picture that is no http or https URL',
      // An empty one may clear it.
      ({ userProfile }) => isText(userProfile?.picture) && /^(?!\s*https?:)\s*\S/i.test(userProfile.picture),
    ],
  ];

/** Parameters that bound the length of a list: where an answer breaks which requirement by it. */
const BOUNDS: Readonly<
  Record<string, { readonly parameter: string; readonly list: string; readonly requirement: string }>
> = {
  listDeployments: { parameter: 'first', list: 'items', requirement: 'platform-deployments-first' },
  scimListUsers: { parameter: 'count', list: 'Resources', requirement: 'scim-paging' },
  scimListGroups: { parameter: 'count', list: 'Resources', requirement: 'scim-groups-paging' },
};

function judgedListing(first: number, pathname: string, answer: Exchange): JudgedRequest[] {
  const minimum =
    first < 1
      ? [
          {
            requirement: 'workspace-first-minimum',
            isBroken: isAccepted(answer),
            what: 'answers a first below 1',
          },
        ]
      : [];
  const deployment = /\/deployments\/(\d{1,15})\/workspace$/.exec(pathname)?.[1];
  const items = isAccepted(answer) ? objectsIn((answer.json as { items?: unknown }).items) : [];
  if (deployment === undefined || items.length === 0) return minimum;
  const strays = items.filter(
    ({ deploymentId: id }) => id !== undefined && Number(id) !== Number(deployment),
  );
  const what = `${strays.length} of its ${items.length} items are of another deployment`;
  return [...minimum, { requirement: 'workspace-path-deployment', isBroken: strays.length > 0, what }];
}

/** What a request and its answer say of requirements, beside the shape of the answer. */
export function judgedRequests(
  operation: string,
  { url, postData }: HarEntry['request'],
  answer: Exchange,
): JudgedRequest[] {
  const { searchParams, pathname } = new URL(url);
  if (operation === 'generateSession') {
    const body = readJson(postData?.text ?? '');
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return [];
    return REFUSED.filter(([, , is]) => is(body as SessionBody)).map(([requirement, what]) => ({
      requirement,
      isBroken: isAccepted(answer),
      what: `mints a session for ${what}`,
    }));
  }
  const asked = (name: string): number => Number(searchParams.get(name) || Number.NaN);
  if (operation === 'workspaceObjects') return judgedListing(asked('first'), pathname, answer);
  if (!isAccepted(answer)) return [];
  const bound = BOUNDS[operation];
  const most = bound === undefined ? Number.NaN : asked(bound.parameter);
  if (!bound || !(most >= 1)) return [];
  const { length } = objectsIn((answer.json as Record<string, unknown>)[bound.list]);
  const what = `its ${length} ${bound.list} are more than ${bound.parameter} says`;
  return [{ requirement: bound.requirement, isBroken: length > most, what }];
}
