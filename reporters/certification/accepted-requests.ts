import { type Exchange, isAccepted } from '../../fixtures/http/exchange.ts';
import { ATTRIBUTE_TYPES } from '../../fixtures/target/settings.ts';
import { readJson } from '../../fixtures/values/json.ts';
import { hasTenantNameLength, isTenantName } from '../../fixtures/values/tenant-name.ts';
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
  readonly [field: string]: unknown;
  readonly userProfile?: { readonly picture?: unknown } | null;
}

/** `null` and an empty array or object say nothing that a target must refuse. */
const isSent = (value: unknown): boolean =>
  typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : value != null;
const isText = (value: unknown): value is string => typeof value === 'string';

export const objectsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'object' && one !== null) : [];

function repeatsName(value: unknown): boolean {
  const names = objectsIn(value).map(({ name }) => name);
  return new Set(names).size < names.length;
}

/** The requirements by which a session is refused, each with whether a request is such a one. */
function refusals(body: SessionBody): Record<string, boolean> {
  const { externalId, internalId, userAttributes, groupDefinitions, userAttributeDefinitions } = body;
  const isInternal = isText(internalId) && externalId == null;
  const isDefining = isSent(groupDefinitions) || isSent(userAttributeDefinitions);
  const attributes = objectsIn(userAttributeDefinitions);
  const picture = body.userProfile?.picture;
  // A server may read a name in capitals, or with blanks around it, as one that is allowed.
  const name = isText(body.embedTenantName) ? body.embedTenantName.trim().toLowerCase() : undefined;
  const hasLength = name !== undefined && hasTenantNameLength(name);
  return {
    'embed-deployment-required': body.deploymentId === undefined,
    'embed-identity-both-rejected': isText(externalId) && isText(internalId),
    'embed-identity-neither-rejected': externalId == null && internalId == null,
    'embed-internal-forbids-groups': isInternal && isSent(body.groups),
    'embed-internal-forbids-user-attributes': isInternal && isSent(userAttributes),
    'embed-internal-forbids-group-definitions': isInternal && isSent(groupDefinitions),
    'embed-internal-forbids-attribute-definitions': isInternal && isSent(userAttributeDefinitions),
    'embed-internal-forbids-security-context': isInternal && isSent(body.securityContext),
    'embed-internal-forbids-user-profile': isInternal && isSent(body.userProfile),
    'embed-attributes-duplicate-400': repeatsName(userAttributes),
    'embed-group-definitions-duplicate-rejected': repeatsName(groupDefinitions),
    'embed-attribute-definitions-duplicate-rejected': repeatsName(userAttributeDefinitions),
    'embed-definitions-need-creator-mode': isDefining && body.creatorMode !== true,
    'embed-definitions-need-tenant-name': isDefining && body.embedTenantName == null,
    'embed-group-definition-name-required': objectsIn(groupDefinitions).some((one) => one.name === undefined),
    'embed-attribute-definition-required-fields': attributes.some(
      (one) => one.name === undefined || one.type === undefined,
    ),
    'embed-attribute-definition-types': attributes.some(
      ({ type }) => type !== undefined && !ATTRIBUTE_TYPES.some((known) => known === type),
    ),
    'embed-tenant-name-length': name !== undefined && !hasLength,
    'embed-tenant-name-pattern': hasLength && !isTenantName(name),
    // An empty one may clear it.
    'embed-picture-invalid-rejected': isText(picture) && /^(?!\s*https?:)\s*\S/i.test(picture),
  };
}

/** Parameters that bound the length of a list: where an answer breaks which requirement by it. */
const BOUNDS: Readonly<
  Record<string, { readonly parameter: string; readonly list: string; readonly requirement: string }>
> = {
  listDeployments: { parameter: 'first', list: 'items', requirement: 'platform-deployments-first-limits' },
  scimListUsers: { parameter: 'count', list: 'Resources', requirement: 'scim-paging' },
  scimListGroups: { parameter: 'count', list: 'Resources', requirement: 'scim-groups-paging' },
};

function judgedListing(first: number, pathname: string, answer: Exchange): JudgedRequest[] {
  const hasNoFirst = { requirement: 'workspace-first-minimum', isBroken: isAccepted(answer) };
  const minimum = first < 1 ? [{ ...hasNoFirst, what: 'answers a first below 1' }] : [];
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
    const owed = Object.entries(refusals(body as SessionBody)).filter(([, isOwed]) => isOwed);
    return owed.map(([requirement]) => ({
      requirement,
      isBroken: isAccepted(answer),
      what: 'mints a session all the same',
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
