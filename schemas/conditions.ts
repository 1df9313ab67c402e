import { PROFILES, type Profile } from './requirements/row.ts';

/**
 * What data a workspace needs so that each fault of the listing can show. The requirements were found by judging each fault of the
 * reference on a workspace without such data.
 */
interface DataCondition {
  /** The reference's `--without=` takes such data away. */
  readonly name: string;
  /** What the data has. */
  readonly says: string;
  /** What to do to a workspace that lacks it. */
  readonly add: string;
  /** It takes a second user to see it. */
  readonly ofTwoUsers?: true;
  /** The requirements some fault of which shows only there. */
  readonly requirements: readonly string[];
}

export const DATA_CONDITIONS = [
  {
    name: 'several-items',
    says: 'two items in one place',
    add: 'put a second item into the root',
    requirements: [
      'auth-workspace-filtered',
      'limits-rates',
      'states-item-type',
      'workspace-access-filtered',
      'workspace-after-start-cursor',
      'workspace-cursor-keeps-query',
      'workspace-cursor-walk-complete',
      'workspace-defaults-free',
      'workspace-has-next-page-false-at-end',
      'workspace-has-next-page-truthful',
      'workspace-item-names-folder',
      'workspace-item-type',
      'workspace-order-created-at',
      'workspace-order-direction',
      'workspace-order-name',
      'workspace-order-non-folders-only',
      'workspace-order-updated-at',
      'workspace-order-viewer-last-viewed',
      'workspace-root-default',
      'workspace-search-all-folders',
      'workspace-search-folds-unicode',
      'workspace-search-literal',
    ],
  },
  {
    name: 'short-listing',
    says: 'a place of 2 to 36 items',
    add: 'make a folder of 2 to 36 items',
    requirements: [
      'auth-workspace-filtered',
      'limits-rates',
      'workspace-after-start-cursor',
      'workspace-cursor-keeps-query',
      'workspace-defaults-free',
      'workspace-folders-first',
      'workspace-has-next-page-false-at-end',
      'workspace-order-non-folders-only',
      'workspace-search-substring',
      'workspace-types-filter',
      'workspace-types-repeated',
    ],
  },
  {
    name: 'filled-folder',
    says: 'an item in a folder',
    add: 'put two items into a folder',
    requirements: [
      'auth-workspace-filtered',
      'limits-rates',
      'workspace-access-filtered',
      'workspace-caller-views-agree',
      'workspace-defaults-free',
      'workspace-folder-contents',
      'workspace-folder-unknown',
      'workspace-item-names-folder',
      'workspace-root-default',
      'workspace-search-all-folders',
      'workspace-types-filter',
    ],
  },
  {
    name: 'nested-folder',
    says: 'a folder in a folder',
    add: 'put a folder that has an item into another folder',
    requirements: [
      'limits-rates',
      'workspace-access-filtered',
      'workspace-defaults-free',
      'workspace-folder-contents',
      'workspace-item-names-folder',
      'workspace-search-all-folders',
    ],
  },
  {
    name: 'two-types',
    says: 'a workbook and a report in one place',
    add: 'put both a workbook and a report into the root',
    requirements: [
      'states-item-type',
      'workspace-item-names-folder',
      'workspace-item-type',
      'workspace-order-non-folders-only',
    ],
  },
  {
    name: 'orders-that-differ',
    says: 'items whose orders by name, by creation and by update differ',
    add: 'change items so that the orders by name, by creation and by update differ',
    requirements: ['workspace-order-created-at', 'workspace-order-updated-at'],
  },
  {
    name: 'tied-items',
    says: 'two items, not folders, with one name or one time in one place',
    add: 'give two items in one place the same name',
    requirements: ['workspace-cursor-walk-complete'],
  },
  {
    name: 'names-beyond-ascii',
    says: 'a name with letters beyond ASCII',
    add: 'name an item with letters beyond ASCII, such as "Ärger & Öl"',
    requirements: ['workspace-search-folds-unicode'],
  },
  {
    name: 'reserved-characters',
    says: 'a name with characters that a query or a page escapes',
    add: 'name an item with such a character as & or +, as in "R&D budget"',
    requirements: ['workspace-search-literal'],
  },
  {
    name: 'hidden-item',
    ofTwoUsers: true,
    says: 'an item that the second user must not see',
    add: 'share an item with the first user alone',
    requirements: ['auth-workspace-filtered', 'workspace-access-filtered'],
  },
  {
    name: 'hidden-folder',
    ofTwoUsers: true,
    says: 'a folder that the second user must not see',
    add: 'share a folder that has two items with the first user alone',
    requirements: ['auth-workspace-filtered', 'workspace-access-filtered'],
  },
] as const satisfies readonly DataCondition[];

export type ConditionName = (typeof DATA_CONDITIONS)[number]['name'];

/** The conditions of the data under which a requirement has to be held. */
export const dataConditionsOf = (requirement: string): readonly DataCondition[] =>
  DATA_CONDITIONS.filter(({ requirements }) => (requirements as readonly string[]).includes(requirement));

/** A share of the conditions that a run must have met. */
interface ConditionDemand {
  /** All profiles, unless one is named. */
  readonly profile?: Profile;
  /** In per cent. */
  readonly percent: number;
}

const DEMAND = /^(?:([a-z-]+)=)?(\d{1,3}(?:\.\d+)?)%$/;

/**
 * The value of CONFORMANCE_REQUIRE_CONDITIONS: `90%`, or shares of profiles, as `workspace=95%,embed=80%`.
 *
 * @returns undefined where it is neither
 */
export function readDemands(value: string): ConditionDemand[] | undefined {
  const demands = value.split(',').map((part): ConditionDemand | undefined => {
    const [, name, share] = DEMAND.exec(part.trim()) ?? [];
    const profile = PROFILES.find((one) => one === name);
    const percent = Number(share);
    if (!(percent <= 100) || (name !== undefined && !profile)) return undefined;
    return { ...(profile ? { profile } : {}), percent };
  });
  return demands.includes(undefined) ? undefined : (demands as ConditionDemand[]);
}
