import { expect, test } from '@playwright/test';
import type { HttpClient } from '../../../fixtures/http/client.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import { awaitOtherRuns, type Waiting } from '../../../fixtures/session/other-runs.ts';
import type { Settings } from '../../../fixtures/target/settings.ts';

const LIMITS = { quietMs: 100, pauseMs: 10, settleMs: 20, mostMs: 400 };
const SETTINGS: Settings = { TARGET_CREATOR_MODE: 'on', TARGET_API_KEY: 'key', TARGET_DEPLOYMENT_ID: 101 };
const IDENTITIES = { users: ['ada', 'bob'], embedTenants: ['one', 'two'] };

interface Waited {
  /** How long, in milliseconds. */
  readonly ms: number;
  readonly sent: readonly Call[];
}

/**
 * Waits on a target whose every list shows groups.
 *
 * @param namesAt - what they are called, so many milliseconds after the beginning
 */
async function waited(
  namesAt: (ms: number) => readonly string[],
  rest: Partial<Waiting> = {},
): Promise<Waited> {
  const startedAt = Date.now();
  const sent: Call[] = [];
  const probe = async (call: Call): Promise<Exchange> => {
    sent.push(call);
    const items = namesAt(Date.now() - startedAt).map((name) => ({ id: name, name }));
    return {
      operation: call.operation,
      status: 200,
      headers: {},
      mediaType: 'application/json',
      text: '',
      json: { items, pageInfo: { hasNextPage: false } },
      curl: '',
    };
  };
  const http = { probe } as Pick<HttpClient, 'probe'>;
  await awaitOtherRuns({
    http,
    settings: SETTINGS,
    identities: IDENTITIES,
    isOver: () => false,
    limits: LIMITS,
    ...rest,
  });
  return { ms: Date.now() - startedAt, sent };
}

const mints = ({ sent }: Waited): Call[] => sent.filter(({ operation }) => operation === 'generateSession');

test('where no run is, a sign is left for others, and each list is looked at twice', async () => {
  const quiet = await waited(() => ['sales']);
  expect(quiet.sent).toHaveLength(9);
  expect(mints(quiet)).toMatchObject([
    { body: { deploymentId: 101, externalId: 'bob', embedTenantName: 'two', creatorMode: true } },
  ]);
});

test('records that do not change were left by a run that is over', async () => {
  const left = await waited(() => ['conformance-left']);
  expect(left.ms).toBeGreaterThanOrEqual(LIMITS.quietMs);
  expect(left.ms).toBeLessThan(LIMITS.mostMs);
  expect(mints(left)).toHaveLength(1);
});

test('a run whose records come and go is waited for until they stay as they are', async () => {
  const other = await waited((ms) => (ms < 200 ? [`conformance-${Math.floor(ms / 50)}`] : []));
  expect(other.ms).toBeGreaterThanOrEqual(200 + LIMITS.quietMs);
  expect(mints(other)).toHaveLength(1);
});

test('of two runs that begin at the same time, the one whose sign comes later waits', async () => {
  const first = await waited((ms) => (ms < 10 ? [] : ['conformance-run-x']));
  expect(first.ms).toBeLessThan(LIMITS.quietMs);
  expect(mints(first)).toHaveLength(1);
  const second = await waited((ms) => (ms < 10 ? [] : ms < 90 ? ['conformance-run-'] : []));
  expect(second.ms).toBeGreaterThanOrEqual(90 + LIMITS.quietMs);
  expect(mints(second)).toHaveLength(2);
});

test('a run that does not end ends the one that waits, which says what to do', async () => {
  await expect(waited((ms) => [`conformance-${ms}`])).rejects.toThrow(
    /nothing was judged.*CONFORMANCE_POOL=1\/2/,
  );
});

test('a run that is told to end waits no more', async () => {
  const told = await waited(() => ['conformance-left'], { isOver: () => true });
  expect(told.ms).toBeLessThan(LIMITS.quietMs);
  expect(mints(told)).toHaveLength(0);
});

test('where nothing can be defined, nobody is looked for', async () => {
  const { TARGET_CREATOR_MODE: _, ...settings } = SETTINGS;
  expect((await waited(() => ['conformance-left'], { settings })).sent).toEqual([]);
});
