import { writeJson } from '../../../fixtures/values/json.ts';
import {
  DIRECTIONS,
  inAscendingOrder,
  isAscending,
  VISIBLE_KEYS,
} from '../../../fixtures/workspace/order.ts';
import {
  findWorkspacePage,
  isFolder,
  itemKeys,
  type WorkspaceItem,
} from '../../../fixtures/workspace/page.ts';
import { type Har, type HarEntry, workerOf } from '../../../schemas/har.ts';
import { groupBy } from '../../lists.ts';
import type { Report } from '../../report.ts';
import { exchangeOf, placeOf } from './judge-exchanges.ts';
import { type Check, checked } from './parts.ts';

/** What a listing was asked for with, its cursor left out. */
interface RecordedQuery {
  readonly path: string;
  readonly folderId: string | null;
  readonly search: string | null;
  readonly types: readonly string[];
  readonly orderByField: string | null;
  readonly orderByDirection: string | null;
  readonly first: number | undefined;
}

/** A listing that was read from its first page on. */
export interface RecordedWalk {
  readonly query: RecordedQuery;
  readonly caller: string;
  readonly items: readonly WorkspaceItem[];
  readonly sizes: readonly number[];
  readonly isWhole: boolean;
  readonly begin: HarEntry;
}

interface Page {
  readonly entry: HarEntry;
  readonly after: string | null;
  readonly items: readonly WorkspaceItem[];
  readonly size: number;
  readonly next: string | undefined;
}

const PARAMETERS = ['folderId', 'search', 'types', 'orderByField', 'orderByDirection', 'first', 'after'];

/**
 * The walks of the workspace that an archive holds, by what was asked for, in the order in which they began. Those with parameters that are
 * no part of the interface, or whose value may mean something else, are left out.
 */
export function walksIn(har: Har): RecordedWalk[] {
  const pages = har.log.entries.flatMap((entry) => {
    const { pathname, searchParams } = new URL(entry.request.url);
    if (entry._operation !== 'workspaceObjects' || !entry._caller) return [];
    if (![...searchParams.keys()].every((name) => PARAMETERS.includes(name))) return [];
    const exchange = exchangeOf(entry);
    const page = exchange && exchange.status === 200 ? findWorkspacePage(exchange) : undefined;
    if (!page) return [];
    const own: Page = {
      entry,
      after: searchParams.get('after'),
      items: page.items,
      size: page.size,
      next: page.pageInfo.hasNextPage === false ? '' : page.pageInfo.endCursor,
    };
    searchParams.delete('after');
    return [{ key: `${entry._caller} ${workerOf(entry)} ${pathname}?${searchParams}`, page: own }];
  });
  return [...groupBy(pages, ({ key }) => key).values()].flatMap((group) =>
    walksOf(group.map(({ page }) => page)),
  );
}

/** Each walk goes on with the first page after the last one that was asked for with its cursor. */
function walksOf(pages: readonly Page[]): RecordedWalk[] {
  const inOrder = pages.toSorted((a, b) => a.entry._number - b.entry._number);
  return inOrder
    .filter(({ after }) => after === null)
    .map((start) => {
      const walk = [start];
      for (let page: Page | undefined = start; page?.next; ) {
        const { next, entry }: Page = page;
        page = inOrder.find((one) => one.after === next && one.entry._number > entry._number);
        if (page) walk.push(page);
      }
      return {
        query: queryOf(start.entry),
        caller: start.entry._caller ?? '',
        items: walk.flatMap(({ items }) => items),
        sizes: walk.map(({ size }) => size),
        isWhole: walk.at(-1)?.next === '',
        begin: start.entry,
      };
    });
}

function queryOf({ request }: HarEntry): RecordedQuery {
  const { pathname, searchParams } = new URL(request.url);
  const first = searchParams.get('first');
  return {
    path: pathname,
    folderId: searchParams.get('folderId'),
    search: searchParams.get('search'),
    types: searchParams.getAll('types'),
    orderByField: searchParams.get('orderByField'),
    orderByDirection: searchParams.get('orderByDirection'),
    first: first !== null && /^[1-9]\d{0,8}$/.test(first) ? Number(first) : undefined,
  };
}

/** A rule of listings, its requirement, and what a walk does that breaks it. */
interface Rule {
  readonly requirement: string;
  readonly says: string;
  isBrokenBy(walk: RecordedWalk): boolean;
}

const hasTwice = (values: readonly unknown[]): boolean => new Set(values).size < values.length;

function hasLateFolder({ items }: RecordedWalk): boolean {
  const firstOther = items.findIndex((item) => !isFolder(item) && item.type !== 'UNKNOWN');
  return firstOther >= 0 && items.slice(firstOther).some(isFolder);
}

function isOutOfOrder({ query, items }: RecordedWalk): boolean {
  const key = VISIBLE_KEYS.find((one) => one === query.orderByField);
  const direction = DIRECTIONS.find((one) => one === query.orderByDirection);
  return (
    key !== undefined && direction !== undefined && !isAscending(inAscendingOrder(items, direction), key)
  );
}

const orderRule = (key: (typeof VISIBLE_KEYS)[number], requirement: string): Rule => ({
  requirement,
  says: `are not in the order of ${key}`,
  isBrokenBy: (walk) => walk.query.orderByField === key && isOutOfOrder(walk),
});

const RULES: readonly Rule[] = [
  {
    requirement: 'workspace-folders-first',
    says: 'hold a folder behind another item',
    isBrokenBy: hasLateFolder,
  },
  {
    requirement: 'workspace-cursor-walk-complete',
    says: 'hold an item twice',
    isBrokenBy: ({ items }) => hasTwice(itemKeys(items)),
  },
  {
    requirement: 'workspace-first-limits',
    says: 'hold a page longer than first',
    isBrokenBy: ({ query: { first }, sizes }) => first !== undefined && sizes.some((size) => size > first),
  },
  {
    requirement: 'workspace-types-filter',
    says: 'hold an item of a type that was not asked for',
    isBrokenBy: ({ query: { types }, items }) =>
      types.length > 0 && items.some(({ type }) => type !== 'UNKNOWN' && !types.includes(type)),
  },
  orderRule('name', 'workspace-order-name'),
  orderRule('updated_at', 'workspace-order-updated-at'),
  orderRule('created_at', 'workspace-order-created-at'),
];

/** Of one listing, every walk to the end must hold the same items: one that lacks some between others that agree is broken. */
function incomplete(walks: readonly RecordedWalk[]): RecordedWalk[] {
  const whole = walks.filter(({ isWhole }) => isWhole);
  const sets = whole.map(({ items }) =>
    writeJson([...new Set(itemKeys(items))].sort((a, b) => (a < b ? -1 : 1))),
  );
  // Somebody may have changed the workspace during the run: then what came before does not come back.
  return whole.filter((_, index) =>
    sets.slice(0, index).some((one) => one !== sets[index] && sets.slice(index + 1).includes(one)),
  );
}

/** Walks of the same listing, whatever their order and page size. */
const listingOf = ({ caller, begin, query: { path, folderId, search, types } }: RecordedWalk): string =>
  writeJson([caller, workerOf(begin), path, folderId, search, types.toSorted()]);

/**
 * Judges the recorded walks of the workspace again: folders first, the order that was asked for, pages no longer than asked for,
 * every item once, and the same items each time. What breaks a rule must have failed its requirement.
 */
export function judgeWalks(har: Har, report: Report): Check {
  const passed = new Set(report.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id));
  const walks = walksIn(har);
  const broken = RULES.filter(({ requirement }) => passed.has(requirement)).flatMap((rule) =>
    // The suite asks again before it blames: where the same walk held another time, it did so.
    [...groupBy(walks, queryKey).values()]
      .filter((same) => same.every((walk) => rule.isBrokenBy(walk)))
      .flatMap(([walk]) => (walk ? [problem(walk, rule.requirement, rule.says)] : [])),
  );
  const lacking = passed.has('workspace-cursor-walk-complete')
    ? [...groupBy(walks, listingOf).values()]
        .flatMap(incomplete)
        .map((walk) =>
          problem(
            walk,
            'workspace-cursor-walk-complete',
            'are not those of the same listing before and after',
          ),
        )
    : [];
  const whole = walks.filter(({ isWhole }) => isWhole).length;
  return checked(
    'walks',
    `${walks.length} walks of the workspace judged again, ${whole} of them to the end`,
    [...broken, ...lacking],
  );
}

const queryKey = ({ caller, query }: RecordedWalk): string => writeJson([caller, query]);

const problem = ({ begin, items }: RecordedWalk, requirement: string, says: string): string =>
  `${placeOf(begin)} begins a walk whose ${items.length} items ${says}, and ${requirement} is told as passed`;
