import type { StartedTarget } from '../../../fixtures/expect/running-test.ts';
import { withText } from '../lab/reliability/mode.ts';
import { startBehindProxy } from '../support/proxy.ts';

type Json = Record<string, unknown>;

/** Tells whether a value is an object that has fields. */
const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A hash of a value: equal values have the same one. */
function numberOf(value: unknown): number {
  let hash = 7;
  for (const character of JSON.stringify(value) ?? '')
    hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  return hash;
}

/** Replaces a value. The same value with the same seed is always replaced in the same way. */
type Change = (value: unknown, seed: number) => unknown;

/** Replaces a value by a wrong one; the seed chooses which. */
const oneOf =
  (...values: readonly unknown[]): Change =>
  (_value, seed) =>
    values[seed % values.length];

/** Changes one value in `many`, chosen by the seed, and leaves the others as they are. */
const oneIn =
  (many: number, change: Change): Change =>
  (value, seed) =>
    seed % many === 0 ? change(value, Math.floor(seed / many)) : value;

/** Changes the named fields of an object, where it has them. */
const fields =
  (changes: Readonly<Record<string, Change>>): Change =>
  (value, seed) => {
    if (!isJson(value)) return value;
    const changed = Object.entries(changes).filter(([name]) => name in value);
    return { ...value, ...Object.fromEntries(changed.map(([name, to]) => [name, to(value[name], seed)])) };
  };

/** Changes each entry of a list. Its seed is the hash of its id, or of the whole entry where it has none. */
const entries =
  (change: Change): Change =>
  (list) =>
    Array.isArray(list)
      ? list.map((entry: unknown) => change(entry, numberOf(isJson(entry) ? (entry.id ?? entry) : entry)))
      : list;

/** A server that answers as it should, but for one kind of field, which is wrong everywhere. */
export interface Mangling {
  /** Paths of the answers, without their base address. */
  readonly path: RegExp;
  /** Changes the body of an answer; the seed is the hash of the request's path and query. */
  readonly change: Change;
  /** Ids of the requirements whose tests look at such answers. */
  readonly judgedBy: RegExp;
  /** Ids of the requirements that may fail: those that own the field, and those that the server breaks thereby. */
  readonly breaks: RegExp;
  /** Settings that are left out, so that the suite has to discover what they would say. */
  readonly unset?: readonly string[];
}

const WORKSPACE = { path: /\/workspace$/, judgedBy: /^workspace-/ };
const SCIM = { path: /\/scim\/v2\//, judgedBy: /^(scim-|embed-(groups|profile|external))/ };
const RECORDS = { path: /\/v1\/embed-tenants\//, judgedBy: /^embed-tenants-|^embed-.*definition/ };

const items = (change: Change): Change => fields({ items: entries(change) });
const resources = (change: Change): Change => fields({ Resources: entries(change) });

const [TEXT, OBJECT, ARRAY, NUMBER] = ['conformance', { of: 'conformance' }, ['conformance'], 7.5];
const [LONG, HALF_A_CHARACTER] = ['x'.repeat(20_000), '\ud83d'];
const NO_TEXT = [NUMBER, null, OBJECT, ARRAY, true, undefined];
const NO_LIST = [TEXT, NUMBER, null, OBJECT, true, undefined];
const NO_OBJECT = [null, TEXT, NUMBER, ARRAY];
/** Texts that cannot be sent as part of an address. */
const UNSENDABLE = [HALF_A_CHARACTER, '', '.', '..'];

/** What follows the last resource of a list: one more for each page that is asked for. */
const neverEmpty: Change = (list, seed) =>
  Array.isArray(list) && list.length === 0 ? [{ schemas: [], id: `one-more-${seed}` }] : list;

/** The servers, by name. */
export const MANGLINGS: Readonly<Record<string, Mangling>> = {
  'item ids are of any type': {
    ...WORKSPACE,
    change: items(fields({ id: oneOf(...NO_TEXT, TEXT, LONG, HALF_A_CHARACTER) })),
    breaks: /^workspace-item-id$/,
  },
  'some item names are of any type': {
    ...WORKSPACE,
    change: items(fields({ name: oneIn(3, oneOf(...NO_TEXT, HALF_A_CHARACTER, LONG, '')) })),
    breaks: /^workspace-item-name$/,
  },
  'parents are of any type': {
    ...WORKSPACE,
    change: items(fields({ folderId: oneOf(TEXT, OBJECT, ARRAY, true, undefined) })),
    breaks: /^workspace-item-folder-id$/,
  },
  'some items are no objects': {
    ...WORKSPACE,
    change: items(oneIn(3, oneOf(...NO_OBJECT, true))),
    breaks: /^workspace-page-items$/,
  },
  'some pages are of any type': {
    ...WORKSPACE,
    change: fields({ pageInfo: oneIn(5, oneOf(...NO_LIST)), items: oneIn(7, oneOf(...NO_LIST)) }),
    breaks: /^workspace-(page-|cursor-walk-complete|has-next-page-truthful|types-|search-absent-text)/,
  },
  'deployments are of any type': {
    path: /\/v1\/deployments$/,
    change: items(oneIn(2, fields({ id: oneOf(...NO_LIST, LONG), name: oneOf(...NO_TEXT) }))),
    judgedBy: /^(platform-|workspace-(path|unknown)-deployment)/,
    unset: ['TARGET_DEPLOYMENT_ID', 'TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID'],
    breaks: /^platform-deployment/,
  },
  'SCIM lists never end': {
    ...SCIM,
    judgedBy: /^(scim-(users|groups)-|scim-paging|embed-groups-replaces$)/,
    change: fields({ totalResults: () => 1_000_000_000, Resources: neverEmpty }),
    breaks: /^scim-/,
  },
  'SCIM ids are of any type': {
    ...SCIM,
    change: resources(fields({ id: oneIn(2, oneOf(...NO_TEXT, ...UNSENDABLE)) })),
    breaks: /^scim-/,
  },
  'SCIM names are of any type': {
    ...SCIM,
    unset: ['TARGET_GROUPS'],
    change: resources(
      fields({
        userName: oneIn(2, oneOf(...NO_TEXT, ...UNSENDABLE)),
        displayName: oneIn(3, oneOf(...NO_TEXT)),
        externalId: oneOf(...NO_TEXT, ...UNSENDABLE),
      }),
    ),
    breaks: /^scim-/,
  },
  'entries of SCIM lists are of any type': {
    ...SCIM,
    change: resources(
      fields({
        members: entries(oneIn(2, oneOf(...NO_OBJECT))),
        groups: entries(fields({ value: oneOf(...NO_TEXT, ...UNSENDABLE), type: oneOf(...NO_TEXT) })),
        emails: entries(oneOf(...NO_OBJECT)),
        photos: entries(fields({ value: oneOf(...NO_TEXT) })),
      }),
    ),
    breaks: /^scim-/,
  },
  'session ids are of any type': {
    path: /\/generate-session$/,
    judgedBy: /^embed-(session|groups|internal|profile)/,
    change: fields({ sessionId: oneOf(...NO_TEXT, '', HALF_A_CHARACTER) }),
    breaks: /^embed-session-id$/,
  },
  'records are of any type': {
    ...RECORDS,
    change: fields({
      items: entries(oneIn(3, oneOf(...NO_OBJECT))),
      pageInfo: oneIn(4, oneOf(...NO_LIST)),
    }),
    breaks: /^embed-tenants-/,
  },
};

/** Changes show at once, and a few examples will do: what is wrong is wrong everywhere. */
const QUICK = { TARGET_LAG_MS: '0', CONFORMANCE_RUNS: '3' };

/** Starts the reference behind a proxy that changes its answers. */
export async function startMangledTarget({ path, change, unset = [] }: Mangling): Promise<StartedTarget> {
  const target = await startBehindProxy(
    {},
    (asked) =>
      path.test(new URL(asked.path, 'https://x').pathname)
        ? {
            afterwards: withText((body) =>
              JSON.stringify(change(JSON.parse(body), numberOf(asked.path)) ?? null),
            ),
          }
        : undefined,
    1,
  );
  const left = ['TARGET_ADAPTER', ...unset];
  const settings = Object.entries({ ...target.settings, ...QUICK }).filter(([name]) => !left.includes(name));
  return { ...target, settings: Object.fromEntries(settings) };
}
