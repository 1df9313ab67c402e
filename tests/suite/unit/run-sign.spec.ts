import { expect, test } from '@playwright/test';
import type { NotingClient } from '../../../fixtures/cleanup/noting-client.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import { RunSign } from '../../../fixtures/run/run-sign.ts';
import type { Settings } from '../../../fixtures/target/settings.ts';

const LIMITS = { beatMs: 20, staleMs: 200, pauseMs: 10, settleMs: 30, mostMs: 1_000, endMs: 500 };
const SETTINGS: Settings = { TARGET_CREATOR_MODE: 'on', TARGET_API_KEY: 'key', TARGET_DEPLOYMENT_ID: 101 };

interface Group {
  readonly name: string;
  readonly description: string;
}

/** The groups of an embed tenant, by name, which is also their id. */
class Place {
  /** What a list shows of a group. */
  shown = (group: Group): object => group;
  /** The status of lists. */
  status = 200;
  readonly groups = new Map<string, Group>([['sales', { name: 'sales', description: '' }]]);

  get signs(): string[] {
    return [...this.groups.keys()].filter((name) => name.startsWith('run of'));
  }

  signOf(isOver = false, settings = SETTINGS): RunSign {
    const send = async (call: Call): Promise<Exchange> => this.#answer(call);
    const http = { send, probe: send, close: async () => undefined } as unknown as NotingClient;
    const identities = { users: ['ada', 'bob'], embedTenants: ['one', 'two'] };
    return new RunSign({ http, settings, identities, isOver: () => isOver, limits: LIMITS });
  }

  #answer({ operation, body, path }: Call): Exchange {
    const { groupDefinitions = [] } = (body ?? {}) as { groupDefinitions?: Group[] };
    for (const group of groupDefinitions) this.groups.set(group.name, group);
    if (operation === 'deleteEmbedTenantGroup') this.groups.delete(String(path?.id));
    const items = [...this.groups.values()].map((group) => ({ id: group.name, ...this.shown(group) }));
    return {
      operation,
      status: operation.startsWith('list') ? this.status : 200,
      headers: {},
      mediaType: 'application/json',
      text: '',
      json: this.status === 200 ? { items, pageInfo: { hasNextPage: false } } : {},
      curl: '',
    };
  }
}

const timed = async (what: Promise<unknown>): Promise<number> => {
  const startedAt = Date.now();
  await what;
  return Date.now() - startedAt;
};

test('a run alone puts its sign up at once, and takes it down', async () => {
  const place = new Place();
  const sign = place.signOf();
  expect(await timed(sign.putUp())).toBeLessThan(LIMITS.staleMs);
  expect(place.signs).toHaveLength(1);
  await sign.takeDown();
  expect([...place.groups.keys()]).toEqual(['sales']);
});

test('a run that comes later waits until the first one has ended, and no longer', async () => {
  const place = new Place();
  const first = place.signOf();
  await first.putUp();
  const second = place.signOf();
  const waits = timed(second.putUp());
  await new Promise((resolve) => setTimeout(resolve, 2 * LIMITS.staleMs));
  await first.takeDown();
  const ms = await waits;
  expect(ms).toBeGreaterThanOrEqual(2 * LIMITS.staleMs - LIMITS.pauseMs);
  expect(ms).toBeLessThan(3 * LIMITS.staleMs);
  await second.takeDown();
});

test('of runs that begin at the same time, one goes first', async () => {
  const place = new Place();
  const signs = [place.signOf(), place.signOf(), place.signOf()];
  const going: number[] = [];
  let now = 0;
  await Promise.all(
    signs.map(async (sign) => {
      await sign.putUp();
      now += 1;
      going.push(now);
      await new Promise((resolve) => setTimeout(resolve, 100));
      now -= 1;
      await sign.takeDown();
    }),
  );
  expect(going, 'runs that are going on when each begins').toEqual([1, 1, 1]);
  expect(place.signs).toEqual([]);
});

test('a sign that does not change was left by a run that was killed, and is removed', async () => {
  const place = new Place();
  place.groups.set('run of analytics-api-conformance 1', {
    name: 'run of analytics-api-conformance 1',
    description: '',
  });
  const sign = place.signOf();
  expect(await timed(sign.putUp())).toBeGreaterThanOrEqual(LIMITS.staleMs);
  expect(place.signs).toHaveLength(1);
  await sign.takeDown();
  expect(place.signs).toEqual([]);
});

test('a run that does not end ends the one that waits, which says what to do', async () => {
  const place = new Place();
  const first = place.signOf();
  await first.putUp();
  await expect(place.signOf().putUp()).rejects.toThrow(/nothing was judged.*CONFORMANCE_POOL=1\/2/);
  await first.takeDown();
});

test('where nothing can be defined, and where a run was told to end, no sign is put up', async () => {
  const place = new Place();
  const { TARGET_CREATOR_MODE: _, ...settings } = SETTINGS;
  await place.signOf(false, settings).putUp();
  await place.signOf(true).putUp();
  expect(place.signs).toEqual([]);
});

test('where lists are refused, no sign is put up: nobody could take it down', async () => {
  const place = new Place();
  place.status = 403;
  const sign = place.signOf();
  await sign.putUp();
  await sign.takeDown();
  expect(place.signs).toEqual([]);
});

test('where lists show no names, a sign is made once: tests remove what shows none', async () => {
  const place = new Place();
  place.shown = () => ({});
  const sign = place.signOf();
  await sign.putUp();
  place.groups.clear();
  await new Promise((resolve) => setTimeout(resolve, 3 * LIMITS.beatMs));
  expect(place.signs).toEqual([]);
  await sign.takeDown();
});
