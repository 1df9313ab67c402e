import { setTimeout as sleep } from 'node:timers/promises';
import { HttpClient } from '../../fixtures/http/client.ts';
import { runCredentialCommands } from '../../fixtures/http/credentials.ts';
import {
  type Call,
  type Exchange,
  isAccepted,
  isExchange,
  isRefused,
  isTurnedAway,
  type NoAnswer,
} from '../../fixtures/http/exchange.ts';
import { isPathSegment } from '../../fixtures/http/request.ts';
import { isTooManyRequests, refusesCaller } from '../../fixtures/http/status.ts';
import {
  CREDENTIAL_SETTINGS,
  type CredentialSetting,
  type Settings,
} from '../../fixtures/target/settings.ts';
import { loadSettingsFile, readTarget } from '../../fixtures/target/target.ts';
import { Contract } from '../../schemas/contract.ts';
import type { Har, HarEntry } from '../../schemas/har.ts';
import type { Operation } from '../../schemas/read-operation.ts';
import { firstOf, groupBy } from '../lists.ts';
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
  readonly recorded: Exchange;
  readonly operation: Operation;
  readonly call: Call;
}
interface Repeated extends Read {
  readonly live: Exchange;
}

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
  const reads = sampleOf(har, report.target.baseUrl, contract, target.settings);
  const http = new HttpClient(target, contract, 0);
  try {
    const repeated = await sentAgain(reads, http);
    const differing = repeated.filter((one) => !isAlike(one, one.live));
    const asked = repeated.filter((one) => !differing.includes(one));
    const { problems, gone } = judgeDiffering(differing, repeated);
    const live = entriesOf(asked);
    const passed = new Set(report.requirements.flatMap(({ id, verdict }) => (verdict === 'pass' ? id : [])));
    const broken = [
      ...problems,
      ...judgeAnswers({ log: { ...har.log, entries: live } }, report, contract).problems,
      ...brokenWalks(walksIn(live))
        .filter(({ rule }) => passed.has(rule.requirement))
        .flatMap(({ rule, alike: [walk] }) =>
          walk
            ? `${placeOf(walk.begin)} has items that ${rule.says}: ${rule.requirement} held in the run`
            : [],
        ),
    ];
    const advice = `what ${target.settings.TARGET_BASE_URL} answers now is not what the run of ${report.run.startedAt.slice(0, 10)} was answered: ask the vendor what changed since, or correct --against`;
    const strangers = repeated.filter(({ call }) => call.as === null).length;
    return {
      ...checked(
        'against',
        `${repeated.length} reads of the run sent again, ${strangers} of them without a credential: the same kind of answer, and no rule broken`,
        broken.length > 0 ? [...broken, advice] : [],
      ),
      observed: [...withoutCredential(har, target.settings), ...gone, ...movedOn(asked)],
      ...(reads.length === 0 ? { isSkipped: true as const } : {}),
    };
  } finally {
    await http.close();
  }
}

/** The settings for the live target. Credentials of another target are not sent to it. */
async function settingsFor(address: string, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  loadSettingsFile(environment);
  const { TARGET_BASE_URL: own } = environment;
  const bare = (url: string): string => url.replace(/\/+$/, '');
  if (own && bare(own) !== bare(address))
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
  const kinds = groupBy([...different.values()], kindOf);
  return [...kinds.values()].flatMap((own) => {
    const step = Math.max(1, own.length / OF_ONE_KIND);
    return own.filter((_, index) => Math.floor(index / step) > Math.floor((index - 1) / step));
  });
}

const kindOf = ({ call: { operation, as } }: Read): string =>
  `reads of ${operation} ${as === null ? 'without a credential' : `with ${as}`}`;

/** The read in an entry; undefined where it is none, or cannot be sent again. A cursor may be good for the run alone. */
function readIn(entry: HarEntry, base: string, contract: Contract, settings: Settings): Read | undefined {
  const { request, _operation, _caller } = entry;
  const operation = contract.operations.find(({ id }) => id === _operation);
  const recorded = exchangeOf(entry);
  if (request.method !== 'GET' || operation?.method !== 'GET' || operation.family !== 'platform')
    return undefined;
  if (!recorded || !request.url.startsWith(`${base}/`)) return undefined;
  const as = CREDENTIAL_SETTINGS.find((name) => name === _caller) ?? null;
  const isStranger =
    _caller === null &&
    !request.headers.some(({ name }) => name === 'authorization') &&
    isTurnedAway(recorded);
  const isCaller = as !== null && settings[as] !== undefined && recorded.status === 200;
  const { pathname, searchParams } = new URL(request.url.slice(base.length), 'http://path');
  const path = valuesIn(pathname, operation.path);
  const names = [...new Set(searchParams.keys())];
  const isKnown = names.every((name) => operation.parameters.some((one) => one.name === name));
  if (!path || !isKnown || names.includes('after') || !(isStranger || isCaller)) return undefined;
  const query = Object.fromEntries(names.map((name) => [name, searchParams.getAll(name)]));
  const call: Call = { operation: operation.id, path, query, as, breaksContract: true };
  return { entry, recorded, operation, call };
}

/** The values of a path's parameters; undefined where it is not that path. */
function valuesIn(pathname: string, template: string): Record<string, string> | undefined {
  const groups = new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`).exec(pathname);
  const values = Object.entries(groups?.groups ?? {}).map(([name, text]) => [name, decodeURIComponent(text)]);
  return groups && values.every(([, value]) => isPathSegment(value)) ? Object.fromEntries(values) : undefined;
}

/** Sends reads again, and those whose answers differ once more after a pause. */
async function sentAgain(reads: readonly Read[], http: HttpClient): Promise<Repeated[]> {
  const answers = new Map<Read, Exchange | NoAnswer>();
  let open = reads;
  for (let round = 0; round < ROUNDS && open.length > 0; round += 1) {
    if (round > 0) await sleep(PAUSE_MS);
    for (const read of open) answers.set(read, await http.probe(read.call));
    open = open.filter((read) => {
      const answer = answers.get(read);
      return !isExchange(answer) || !isAlike(read, answer);
    });
  }
  return reads.map((read) => {
    const live = answers.get(read);
    if (isExchange(live) && !isTooManyRequests(live.status)) return { ...read, live };
    const reason = isExchange(live) ? `answered ${live.status}` : live?.reason;
    throw new Error(
      `The certificate was not compared with the target, which ${http.redactSentence(reason ?? '')}. Is the address of --against right, and the target running?`,
    );
  });
}

/** Whether both are successes, or both turn the caller away. Of a success that the contract does not describe, its kind of JSON counts, too. */
const isAlike = ({ recorded, operation }: Read, live: Exchange): boolean =>
  isAccepted(recorded)
    ? isAccepted(live) && (operation.describesAnswer || typeOf(recorded.json) === typeOf(live.json))
    : isTurnedAway(live);

const nameOf = ({ entry, call }: Read): string =>
  `${placeOf(entry)}, sent again ${call.as === null ? 'without a credential' : `with ${call.as}`}`;

/** Answers of another class. What data named may be gone, and another credential may open less: both are told, and held against nobody. */
function judgeDiffering(
  differing: readonly Repeated[],
  repeated: readonly Repeated[],
): { problems: string[]; gone: string[] } {
  const listed = repeated.filter(
    ({ call, live }) => call.operation === 'listDeployments' && isAccepted(live),
  );
  const deployments = new Set(listed.flatMap(({ live }) => recordsIn(live).map(({ id }) => String(id))));
  const mayBeGone = ({ call: { path, query } }: Read): boolean =>
    path?.id !== undefined ||
    path?.embedTenantName !== undefined ||
    query?.folderId !== undefined ||
    (path?.deploymentId !== undefined && listed.length > 0 && !deployments.has(String(path.deploymentId)));
  const closed = [...groupBy(repeated, kindOf)]
    .filter(([, own]) => own.every(({ call, live }) => call.as !== null && refusesCaller(live.status)))
    .map(([kind]) => kind);
  const told = differing.filter((one) => !closed.includes(kindOf(one)));
  const gone = told.filter((one) => one.call.as !== null && isRefused(one.live) && mayBeGone(one));
  return {
    problems: told
      .filter((one) => !gone.includes(one))
      .map(
        (one) =>
          `${nameOf(one)}, answered ${one.live.status}: expected ${one.call.as === null ? 'to be turned away' : `a success, and JSON of type ${typeOf(one.recorded.json)}`}, as in the run`,
      ),
    gone: [
      ...closed.map((kind) => `${kind} are refused, so that none of them was compared`),
      ...gone.map((one) => `${nameOf(one)}, answered ${one.live.status}: what it names may be gone since`),
    ],
  };
}

/** The entries with what the live target answered. */
const entriesOf = (asked: readonly Repeated[]): HarEntry[] =>
  asked.map(({ entry, live: { status, headers, text } }) => ({
    ...entry,
    _checks: [],
    response: {
      status,
      headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
      content: { size: Buffer.byteLength(text), mimeType: '', text },
    },
  }));

const typeOf = (value: unknown): string =>
  Array.isArray(value)
    ? 'array'
    : value === null
      ? 'null'
      : typeof value === 'bigint'
        ? 'number'
        : typeof value;

/** The records of a list. */
function recordsIn({ json }: Exchange): Record<string, unknown>[] {
  const { items, Resources } = Object(json) as { items?: unknown; Resources?: unknown };
  const list = [json, items, Resources].find(Array.isArray) ?? [];
  return list.filter((one) => typeOf(one) === 'object');
}

/** What data did since the run, an observation for each operation and caller whose lists changed. */
function movedOn(asked: readonly Repeated[]): string[] {
  return [...groupBy(asked, kindOf)].flatMap(([kind, own]) => {
    const valuesOf = (
      which: 'recorded' | 'live',
      of: (record: Record<string, unknown>) => string[],
    ): Set<string> => new Set(own.flatMap((one) => recordsIn(one[which]).flatMap(of)));
    const compared = (what: string, of: (record: Record<string, unknown>) => string[]): string[] => {
      const [before, now] = [valuesOf('recorded', of), valuesOf('live', of)];
      const lost = [...before].filter((value) => !now.has(value));
      const added = [...now].filter((value) => !before.has(value));
      if (before.size === 0 || now.size === 0) return [];
      return [
        ...(lost.length > 0
          ? [`${lost.length} of ${before.size} ${what} are not there now (${firstOf(lost, 3)})`]
          : []),
        ...(added.length > 0 ? [`${added.length} ${what} are new (${firstOf(added, 3)})`] : []),
      ];
    };
    const told = [
      ...compared('ids', ({ id, type }) => [typeof type === 'string' ? `${type} ${String(id)}` : String(id)]),
      ...compared('fields', (record) =>
        Object.entries(record).flatMap(([name, value]) =>
          value === null ? [] : `${name}: ${typeOf(value)}`,
        ),
      ),
    ];
    return told.length === 0 ? [] : [`${kind}: ${told.join(', ')}`];
  });
}

/** The credentials of the run that the settings lack. */
function withoutCredential({ log }: Har, settings: Settings): string[] {
  const used = new Set(log.entries.map(({ _caller }) => _caller));
  const lacking = CREDENTIAL_SETTINGS.filter((name: CredentialSetting) => used.has(name) && !settings[name]);
  return lacking.length === 0
    ? []
    : [`not sent again, without their credentials: the reads with ${lacking.join(', ')}`];
}
