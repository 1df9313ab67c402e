import { type Change, entries, fields, oneIn, oneOf } from './wrong-values.ts';

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

const ANY_TYPE = ['text', 'null', 'object', 'array', 'boolean', 'missing', 'long text'] as const;
const NO_TEXT = ['number', 'null', 'object', 'array', 'boolean', 'missing'] as const;
const NO_LIST = ['text', 'number', 'null', 'object', 'boolean', 'missing'] as const;
const UNSENDABLE = ['half a character', 'empty text', 'this folder', 'the folder above'] as const;
const asText: Change = (value) => (value === null ? null : String(value));
const anyId = oneOf(...ANY_TYPE, 'number', 'half a character');

/** What follows the last resource of a list: one more for each page that is asked for. */
const neverEmpty: Change = (list, seed) =>
  Array.isArray(list) && list.length === 0 ? [{ schemas: [], id: `one-more-${seed}` }] : list;

/** The servers, by name. */
export const MANGLINGS: Readonly<Record<string, Mangling>> = {
  'item ids are texts': {
    ...WORKSPACE,
    change: items(fields({ id: asText, folderId: asText })),
    breaks: /^workspace-item-(id|folder-id)$/,
  },
  'item ids are of any type': {
    ...WORKSPACE,
    change: items(fields({ id: anyId })),
    breaks: /^workspace-item-id$/,
  },
  'some item ids are of any type': {
    ...WORKSPACE,
    change: items(fields({ id: oneIn(3, anyId) })),
    breaks: /^workspace-item-id$/,
  },
  'some item names are of any type': {
    ...WORKSPACE,
    change: items(
      fields({ name: oneIn(3, oneOf(...NO_TEXT, 'half a character', 'long text', 'empty text')) }),
    ),
    breaks: /^workspace-item-name$/,
  },
  'some item types are of any type': {
    ...WORKSPACE,
    change: items(fields({ type: oneIn(3, oneOf(...ANY_TYPE, 'number')) })),
    breaks: /^workspace-item-type$/,
  },
  'parents are of any type': {
    ...WORKSPACE,
    change: items(fields({ folderId: oneOf('text', 'object', 'array', 'boolean', 'missing') })),
    breaks: /^workspace-item-folder-id$/,
  },
  'dates and deployments of items are of any type': {
    ...WORKSPACE,
    change: items(
      fields({
        createdAt: oneIn(2, oneOf(...ANY_TYPE, 'number')),
        updatedAt: oneIn(3, oneOf(...ANY_TYPE, 'number')),
        deploymentId: oneOf(...ANY_TYPE),
      }),
    ),
    breaks: /^workspace-item-(deployment-id|created-at|updated-at)$/,
  },
  'some items are no objects': {
    ...WORKSPACE,
    change: items(oneIn(3, oneOf('null', 'text', 'number', 'array', 'boolean'))),
    breaks: /^workspace-page-items$/,
  },
  'end cursors are of any type': {
    ...WORKSPACE,
    change: fields({ pageInfo: fields({ endCursor: oneOf(...NO_TEXT, 'half a character') }) }),
    breaks: /^workspace-(page-info-end-cursor|cursor-walk-complete|has-next-page-truthful)$/,
  },
  'hasNextPage is of any type': {
    ...WORKSPACE,
    change: fields({
      pageInfo: fields({ hasNextPage: oneOf('text', 'number', 'null', 'object', 'array', 'missing') }),
    }),
    breaks: /^workspace-page-info-has-next-page$/,
  },
  'some pages are of any type': {
    ...WORKSPACE,
    change: fields({ pageInfo: oneIn(5, oneOf(...NO_LIST)), items: oneIn(7, oneOf(...NO_LIST)) }),
    breaks: /^workspace-(page-|cursor-walk-complete|has-next-page-truthful|types-|search-absent-text)/,
  },
  'some listings are no objects': {
    ...WORKSPACE,
    change: oneIn(6, oneOf('null', 'array', 'text', 'number')),
    breaks: /^workspace-(answers-200-json|page-|cursor-walk-complete|has-next-page-truthful|types-)/,
  },
  'deployments are of any type': {
    path: /\/v1\/deployments$/,
    change: items(oneIn(2, fields({ id: oneOf(...ANY_TYPE), name: oneOf(...NO_TEXT) }))),
    judgedBy: /^(platform-|workspace-(path|unknown)-deployment)/,
    unset: ['TARGET_DEPLOYMENT_ID', 'TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID'],
    breaks: /^platform-deployment/,
  },
  'SCIM totals are of any type': {
    ...SCIM,
    change: fields({ totalResults: oneOf(...ANY_TYPE) }),
    breaks: /^scim-/,
  },
  'SCIM lists never end': {
    ...SCIM,
    judgedBy: /^(scim-(users|groups)-|scim-paging|embed-groups-replaces$)/,
    change: fields({ totalResults: () => 1_000_000_000, Resources: neverEmpty }),
    breaks: /^scim-/,
  },
  'SCIM lists are of any type': {
    ...SCIM,
    change: fields({ Resources: oneIn(3, oneOf(...NO_LIST)) }),
    breaks: /^scim-/,
  },
  'some SCIM resources are no objects': {
    ...SCIM,
    change: resources(oneIn(2, oneOf('null', 'text', 'number', 'array', 'boolean'))),
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
  'SCIM lists within resources are of any type': {
    ...SCIM,
    change: resources(
      fields({
        members: oneIn(2, oneOf(...NO_LIST)),
        groups: oneIn(3, oneOf(...NO_LIST)),
        emails: oneOf(...NO_LIST),
        photos: oneOf(...NO_LIST),
        schemas: oneIn(4, oneOf(...NO_LIST)),
        meta: oneIn(5, oneOf(...NO_TEXT)),
      }),
    ),
    breaks: /^scim-/,
  },
  'entries of SCIM lists are of any type': {
    ...SCIM,
    change: resources(
      fields({
        members: entries(oneIn(2, oneOf('null', 'text', 'number', 'array'))),
        groups: entries(fields({ value: oneOf(...NO_TEXT, ...UNSENDABLE), type: oneOf(...NO_TEXT) })),
        emails: entries(oneOf('null', 'text', 'number', 'array')),
        photos: entries(fields({ value: oneOf(...NO_TEXT) })),
      }),
    ),
    breaks: /^scim-/,
  },
  'session ids are of any type': {
    path: /\/generate-session$/,
    judgedBy: /^embed-(session|groups|internal|profile)/,
    change: fields({ sessionId: oneOf(...NO_TEXT, 'empty text', 'half a character') }),
    breaks: /^embed-session-id$/,
  },
  'record ids are of any type': {
    ...RECORDS,
    change: items(fields({ id: oneIn(2, oneOf(...NO_TEXT, ...UNSENDABLE)) })),
    breaks: /^embed-tenants-/,
  },
  'records are of any type': {
    ...RECORDS,
    change: fields({
      items: entries(oneIn(3, oneOf('null', 'text', 'number', 'array'))),
      pageInfo: oneIn(4, oneOf(...NO_LIST)),
    }),
    breaks: /^embed-tenants-/,
  },
};
