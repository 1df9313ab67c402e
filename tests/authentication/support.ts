/** Callers who must be turned away: with what credentials, from which calls of a route, and how that is judged. */
import { isDeepStrictEqual } from 'node:util';
import {
  atOnce,
  type Call,
  type Contract,
  type CredentialSetting,
  control,
  credentialOf,
  DEFAULT_RUNS,
  type Discovery,
  describeExchange,
  type EmbedClient,
  type Exchange,
  endIfStrangersGetTheSame,
  expect,
  type HttpClient,
  inconclusive,
  isAccepted,
  isExchange,
  isForbidden,
  isNumber,
  isPathSegment,
  isRefused,
  nearMisses,
  neverIssued,
  notTested,
  pathAliases,
  runningTest,
  type Settings,
  writeJson,
} from '../../fixtures/index.ts';

/** A route's own credential: its setting, what its scheme and another one put before it, and a real one. */
interface RealCredential {
  readonly as: CredentialSetting;
  readonly prefix: string;
  readonly otherPrefix: string;
  readonly credential: string;
}

export function realCredential(
  contract: Contract,
  operation: string,
  setting: (name: CredentialSetting) => string,
): RealCredential {
  const { scheme, family } = contract.operation(operation);
  const as = credentialOf(scheme.name, family);
  const prefixes = contract.operations.map((one) => one.scheme.prefix);
  const otherPrefix = prefixes.find((one) => one !== '' && one !== scheme.prefix) ?? '';
  return { as, prefix: scheme.prefix, otherPrefix, credential: setting(as) };
}

/** What is wrong with the credential of a call, and what it sends for one. */
type BadCredential = Pick<Call, 'authorization' | 'headers'> & { readonly name: string };

/** What a server believes that is meant to be asked by its proxy alone, and a cookie. */
const OF_PROXIES = {
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-user': 'admin',
  'x-remote-user': 'admin',
  // What Next.js took for a request of its own (CVE-2025-29927).
  'x-middleware-subrequest': 'middleware:src/middleware:'.repeat(5),
  cookie: 'session=conformance-never-issued',
};
const UNSIGNED_JWT = [
  { alg: 'none', typ: 'JWT' },
  { sub: 'conformance', iat: 1_700_000_000, exp: 4_000_000_000 },
]
  .map((part) => Buffer.from(writeJson(part)).toString('base64url'))
  .concat('Y29uZm9ybWFuY2U')
  .join('.');

/**
 * Near misses that servers take most often: those of a comparison over the shorter length, of one that folds case, and of a library
 * that lets a JWT say itself how it is signed.
 */
const USUAL_MISSES = /without its last|added at its end|other case|not signed$/;
const UNSIGNED_MISSES = /in capitals|its signature$/;

/**
 * What every route must refuse: no credentials, an empty header, and credentials in the route's own scheme or HTTP Basic that the
 * target never issued, some of which are almost real. What servers take most often that should not is `usual`; the plainest come first.
 */
function credentialsToRefuse({ prefix, otherPrefix, credential }: RealCredential): {
  usual: BadCredential[];
  others: BadCredential[];
} {
  const altered = nearMisses(credential).map(({ name, credential: forged }) => ({
    name: `a credential ${name}`,
    authorization: `${prefix}${forged}`,
  }));
  // Where nothing stands before a token, it is a JWT by its scheme, and a library reads how it is signed.
  const isUsual = ({ name }: BadCredential): boolean =>
    USUAL_MISSES.test(name) || (prefix === '' && UNSIGNED_MISSES.test(name));
  return {
    usual: [
      { name: 'no Authorization header' },
      ...altered.filter(isUsual),
      { name: 'a credential that was never issued', authorization: neverIssued(prefix) },
      { name: 'an empty Authorization header', authorization: '' },
      // Of another scheme: a server may take its check for that of a proxy, or leave it to another part of itself.
      { name: 'credentials of HTTP Basic', authorization: 'Basic Y29uZm9ybWFuY2U6bmV2ZXItaXNzdWVk' },
      { name: 'a credential of another scheme', authorization: neverIssued(otherPrefix) },
      { name: 'no Authorization header, but those by which proxies name callers', headers: OF_PROXIES },
    ],
    others: [
      ...(prefix === '' ? [] : [{ name: 'a scheme without a credential', authorization: prefix.trim() }]),
      { name: 'a token with an invalid signature', authorization: `${prefix}${UNSIGNED_JWT}` },
      // At which a look-up may break down.
      { name: 'a credential of 4,000 signs', authorization: `${prefix}${'conformance'.padEnd(4_000, '0')}` },
      // What clients send in place of a credential that they do not have, and what a look-up in an object finds there.
      ...['null', 'constructor'].map((word) => ({
        name: `the word ${word}`,
        authorization: `${prefix}${word}`,
      })),
      ...altered.filter((one) => !isUsual(one)),
    ],
  };
}

/**
 * How many bad credentials are tried: `all` of them; those that servers take most often and `some` others, which are drawn; or a
 * `few`, for a further call of a route on which others were tried.
 */
type Effort = 'all' | 'some' | 'few';

/** How many of those that servers take most often, and of the others, an effort takes. */
const SHARES: Readonly<Record<Effort, readonly [usual: number, drawn: number]>> = {
  all: [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
  some: [Number.POSITIVE_INFINITY, 1],
  few: [3, 0],
};

const numberOf = (text: string): number =>
  [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0, 7);

/**
 * Makes a call with bad credentials, and expects each caller to be turned away. Which credentials an effort leaves out is drawn by the
 * seed, and differs from call to call; with more runs it leaves out less.
 *
 * @param call - that the target answers when the real credential is sent
 */
export async function expectTurnedAway(
  http: HttpClient,
  call: Omit<Call, 'as'>,
  real: RealCredential,
  effort: Effort,
): Promise<Exchange[]> {
  const { seed, runs } = runningTest();
  const factor = Math.max(1, runs / DEFAULT_RUNS);
  const [ofUsual, ofOthers] = SHARES[effort];
  const { usual, others } = credentialsToRefuse(real);
  const start = Math.abs(seed + numberOf(writeJson([call.operation, call.query, call.body])));
  // A share of one is tried on every third call.
  const isLeftOut = ofOthers === 1 && factor === 1 && start % 3 > 0;
  const rotated = [...others.slice(start % others.length), ...others];
  const drawn = rotated.slice(0, isLeftOut ? 0 : Math.min(others.length, Math.ceil(ofOthers * factor)));
  const tried = [...usual.slice(0, ofUsual * factor), ...drawn];
  const answers = await atOnce(tried, ({ name: _, ...sent }) => http.send({ ...call, as: null, ...sent }));
  for (const [{ name }, answer] of answers) expect(answer, `with ${name}:`).toBeTurnedAway();
  return answers.map(([, answer]) => answer);
}

/** Expects that no refusal holds what the right credential is shown: a handler that goes on behind a refusal writes what it refuses. */
export function expectNothingShown(letIn: Exchange, refusals: readonly Exchange[]): void {
  const { items, Resources } = (letIn.json ?? {}) as Listed;
  const lists = [items, Resources].filter((list) => objectsIn(list).length > 0);
  const whole = letIn.text.trim();
  // What is short may be part of any text. A text may be a value in JSON.
  const shown = [whole, writeJson(whole).slice(1, -1), ...lists.map((list) => writeJson(list))].filter(
    ({ length }) => length > 30,
  );
  const holds = ({ text, json }: Exchange) =>
    shown.some((part) => text.includes(part) || (json !== undefined && writeJson(json).includes(part)));
  const showing = isOpaque(letIn) ? [] : refusals.filter(holds);
  // A server may look at what is asked for before it looks at who asks, and refuses both alike.
  if (showing.length > 0 && !isAccepted(letIn)) endIfStrangersGetTheSame(letIn, showing);
  expect(
    showing.map(({ status }) => status),
    'refusals whose body holds what the right credential is shown',
  ).toEqual([]);
}

/** How often an answer must come that lets a stranger in: a gateway may answer once in place of the target. */
const CONFIRMED = 2;

/** Makes a call without credentials, and expects the caller not to be let in. */
export async function expectNoWayIn(
  http: HttpClient,
  call: Omit<Call, 'as'>,
  isRight: (answer: Exchange) => boolean,
  how: string,
): Promise<void> {
  for (let asked = 1; ; asked += 1) {
    const answer = await http.probe({ ...call, as: null });
    if (!isExchange(answer) || !isAccepted(answer) || !isRight(answer)) return;
    if (asked === CONFIRMED) return expect(answer, `without credentials, ${how}:`).toBeTurnedAway();
  }
}

/**
 * Expects no way in at the path of a call in other ways of writing, where a server may have the route and its guard may not look.
 *
 * @param letIn - what the right credential is answered; whatever is not of that kind is no way in
 * @param effort - `all` ways, or the usual one: a slash at the end
 */
export async function expectNoWayInByAlias(
  http: HttpClient,
  call: Omit<Call, 'as'>,
  letIn: Exchange,
  effort: 'all' | 'usual',
): Promise<void> {
  await atOnce(effort === 'all' ? pathAliases : pathAliases.slice(0, 1), (alias) =>
    expectNoWayIn(
      http,
      { ...call, alias },
      (answer) => isOfSameKind(answer, letIn),
      `where the path is written with ${alias}`,
    ),
  );
}

/** Whether the media type of an answer says nothing of the service. */
export const isOpaque = ({ mediaType }: Exchange): boolean => ['', 'text/html'].includes(mediaType);

/** Whether two answers are JSON with the same fields, or streams of one media type. */
function isOfSameKind(one: Exchange, other: Exchange): boolean {
  // What the right credential is refused with, a router may send with 200.
  if (!isAccepted(other)) return false;
  if (other.json === undefined) return one.mediaType === other.mediaType && !isOpaque(other);
  const fields = fieldsOf(other.json);
  return fields.length > 0 && isDeepStrictEqual(fieldsOf(one.json), fields);
}

/** The names of the fields of an object, or of the first object of a list. */
function fieldsOf(json: unknown): string[] {
  const [object = {}] = Array.isArray(json) ? json : [json];
  return typeof object === 'object' && object !== null ? Object.keys(object).sort() : [];
}

/** What an answer may hold that further calls of its route are made of. */
interface Listed {
  readonly items?: unknown;
  readonly pageInfo?: { readonly endCursor?: unknown } | null;
  readonly Resources?: unknown;
}

const objectsIn = (list: unknown): Record<string, unknown>[] =>
  Array.isArray(list) ? list.filter((one) => typeof one === 'object' && one !== null) : [];

/** Calls of the workspace listing in its other forms: each parameter, and what an answer leads to. */
function listings({ items, pageInfo }: Listed): Partial<Call>[] {
  const folder = objectsIn(items).find(({ type, id }) => type === 'FOLDER' && isNumber(id))?.id;
  const after = pageInfo?.endCursor;
  const types = { types: ['WORKBOOK', 'REPORT'], orderByField: 'name', orderByDirection: 'DESC' };
  return [
    { query: { search: 'e', first: 2 } },
    { query: { ...types, ...(isNumber(folder) ? { folderId: folder } : {}) } },
    ...(typeof after === 'string' ? [{ query: { first: 1, after } }] : []),
  ];
}

/** Calls of a SCIM list in its other forms, and of one resource. */
function resources({ Resources }: Listed, one: string, attribute: string): Partial<Call>[] {
  const [first] = objectsIn(Resources);
  const name = first?.[attribute];
  const filter = typeof name === 'string' ? { filter: `${attribute} eq ${writeJson(name)}` } : {};
  return [
    { query: { startIndex: 1, count: 1, ...filter } },
    ...(isPathSegment(first?.id) ? [{ operation: one, path: { id: first.id } }] : []),
  ];
}

/**
 * Further calls of a route: in its other forms, and of single resources behind it. Whoever is kept out of one must be kept out of
 * all.
 */
export function furtherCalls(call: Omit<Call, 'as'>, answer: Exchange): Omit<Call, 'as'>[] {
  const listed = (answer.json ?? {}) as Listed;
  const after = listed.pageInfo?.endCursor;
  const records = (): Partial<Call>[] => [
    { query: { first: 1, ...(typeof after === 'string' && { after }) } },
  ];
  const others: Readonly<Record<string, () => Partial<Call>[]>> = {
    workspaceObjects: () => listings(listed),
    listEmbedTenantGroups: records,
    listEmbedTenantUserAttributes: records,
    listDeployments: () => [{ query: { first: 1 } }],
    scimListUsers: () => resources(listed, 'scimGetUser', 'userName'),
    scimListGroups: () => resources(listed, 'scimGetGroup', 'displayName'),
  };
  return (others[call.operation]?.() ?? []).map((further) => ({ ...call, ...further }));
}

export const SCOPED = { as: 'TARGET_SCOPED_API_KEY' } as const;
/** Where the key is owed a refusal: one that came is not confirmed by asking again, and a page that refuses is the target's own. */
export const SCOPED_OUT = {
  ...SCOPED,
  isFinal: ({ status }: Exchange): boolean => status === 403,
  mayBeRefused: true,
} as const;

/**
 * Ends a test of a scoped key where a setting does not say which deployment is in its scope, or outside, and another one than the test took is
 * answered as that is owed.
 */
export async function endIfScopeIsOther(
  { discovery, embed, user }: { discovery: Discovery; embed: EmbedClient; user: string },
  setting: 'TARGET_DEPLOYMENT_ID' | 'TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID',
): Promise<void> {
  for (const deploymentId of await discovery.deploymentsInPlaceOf(setting)) {
    const answer = await embed.mint({ externalId: user, deploymentId }, SCOPED);
    if (setting === 'TARGET_DEPLOYMENT_ID' ? isAccepted(answer) : isForbidden(answer.status))
      inconclusive(
        `set ${setting}: ${SCOPED.as} is answered otherwise for deployment ${deploymentId} than for the one that was taken from GET /v1/deployments`,
      );
  }
}

/**
 * Ends a test as inconclusive where the deployment outside the scope was taken from a list, and takes no sessions: it may be paused, or the key
 * may be taken for a scoped one.
 */
export async function endIfTakesNone(discovery: Discovery, there: Exchange): Promise<void> {
  const setting = 'TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID';
  const isUnfit = isRefused(there) && !isForbidden(there.status);
  if (isUnfit && (await discovery.deploymentsInPlaceOf(setting)).length > 0)
    inconclusive(
      `set ${setting}: the one of GET /v1/deployments takes no sessions: ${describeExchange(there)}`,
    );
}

/** The control of a test of two tenants: each accepts its own key. The test is not tested where the settings are of one tenant. */
export async function controlEachTenant(settings: Settings, own: readonly EmbedClient[], externalId: string) {
  const { TARGET_BASE_URL: base, TARGET_PLAIN_BASE_URL: other } = settings;
  if (base === other || settings.TARGET_API_KEY === settings.TARGET_PLAIN_API_KEY)
    notTested('TARGET_PLAIN_BASE_URL and TARGET_PLAIN_API_KEY are those of the same tenant');
  for (const client of own) control(await client.mint({ externalId }));
}
