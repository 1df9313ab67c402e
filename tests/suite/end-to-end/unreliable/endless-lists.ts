import type { ServerResponse } from 'node:http';
import type { Treat } from '../../support/proxy/proxy.ts';
import { own } from '../../support/proxy/treatment.ts';
import { withText } from './answers.ts';

type Fields = Record<string, unknown>;
interface CursorPage extends Fields {
  items?: Fields[];
  pageInfo?: Fields;
}
interface ScimPage extends Fields {
  Resources?: Fields[];
  totalResults?: number;
}

const CURSOR = 'endless-';
const DEFAULT_SIZE = 20;
/** More than anybody reads. */
const TOTAL = 1_000_000_000;
/** Ids that no record of the embedded target has. */
const FIRST_ID = 5_000_000;

const JSON_HEADERS = { 'content-type': 'application/json' };

/** Makes every list go on for ever: behind its own records come copies of the first one with new ids. */
export function endlessLists(): Treat {
  const samples = new Map<string, Fields>();
  let made = 0;
  const copies = (sample: Fields, count: number): Fields[] =>
    Array.from({ length: count }, () => {
      made += 1;
      const isText = typeof sample.id === 'string';
      return { ...sample, id: isText ? String(FIRST_ID + made) : FIRST_ID + made, name: `endless ${made}` };
    });
  const pageInfo = (isFirst: boolean): Fields => ({
    hasNextPage: true,
    hasPreviousPage: !isFirst,
    startCursor: `${CURSOR}${made}-start`,
    endCursor: `${CURSOR}${made}`,
  });
  const followedUp = (route: string) => (page: CursorPage) => {
    const [first] = page.items ?? [];
    if (!first || !page.pageInfo) return page;
    samples.set(route, first);
    made += 1;
    return page.pageInfo.hasNextPage ? page : { ...page, pageInfo: pageInfo(true) };
  };
  const filled = (route: string, count: number) => (page: ScimPage) => {
    const [first] = page.Resources ?? [];
    if (first) samples.set(route, first);
    const sample = samples.get(route);
    if (!sample || !page.Resources) return page;
    const Resources = [...page.Resources, ...copies(sample, count - page.Resources.length)];
    return { ...page, Resources, itemsPerPage: Resources.length, totalResults: TOTAL };
  };
  return ({ method, path }) => {
    if (method !== 'GET') return undefined;
    const { pathname, searchParams } = new URL(path, 'https://x');
    const size = Number(searchParams.get('first') ?? searchParams.get('count') ?? DEFAULT_SIZE);
    if (/\/scim\/v2\/(Users|Groups)$/.test(pathname) && !searchParams.has('filter'))
      return { afterwards: changed(filled(pathname, size)) };
    if (!/\/(workspace|groups|user-attributes)$/.test(pathname)) return undefined;
    const sample = samples.get(pathname);
    if (!searchParams.get('after')?.startsWith(CURSOR) || !sample)
      return { afterwards: changed(followedUp(pathname)) };
    return {
      instead: (response: ServerResponse) => {
        const body = JSON.stringify({ items: copies(sample, size), pageInfo: pageInfo(false) });
        own({ status: 200, headers: JSON_HEADERS, body })(response);
      },
    };
  };
}

/** Changes the JSON of a success. */
const changed = (change: (page: Fields) => Fields) =>
  withText((json) => JSON.stringify(change(JSON.parse(json) as Fields)));
