import { findWorkspacePage, type WorkspaceItem } from '../../../fixtures/workspace/page.ts';
import { type Har, type HarEntry, workerOf } from '../../../schemas/har.ts';
import { groupBy } from '../../group-by.ts';
import { exchangeOf } from './recorded-exchange.ts';

/** What a listing was asked for with, its cursor left out. */
interface RecordedQuery {
  /** Path of the listing. */
  readonly path: string;
  readonly folderId: string | null;
  readonly search: string | null;
  readonly types: readonly string[];
  readonly orderByField: string | null;
  readonly orderByDirection: string | null;
  /** The page size; undefined where none was asked for. */
  readonly first: number | undefined;
}

/** A listing that was read from its first page on. */
export interface RecordedWalk {
  readonly query: RecordedQuery;
  readonly caller: string;
  readonly items: readonly WorkspaceItem[];
  /** How many entries each page held. */
  readonly sizes: readonly number[];
  /** Whether the last page says that nothing follows. */
  readonly isWhole: boolean;
  /** Where its first page is in the archive. */
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
