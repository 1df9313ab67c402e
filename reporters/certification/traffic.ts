import { z } from 'zod';
import { type Exchange, isAccepted } from '../../fixtures/http/exchange.ts';
import { readJson } from '../../fixtures/values/json.ts';
import type { Contract } from '../../schemas/contract.ts';
import { type HarEntry, headerIn, nameAndValue } from '../../schemas/har.ts';
import type { Operation } from '../../schemas/read-operation.ts';
import { refusingRoutes } from '../../schemas/requirements/authentication.ts';
import { groupBy } from '../lists.ts';
import { judgedRequests } from './accepted-requests.ts';
import { sha256 } from './digests.ts';
import { exchangeOf } from './verify/judge-exchanges.ts';
import { brokenWalks, judgedBy, walksIn } from './verify/judge-walks.ts';

/**
 * Judges exchanges that somebody else recorded: a browser, or a proxy. Nothing is sent, and nothing is known of who the callers are, of
 * what the workspace holds, or of what changed in between. So only what an answer breaks by itself, or two answers to one and the
 * same question both break, is a finding.
 */

/** HTTP Archive 1.2, as far as it is read: other programs leave out much of it, and add fields of their own. */
const trafficSchema = z.object({
  log: z.object({
    entries: z.array(
      z.object({
        startedDateTime: z.string(),
        request: z.object({
          method: z.string(),
          url: z.url(),
          headers: z.array(nameAndValue),
          postData: z.object({ mimeType: z.string().default(''), text: z.string().default('') }).nullish(),
        }),
        response: z.object({
          status: z.int(),
          headers: z.array(nameAndValue),
          content: z.object({ text: z.string().nullish(), encoding: z.string().nullish() }).nullish(),
        }),
      }),
    ),
  }),
});
type TrafficEntry = z.output<typeof trafficSchema>['log']['entries'][number];

interface Finding {
  readonly requirement: string;
  /** The number of the entry in the archive, from 1, and its request. */
  readonly where: string;
  /** What is wrong, without a subject. */
  readonly what: string;
}

interface JudgedTraffic {
  /** Entries of the archive, and those of them that are exchanges of this interface with a JSON answer that could be read. */
  readonly entries: number;
  readonly read: number;
  /** Base addresses, and how many exchanges were read of each. */
  readonly targets: ReadonlyMap<string, number>;
  /** How often each requirement could be judged. */
  readonly judged: ReadonlyMap<string, number>;
  readonly findings: readonly Finding[];
}

/**
 * Judges the exchanges of an archive.
 *
 * @param text - the archive, as JSON
 * @throws Error of one sentence where it is no archive
 */
export function judgeTraffic(text: string, contract: Contract): JudgedTraffic {
  const all = entriesIn(text);
  const recognised = all.flatMap((entry, index) => recognisedAs(entry, index + 1, contract) ?? []);
  const judged = new Map<string, number>();
  const findings: Finding[] = [];
  const count = (requirement: string): unknown => judged.set(requirement, (judged.get(requirement) ?? 0) + 1);
  const targets = new Map<string, number>();
  for (const [base, exchanges] of groupBy(recognised, (one) => one.base)) {
    targets.set(base, exchanges.length);
    for (const exchange of exchanges) judgeOne(exchange, contract, { count, findings });
    judgeStrangers(exchanges, { count, findings });
    judgeSessions(exchanges, { count, findings });
    judgeListings(exchanges, { count, findings });
  }
  return { entries: all.length, read: recognised.length, targets, judged, findings };
}

/** Where what was judged is counted, and what is broken is told. */
interface Notes {
  readonly count: (requirement: string) => unknown;
  readonly findings: Finding[];
}

function entriesIn(text: string): TrafficEntry[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Error(`No archive: it is not JSON: ${(error as Error).message}`);
  }
  const { data, error } = trafficSchema.safeParse(value);
  if (data) return data.log.entries;
  const [first] = error.issues;
  throw new Error(
    `No archive: it is no HTTP Archive 1.2: /${first?.path.map(String).join('/')}: ${first?.message}`,
  );
}

/** An exchange of the interface, whose answer is JSON. */
interface Recognised {
  /** What stands before the path of the operation in the address. */
  readonly base: string;
  readonly operation: Operation;
  readonly entry: HarEntry;
  readonly exchange: Exchange;
  /** Whether the request carried a credential of any kind. */
  readonly isSigned: boolean;
}

/** The exchange in an entry; undefined where it is none of the interface, or its answer is not JSON that can be read. */
function recognisedAs(entry: TrafficEntry, number: number, contract: Contract): Recognised | undefined {
  const { request, response } = entry;
  const { origin, pathname } = new URL(request.url);
  const place = contract.operations
    .filter(({ method }) => method === request.method.toUpperCase())
    .map((operation) => {
      const path = operation.path.replaceAll(/\{\w+\}/g, '[^/]+');
      return { operation, base: new RegExp(`^(.*)${path}$`).exec(pathname)?.[1] };
    })
    .find(({ base }) => base !== undefined);
  const { text, encoding } = response.content ?? {};
  if (!place || typeof text !== 'string') return undefined;
  const credential = ['authorization', 'cookie'].map((name) => headerIn(request.headers, name) ?? '');
  const isSigned = credential.some((value) => value !== '');
  const own: HarEntry = {
    pageref: 'archive',
    startedDateTime: entry.startedDateTime,
    time: 0,
    request: { ...request, postData: request.postData ?? undefined },
    response: {
      ...response,
      content: {
        size: 0,
        mimeType: '',
        text: encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text,
      },
    },
    _number: number,
    _operation: place.operation.id,
    _caller: sha256(credential.join('\n')),
    _checks: [],
  };
  const exchange = exchangeOf(own);
  if (exchange?.json === undefined) return undefined;
  return { base: `${origin}${place.base}`, operation: place.operation, entry: own, exchange, isSigned };
}

const findingAt = ({ entry, exchange }: Recognised, requirement: string, what: string): Finding => ({
  requirement,
  where: `entry ${entry._number}, ${entry.request.method} ${entry.request.url}, answered ${exchange.status}`,
  what,
});

/** Judges an answer by the contract, and by the limits of its request. */
function judgeOne(one: Recognised, contract: Contract, { count, findings }: Notes): void {
  const { operation, entry, exchange } = one;
  const seen = new Set<string>();
  const onSighting = (requirement: string, value: unknown): void => {
    if (value !== undefined) seen.add(requirement);
  };
  const violations = contract.judgeAnswer(operation.id, exchange, onSighting, entry.request.url);
  if (isAccepted(exchange) && operation.requirement) seen.add(operation.requirement);
  for (const { requirement, pointer, expected } of violations) {
    if (requirement === undefined) continue;
    seen.add(requirement);
    findings.push(findingAt(one, requirement, `expected ${pointer || 'the answer'} ${expected}`));
  }
  for (const { requirement, isBroken, what } of judgedRequests(operation.id, entry.request, exchange)) {
    seen.add(requirement);
    if (isBroken) findings.push(findingAt(one, requirement, what));
  }
  for (const requirement of seen) count(requirement);
}

/**
 * Judges what callers without credentials are answered. Where no request of a target has any, the program that wrote the archive left
 * them out.
 */
function judgeStrangers(exchanges: readonly Recognised[], { count, findings }: Notes): void {
  if (!exchanges.some(({ isSigned }) => isSigned)) return;
  for (const one of exchanges.filter(({ isSigned }) => !isSigned)) {
    const route = refusingRoutes.find(({ operation }) => operation === one.operation.id);
    if (!route) continue;
    count(route.id);
    if (isAccepted(one.exchange))
      findings.push(findingAt(one, route.id, 'lets a caller in who sent no credentials'));
  }
}

const SESSIONS_DIFFER = 'embed-session-id-identifies';

/**
 * Judges whether the sessions of two users have an identifier each. Where all identifiers of an archive are one and the same text,
 * somebody may have struck them out.
 */
function judgeSessions(exchanges: readonly Recognised[], { count, findings }: Notes): void {
  const sessions = exchanges.flatMap((one) => {
    const { externalId, internalId } = Object(readJson(one.entry.request.postData?.text ?? '')) as Record<
      string,
      unknown
    >;
    const { sessionId: id } = one.exchange.json as { sessionId?: unknown };
    const user = [externalId, internalId].find((name) => typeof name === 'string');
    const isMinted = one.operation.id === 'generateSession' && isAccepted(one.exchange);
    if (!isMinted || typeof id !== 'string' || typeof user !== 'string') return [];
    // A name that is not lowercase and trimmed may be that of the same user as its canonical form.
    return { one, id, user: user.trim().toLowerCase() };
  });
  const byId = groupBy(sessions, ({ id }) => id);
  if (byId.size < 2) return;
  for (const same of byId.values())
    for (const { one, user } of same) {
      count(SESSIONS_DIFFER);
      if (user !== same[0]?.user)
        findings.push(findingAt(one, SESSIONS_DIFFER, 'has the identifier of a session of another user'));
    }
}

/**
 * Judges the listings of a workspace, page after page. Between two pages somebody may have changed the workspace: what several pages
 * together break is a finding where the same listing breaks it another time.
 */
function judgeListings(exchanges: readonly Recognised[], { count, findings }: Notes): void {
  const walks = walksIn(exchanges.map(({ entry }) => entry));
  for (const walk of walks) for (const requirement of judgedBy(walk)) count(requirement);
  for (const { rule, alike } of brokenWalks(walks)) {
    const [walk] = alike.toSorted((a, b) => a.sizes.length - b.sizes.length);
    const begin = exchanges.find(({ entry }) => entry === walk?.begin);
    if (!walk || !begin || (walk.sizes.length > 1 && alike.length === 1)) continue;
    const pages = walk.sizes.length === 1 ? '' : ` of ${walk.sizes.length} pages`;
    findings.push(findingAt(begin, rule.requirement, `its ${walk.items.length} items${pages} ${rule.says}`));
  }
}
