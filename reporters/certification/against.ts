import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '../../fixtures/http/client.ts';
import { runCredentialCommands } from '../../fixtures/http/credentials.ts';
import * as answers from '../../fixtures/http/exchange.ts';
import { isPathSegment } from '../../fixtures/http/request.ts';
import { isTooManyRequests, refusesCaller } from '../../fixtures/http/status.ts';
import { CREDENTIAL_SETTINGS, type Settings } from '../../fixtures/target/settings.ts';
import { loadSettingsFile, readTarget } from '../../fixtures/target/target.ts';
import { Contract } from '../../schemas/contract.ts';
import type { Har, HarEntry } from '../../schemas/har.ts';
import { firstOf, groupBy } from '../lists.ts';
import { objectsIn } from './accepted-requests.ts';
import { headersOf } from './har.ts';
import { exchangeOf, judgeAnswers, placeOf } from './verify/judge-exchanges.ts';
import { brokenWalks, walksIn } from './verify/judge-walks.ts';
import { type Check, checked, type Parts } from './verify/parts.ts';

/** Of one operation and caller, so many different reads are sent again. */
const OF_ONE_KIND = 24;
/** What differs is asked for so often, with pauses in between: what came once may be the network's. */
const [ROUNDS, PAUSE_MS] = [3, 1_000];

/** A read of the run that can be sent again. */
interface Read {
  readonly entry: HarEntry;
  readonly recorded: answers.Exchange;
  readonly call: answers.Call;
}
type Repeated = Read & { readonly live: answers.Exchange };

/**
 * Sends a sample of the reads of a run to the live target, and compares the answers. It sends GET requests alone: those that were refused
 * without a credential, and those that were answered with a credential that the settings have.
 *
 * @param address - the base address of the target, as TARGET_BASE_URL has it
 * @param environment - the settings of a run: its credentials, and NODE_EXTRA_CA_CERTS
 * @throws Error where the target cannot be asked
 */
export async function checkAgainst(
  { har, report }: Parts,
  address: string,
  environment: NodeJS.ProcessEnv,
): Promise<Check> {
  const target = readTarget(await settingsFor(address, environment));
  const contract = await Contract.load();
  const http = new HttpClient(target, contract, 0);
  try {
    const reads = sampleOf(har, report.target.baseUrl, contract, target.settings);
    const repeated = await sentAgain(reads, http);
    const alike = repeated.filter(isAlike);
    const { problems, observed } = judgeDiffering(repeated);
    const live = alike.map(liveEntry);
    const passed = new Set(report.requirements.flatMap(({ id, verdict }) => (verdict === 'pass' ? id : [])));
    const broken = [
      ...problems,
      ...judgeAnswers({ log: { ...har.log, entries: live } }, report, contract).problems,
      ...brokenWalks(walksIn(live)).flatMap(({ rule: { says, requirement }, alike: [walk] }) =>
        walk && passed.has(requirement)
          ? `${placeOf(walk.begin)} has items that ${says}: ${requirement} held in the run`
          : [],
      ),
    ];
    const advice = `what ${address} answers now is not what the run of ${report.run.startedAt.slice(0, 10)} was answered: ask the vendor what changed since, or correct --against`;
    const callers = new Set(reads.map(({ call }) => call.as ?? 'no credential'));
    return {
      ...checked(
        'against',
        `${reads.length} reads of the run sent again, with ${[...callers].join(', ')}: the same kind of answer, and no rule broken`,
        broken.length > 0 ? [...broken, advice] : [],
      ),
      observed: [...observed, ...movedOn(alike)],
      ...(reads.length === 0 ? { isSkipped: true as const } : {}),
    };
  } finally {
    await http.close();
  }
}

/** The settings for the live target. Credentials of another target are not sent to it. */
async function settingsFor(address: string, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  loadSettingsFile(environment);
  const { TARGET_BASE_URL: own = address } = environment;
  if (own.replace(/\/+$/, '') !== address.replace(/\/+$/, ''))
    throw new Error(
      `--against=${address} is another target than TARGET_BASE_URL=${own}, whose credentials are not sent to it: unset the settings of that one, or name the same address.`,
    );
  await runCredentialCommands(environment);
  return { ...environment, TARGET_BASE_URL: address };
}

/** Reads with different addresses, some of each operation and caller, from the whole run. */
function sampleOf({ log }: Har, base: string, contract: Contract, settings: Settings): Read[] {
  const reads = log.entries.flatMap((entry) => readIn(entry, base, contract, settings) ?? []);
  const different = new Map(reads.map((read) => [`${read.call.as} ${read.entry.request.url}`, read]));
  return [...groupBy([...different.values()], kindOf).values()].flatMap((own) => {
    const step = Math.max(1, own.length / OF_ONE_KIND);
    return own.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
  });
}

const kindOf = ({ call: { operation, as } }: Read): string => `${operation} with ${as ?? 'no credential'}`;

/** The read in an entry; undefined where it is none, or cannot be sent again. A cursor may be good for the run alone. */
function readIn(entry: HarEntry, base: string, contract: Contract, settings: Settings): Read | undefined {
  const { request, _operation, _caller } = entry;
  const operation = contract.operations.find(({ id, family }) => id === _operation && family === 'platform');
  const recorded = exchangeOf(entry);
  if (!operation || !recorded || request.method !== 'GET' || !request.url.startsWith(`${base}/`))
    return undefined;
  const as = CREDENTIAL_SETTINGS.find((name) => name === _caller) ?? null;
  const hasOther = as === null && request.headers.some(({ name }) => name === 'authorization');
  const { pathname, searchParams } = new URL(request.url.slice(base.length), 'http://path');
  const pattern = operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  const path = new RegExp(`^${pattern}$`).exec(pathname);
  const values = Object.entries(path?.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]);
  const names = [...new Set(searchParams.keys())];
  const isKnown = (name: string): boolean =>
    name !== 'after' && operation.parameters.some((one) => one.name === name);
  if (!path || hasOther || !values.every(([, value]) => isPathSegment(value)) || !names.every(isKnown))
    return undefined;
  const isRepeatable = as ? settings[as] && recorded.status === 200 : answers.isTurnedAway(recorded);
  if (operation.method !== 'GET' || !isRepeatable) return undefined;
  const query = Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)]));
  const call = { operation: operation.id, path: Object.fromEntries(values), query, as };
  return { entry, recorded, call: { ...call, breaksContract: true } };
}

/** Sends reads again, and those whose answers differ once more after a pause. */
async function sentAgain(reads: readonly Read[], http: HttpClient): Promise<Repeated[]> {
  const came = new Map<Read, answers.Exchange | answers.NoAnswer>();
  let open = reads;
  for (let round = 0; round < ROUNDS && open.length > 0; round += 1) {
    if (round > 0) await sleep(PAUSE_MS);
    for (const read of open) came.set(read, await http.probe(read.call));
    open = open.filter((read) => {
      const live = came.get(read);
      return !answers.isExchange(live) || !isAlike({ ...read, live });
    });
  }
  return reads.map((read) => {
    const live = came.get(read);
    if (answers.isExchange(live) && !isTooManyRequests(live.status)) return { ...read, live };
    const reason = answers.isExchange(live) ? `answered ${live.status}` : live?.reason;
    throw new Error(
      `The certificate was not compared with the target, which ${http.redactSentence(reason ?? '')}. Is the address of --against right, and the target running?`,
    );
  });
}

/** Whether both are successes, or both turn the caller away. */
const isAlike = ({ call, live }: Repeated): boolean =>
  call.as === null ? answers.isTurnedAway(live) : answers.isAccepted(live);

/** Answers of another class. What data named may be gone, and another credential may open less: both are told, and held against nobody. */
function judgeDiffering(repeated: readonly Repeated[]): { problems: string[]; observed: string[] } {
  const listed = repeated.filter((one) => one.call.operation === 'listDeployments' && isAlike(one));
  const deployments = listed.flatMap(({ live }) => recordsIn(live).map(({ id }) => String(id)));
  const mayBeGone = ({ call: { path = {}, query = {} } }: Read): boolean =>
    ['id', 'embedTenantName'].some((name) => name in path) ||
    'folderId' in query ||
    ('deploymentId' in path && deployments.length > 0 && !deployments.includes(String(path.deploymentId)));
  const found = { problems: [] as string[], observed: [] as string[] };
  for (const one of repeated.filter((other) => !isAlike(other))) {
    const { call, entry, live } = one;
    const came = `${placeOf(entry)}, sent again with ${call.as ?? 'no credential'}, answered ${live.status}`;
    if (call.as === null) found.problems.push(`${came}: expected to be turned away, as in the run`);
    else if (refusesCaller(live.status))
      found.observed.push(`${came}: that credential may open less than in the run`);
    else if (answers.isRefused(live) && mayBeGone(one))
      found.observed.push(`${came}: what it names may be gone since`);
    else found.problems.push(`${came}: expected a success, as in the run`);
  }
  return found;
}

const liveEntry = ({ entry, live: { status, headers, text } }: Repeated): HarEntry => {
  const content = { size: Buffer.byteLength(text), mimeType: '', text };
  return { ...entry, _checks: [], response: { status, headers: headersOf(headers), content } };
};

function recordsIn({ json }: answers.Exchange): Record<string, unknown>[] {
  const { items, Resources } = Object(json) as { items?: unknown; Resources?: unknown };
  return objectsIn([json, items, Resources].find(Array.isArray));
}

/** What came and went since the run, an observation for each operation and caller whose records or fields are others. */
function movedOn(alike: readonly Repeated[]): string[] {
  return [...groupBy(alike, kindOf)].flatMap(([kind, own]) => {
    const of = (record: Record<string, unknown>): string[] => [
      `${record.type ?? 'id'} ${String(record.id)}`,
      ...Object.keys(record),
    ];
    const before = new Set(own.flatMap(({ recorded }) => recordsIn(recorded).flatMap(of)));
    const now = new Set(own.flatMap(({ live }) => recordsIn(live).flatMap(of)));
    const told = (what: string, these: Set<string>, others: Set<string>): string[] => {
      const own = [...these].filter((one) => !others.has(one));
      return own.length > 0 ? [`${kind}: ${own.length} are ${what}: ${firstOf(own, 3)}`] : [];
    };
    return [...told('not there now', before, now), ...told('new', now, before)];
  });
}
