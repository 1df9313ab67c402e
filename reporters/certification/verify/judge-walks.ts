import { writeJson } from '../../../fixtures/values/json.ts';
import {
  DIRECTIONS,
  type Direction,
  lateFolders,
  mayBegin,
  VISIBLE_KEYS,
  type VisibleKey,
} from '../../../fixtures/workspace/order.ts';
import { findWorkspacePage, itemKeys, type WorkspaceItem } from '../../../fixtures/workspace/page.ts';
import { type Har, type HarEntry, workerOf } from '../../../schemas/har.ts';
import { groupBy, sentences } from '../../lists.ts';
import type { Report } from '../../report.ts';
import { exchangeOf, placeOf } from './judge-exchanges.ts';
import { type Check, checked } from './parts.ts';

const COMPLETE = 'workspace-cursor-walk-complete';
/** So many walks are told that break the same rule. */
const OF_ONE_RULE = 2;
/** It holds only where something was hidden from a caller. */
const FILTERED = 'workspace-access-filtered';

interface Walk {
  readonly path: string;
  /** What it was asked for with, its cursor left out. */
  readonly asked: URLSearchParams;
  readonly items: readonly WorkspaceItem[];
  readonly sizes: readonly number[];
  readonly isWhole: boolean;
  readonly begin: HarEntry;
}

interface Page {
  readonly entry: HarEntry;
  readonly path: string;
  readonly asked: URLSearchParams;
  readonly after: string | null;
  readonly items: readonly WorkspaceItem[];
  readonly size: number;
  readonly next: string | undefined;
}

const PARAMETERS = ['folderId', 'search', 'types', 'orderByField', 'orderByDirection', 'first', 'after'];

/** The walks of the workspace that an archive holds; those with parameters that are no part of the interface, or empty, are left out. */
export function walksIn(entries: readonly HarEntry[]): Walk[] {
  const pages = entries.flatMap((entry): Page[] => {
    const { pathname: path, searchParams: asked } = new URL(entry.request.url);
    if (entry._operation !== 'workspaceObjects' || !entry._caller) return [];
    if (![...asked].every(([name, value]) => PARAMETERS.includes(name) && value !== '')) return [];
    const exchange = exchangeOf(entry);
    const page = exchange?.status === 200 ? findWorkspacePage(exchange) : undefined;
    if (!page) return [];
    const after = asked.get('after');
    asked.delete('after');
    asked.sort();
    const next = page.pageInfo.hasNextPage === false ? '' : page.pageInfo.endCursor;
    return [{ entry, path, asked, after, items: page.items, size: page.size, next }];
  });
  const listings = groupBy(pages, ({ entry, path, asked }) =>
    writeJson([entry._caller, workerOf(entry), path, String(asked)]),
  );
  return [...listings.values()].flatMap(walksOf);
}

/** Each walk goes on with the first page after the last one that was asked for with its cursor. */
function walksOf(pages: readonly Page[]): Walk[] {
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
        path: start.path,
        asked: start.asked,
        items: walk.flatMap(({ items }) => items),
        sizes: walk.map(({ size }) => size),
        isWhole: walk.at(-1)?.next === '',
        begin: start.entry,
      };
    });
}

interface WalkRule {
  readonly requirement: string;
  /** What the items of a walk are said to do that breaks it. */
  readonly says: string;
  /** Whether it says anything of a listing with these parameters. */
  readonly concerns: (asked: URLSearchParams) => boolean;
  readonly isBrokenBy: (walk: Walk) => boolean;
}

const always = (): boolean => true;
const RULES: readonly WalkRule[] = [
  {
    requirement: 'workspace-folders-first',
    says: 'hold a folder behind another item',
    concerns: always,
    isBrokenBy: ({ items }) => lateFolders({ items, left: [] }).length > 0,
  },
  {
    requirement: COMPLETE,
    says: 'hold an item twice',
    concerns: always,
    isBrokenBy: ({ items }) => new Set(itemKeys(items)).size < items.length,
  },
  {
    requirement: 'workspace-first-limits',
    says: 'hold a page longer than first',
    concerns: (asked) => Number.isFinite(firstIn(asked)),
    isBrokenBy: ({ asked, sizes }) => sizes.some((size) => size > firstIn(asked)),
  },
  {
    requirement: 'workspace-types-filter',
    says: 'hold an item of a type that was not asked for',
    concerns: (asked) => asked.has('types'),
    isBrokenBy: ({ asked, items }) =>
      items.some(({ type }) => type !== 'UNKNOWN' && !asked.getAll('types').includes(type)),
  },
  {
    requirement: 'workspace-search-substring',
    says: 'hold an item whose name lacks the text',
    concerns: (asked) => asked.has('search'),
    isBrokenBy: hasForeignName,
  },
  ...VISIBLE_KEYS.map((key) => ({
    requirement: `workspace-order-${key.replace('_', '-')}`,
    says: `are not in the order of ${key}`,
    concerns: (asked: URLSearchParams) =>
      asked.get('orderByField') === key && directionIn(asked) !== undefined,
    isBrokenBy: (walk: Walk) => isOutOfOrder(walk, key),
  })),
];

const directionIn = (asked: URLSearchParams): Direction | undefined =>
  DIRECTIONS.find((one) => one === asked.get('orderByDirection'));

const firstIn = (asked: URLSearchParams): number => {
  const first = asked.get('first') ?? '';
  return /^[1-9]\d{0,8}$/.test(first) ? Number(first) : Number.POSITIVE_INFINITY;
};

/** Of plain names and texts alone: of others, a target may fold, trim or compose the letters. */
function hasForeignName({ asked, items }: Walk): boolean {
  const text = asked.get('search')?.trim().toLowerCase() ?? '';
  const isPlain = (one: string): boolean => /^[\x20-\x7e]+$/.test(one);
  return (
    isPlain(text) &&
    items.some(({ name, type }) => type !== 'UNKNOWN' && isPlain(name) && !name.toLowerCase().includes(text))
  );
}

function isOutOfOrder({ asked, items }: Walk, key: VisibleKey): boolean {
  const direction = directionIn(asked);
  return direction !== undefined && !mayBegin({ items, left: [] }, key, direction);
}

/** Of one listing, every walk to the end must hold the same items: one that lacks some between others that agree is broken. */
function incomplete(walks: readonly Walk[]): Walk[] {
  const whole = walks.filter(({ isWhole }) => isWhole);
  const sets = whole.map(({ items }) =>
    writeJson([...new Set(itemKeys(items))].sort((a, b) => (a < b ? -1 : 1))),
  );
  // Somebody may have changed the workspace during the run: then what came before does not come back.
  return whole.filter((_, index) =>
    sets.slice(0, index).some((one) => one !== sets[index] && sets.slice(index + 1).includes(one)),
  );
}

const listingOf = ({ path, asked, begin }: Walk): string =>
  writeJson([
    begin._caller,
    workerOf(begin),
    path,
    asked.get('folderId'),
    asked.get('search'),
    asked.getAll('types').sort(),
  ]);

/** A rule is broken where every recording of the same walk breaks it: the suite repeats a walk before it blames the target. */
export function brokenWalks(walks: readonly Walk[]): { rule: WalkRule; alike: readonly Walk[] }[] {
  const alike = groupBy(walks, ({ path, asked, begin }) => writeJson([begin._caller, path, String(asked)]));
  return RULES.flatMap((rule) =>
    [...alike.values()].flatMap((same) =>
      same.every((walk) => rule.concerns(walk.asked) && rule.isBrokenBy(walk)) ? { rule, alike: same } : [],
    ),
  );
}

export const judgedBy = ({ asked }: Walk): string[] =>
  RULES.filter(({ concerns }) => concerns(asked)).map(({ requirement }) => requirement);

/**
 * Judges the recorded walks of the workspace again: folders first, the order that was asked for, pages no longer than asked for,
 * names that hold the text searched for, every item once, the same items each time, and not the same to both callers. What breaks a rule must have failed its requirement.
 */
export function judgeWalks(har: Har, report: Report): Check {
  const passed = new Set(report.requirements.filter(({ verdict }) => verdict === 'pass').map(({ id }) => id));
  const walks = walksIn(har.log.entries);
  const broken = brokenWalks(walks)
    .filter(({ rule }) => passed.has(rule.requirement))
    .flatMap(({ rule, alike: [walk] }) => (walk ? { rule, walk } : []));
  const told = [...groupBy(broken, ({ rule }) => rule).values()].flatMap((same) =>
    same.slice(0, OF_ONE_RULE),
  );
  const shownTo = (caller: string): Set<string> =>
    new Set(walks.flatMap(({ begin, items }) => (begin._caller === caller ? itemKeys(items) : [])));
  const [one, other] = [shownTo('TARGET_ACCESS_TOKEN'), shownTo('TARGET_OTHER_ACCESS_TOKEN')];
  const isHidden = [...one].some((key) => !other.has(key)) || [...other].some((key) => !one.has(key));
  const lacking = passed.has(COMPLETE) ? [...groupBy(walks, listingOf).values()].flatMap(incomplete) : [];
  const whole = walks.filter(({ isWhole }) => isWhole).length;
  return checked(
    'walks',
    `${walks.length} walks of the workspace judged again, ${whole} of them to the end`,
    [
      ...told.map(({ rule, walk }) => problem(walk, rule.requirement, rule.says)),
      ...sentences(
        passed.has(FILTERED) &&
          !isHidden &&
          `both callers were shown the same ${one.size} items, and ${FILTERED} is reported as passed`,
      ),
      ...lacking.map((walk) => problem(walk, COMPLETE, 'are not those of the same listing before and after')),
    ],
  );
}

const problem = ({ begin, items }: Walk, requirement: string, says: string): string =>
  `${placeOf(begin)} begins a walk whose ${items.length} items ${says}, and ${requirement} is reported as passed`;
