import type { Har, HarEntry, HarPage } from '../../schemas/har.ts';
import type { RecordedCheck, RecordedExchange } from '../../schemas/recording.ts';
import { groupBy } from '../lists.ts';
import type { RecordedTestRun } from './read-bundle.ts';

/** Of each test, so many exchanges are kept beside those of failures, controls and refusals. */
export const OTHERS_OF_TEST = 1_000;
/** Bytes of all bodies together. */
export const BODIES = 64 * 1024 * 1024;

interface Kept {
  readonly page: string;
  readonly exchange: RecordedExchange;
  readonly checks: readonly RecordedCheck[];
  /** Of a test that failed, a control, or a stated refusal. */
  readonly isOwed: boolean;
}

/**
 * A run as HTTP Archive 1.2: all exchanges of failed tests, controls and refusals, and the first thousand others of each test.
 */
export function harOf(run: readonly RecordedTestRun[], creator: Har['log']['creator']): Har {
  const kept = run.flatMap(keptOf);
  const inOrder = kept.toSorted(
    (a, b) =>
      a.exchange.startedAt.localeCompare(b.exchange.startedAt) ||
      a.page.localeCompare(b.page) ||
      a.exchange.number - b.exchange.number,
  );
  const withBody = bodiesWithin(BODIES, inOrder);
  const all = run.reduce((sum, { exchanges }) => sum + exchanges.length, 0);
  return {
    log: {
      version: '1.2',
      creator,
      pages: run.map(pageOf),
      entries: inOrder.map((one) => entryOf(one, withBody.has(one))),
      comment: `${kept.length} of ${all} exchanges, ${withBody.size} of them with their bodies. Secrets are replaced by the names of their settings.`,
    },
  };
}

function keptOf({ id, test, exchanges }: RecordedTestRun): Kept[] {
  const checks = groupBy(test.checks, ({ exchange }) => exchange);
  let others = 0;
  return exchanges.flatMap((exchange): Kept[] => {
    const own = checks.get(exchange.number) ?? [];
    const isOwed = test.failed || own.some(({ check }) => check !== 'contract');
    if (!isOwed) others += 1;
    return isOwed || others <= OTHERS_OF_TEST ? [{ page: id, exchange, checks: own, isOwed }] : [];
  });
}

/** Those whose bodies are within a number of bytes: what is owed comes first. */
function bodiesWithin(limit: number, kept: readonly Kept[]): Set<Kept> {
  const chosen = new Set<Kept>();
  let sum = 0;
  for (const one of [...kept.filter(({ isOwed }) => isOwed), ...kept.filter(({ isOwed }) => !isOwed)]) {
    const { answer } = one.exchange;
    if (answer?.isLeftOut || sum + (answer?.bytes ?? 0) > limit) continue;
    sum += answer?.bytes ?? 0;
    chosen.add(one);
  }
  return chosen;
}

const pageOf = ({ id, test, exchanges }: RecordedTestRun): HarPage & { pageTimings: object } => ({
  id,
  title: test.title,
  startedDateTime: exchanges[0]?.startedAt ?? new Date(0).toISOString(),
  pageTimings: {},
  _test: { file: test.file, line: test.line, requirement: test.requirement, failed: test.failed },
  _requests: exchanges.length,
});

export const headersOf = (headers: Readonly<Record<string, string>>): { name: string; value: string }[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }));

function entryOf({ page, exchange, checks }: Kept, withBody: boolean): HarEntry {
  const { request, answer, error, durationMs } = exchange;
  const mimeType = answer?.headers['content-type'] ?? '';
  const entry = {
    pageref: page,
    startedDateTime: exchange.startedAt,
    time: durationMs,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(request.headers),
      queryString: [...new URL(request.url).searchParams].map(([name, value]) => ({ name, value })),
      ...(request.body === undefined
        ? {}
        : { postData: { mimeType: request.headers['content-type'] ?? '', text: request.body } }),
      headersSize: -1,
      bodySize: Buffer.byteLength(request.body ?? ''),
    },
    response: {
      status: answer?.status ?? 0,
      statusText: '',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: headersOf(answer?.headers ?? {}),
      content: { size: answer?.bytes ?? 0, mimeType, ...(answer && withBody ? { text: answer.text } : {}) },
      redirectURL: answer?.headers.location ?? '',
      headersSize: -1,
      bodySize: -1,
      ...(error === undefined ? {} : { _error: error }),
    },
    cache: {},
    timings: { send: 0, wait: durationMs, receive: 0 },
    _number: exchange.number,
    _operation: exchange.operation,
    _caller: exchange.caller,
    _checks: checks.map(({ exchange: _, ...check }) => check),
  };
  return entry;
}
