import { withText } from '../end-to-end/unreliable/answers.ts';
import type { Treat } from '../support/proxy/proxy.ts';
import { own } from '../support/proxy/treatment.ts';
import { runBehindProxy, secondsOf } from './behind-proxy.ts';
import { interleaved } from './interleaved.ts';
import type { Measurement } from './measurement.ts';
import { objectionsTo } from './objections.ts';
import { ratios } from './spread.ts';

const LIMIT = { atMost: 3 };

interface Page {
  items?: unknown[];
  pageInfo?: Record<string, unknown>;
  Resources?: unknown[];
}

/** The same answer with nothing in its list. */
function emptied(answer: unknown): unknown {
  if (Array.isArray(answer)) return [];
  if (typeof answer !== 'object' || answer === null) return answer;
  const { items, pageInfo, Resources } = answer as Page;
  if (items) return { ...answer, items: [], pageInfo: { ...pageInfo, hasNextPage: false, endCursor: null } };
  return Resources ? { ...answer, Resources: [], totalResults: 0, itemsPerPage: 0 } : answer;
}

/** Changes the text of a success that is JSON. */
const changing = (change: (json: string) => string): ReturnType<Treat> => ({ afterwards: withText(change) });

const asItIs = changing((json) => json);
const withTextIds = changing((json) => json.replaceAll(/"id":(\d+)/g, '"id":"$1"'));
const withEmptyLists = changing((json) => JSON.stringify(emptied(JSON.parse(json))));
const internalError = own({
  status: 500,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Internal Server Error"}',
});

const isListing = (path: string): boolean => /\/workspace(\?|$)/.test(path);
/** The answers of an agent are events with JSON in them, which is not changed. */
const isOfAgent = (path: string): boolean => path.includes('/agents/');

/** How long a run takes against a target that breaks much, through the same proxy as the honest one. */
export const brokenTargets: Measurement = {
  name: 'broken-targets',
  title: 'A whole run against a broken target, over one against an honest target',
  isLong: true,
  run: async (repeat) => {
    const { honest, ...broken } = await interleaved(repeat, {
      honest: () => runBehindProxy(() => asItIs),
      'item ids are texts': () => runBehindProxy(({ path }) => (isListing(path) ? withTextIds : asItIs)),
      'every answer is 500': () => runBehindProxy(() => ({ instead: internalError })),
      'every list is empty': () => runBehindProxy(({ path }) => (isOfAgent(path) ? asItIs : withEmptyLists)),
    });
    return [
      {
        what: 'the honest target',
        unit: 'seconds',
        values: secondsOf(honest),
        objections: objectionsTo(honest),
      },
      ...Object.entries(broken).map(([what, runs]) => ({
        what,
        unit: 'times' as const,
        values: ratios(secondsOf(runs), secondsOf(honest)),
        limit: LIMIT,
        objections: runs.some(({ code }) => code === 0) ? ['exit 0, expected 1'] : [],
      })),
    ];
  },
};
