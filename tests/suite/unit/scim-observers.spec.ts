import { expect, test } from '@playwright/test';
import { ScimMembershipObserver } from '../../../fixtures/embed/memberships.ts';
import { enter } from '../../../fixtures/expect/running-test.ts';
import type { HttpClient } from '../../../fixtures/http/client.ts';
import type { Call, Exchange } from '../../../fixtures/http/exchange.ts';
import { Journal } from '../../../fixtures/http/journal.ts';
import { readScimDirectory } from '../../../fixtures/scim/directory.ts';
import { ScimClient } from '../../../fixtures/scim/scim-client.ts';
import { findRequirement } from '../../../schemas/requirements.ts';

/** Who is in which group, and how SCIM shows it. */
interface Directory {
  /** Which lists leave out `groups` of users or `members` of groups: they are `returned: request` (RFC 7643 §7). */
  readonly brief?: readonly ('Users' | 'Groups')[];
  /** Whether brief lists send empty ones instead. */
  readonly sendsEmpty?: boolean;
  /** Which resources never show them. */
  readonly without?: 'Users' | 'Groups';
  /** What becomes of a filter. */
  readonly filter?: 'ignored' | 'refused';
  /** What a list answers to whoever names startIndex or count, where that is no page. */
  readonly paged?: 400 | 500;
}

const USERS = ['ben', 'ada'];
const MEMBERS: Readonly<Record<string, readonly string[]>> = { red: ['ada', 'ben'], blue: ['ben'] };

/** A client of a directory, and what it was asked. */
function clientOf({ brief = [], sendsEmpty = false, without, filter, paged }: Directory) {
  const asked: string[] = [];
  const shown = {
    Users: USERS.map((id) => ({
      id,
      userName: id,
      externalId: id,
      groups: Object.keys(MEMBERS).flatMap((value) => (MEMBERS[value]?.includes(id) ? [{ value }] : [])),
    })),
    Groups: Object.entries(MEMBERS).map(([id, members]) => ({
      id,
      displayName: id,
      members: members.map((value) => ({ value })),
    })),
  };
  const listed = (kind: 'Users' | 'Groups', resource: object): object => {
    if (without !== kind && !brief.includes(kind)) return resource;
    const { groups: _g, members: _m, ...others } = resource as Record<string, unknown>;
    const isEmpty = without !== kind && sendsEmpty;
    return { ...others, ...(isEmpty ? { [kind === 'Users' ? 'groups' : 'members']: [] } : {}) };
  };
  const send = async ({ operation, path, query }: Call): Promise<Exchange> => {
    const id = String(path?.id ?? '');
    asked.push(`${operation} ${id}`.trim());
    const kind = operation.includes('User') ? 'Users' : 'Groups';
    const answer = (json: unknown, status = 200) => ({ operation, status, json, text: '' }) as Exchange;
    if (operation.startsWith('scimGet')) {
      const found = shown[kind].find((one) => one.id === id);
      return answer(without === kind ? listed(kind, found ?? {}) : found, found ? 200 : 404);
    }
    if (query?.filter !== undefined && filter === 'refused') return answer({}, 400);
    if (query?.startIndex !== undefined && paged) return answer({}, paged);
    const wanted = /"(.*)"/.exec(String(query?.filter ?? ''))?.[1];
    const selects = wanted !== undefined && filter !== 'ignored';
    const all = shown[kind].filter((one) => !selects || one.id === wanted);
    const start = Number(query?.startIndex ?? 1) - 1;
    // Pages of one
    const page = all.slice(start, paged ? all.length : start + 1).map((one) => listed(kind, one));
    return answer({ totalResults: all.length, Resources: page });
  };
  const http = { writes: 0, send, listBudget: { spend: () => undefined } } as unknown as HttpClient;
  const scim = new ScimClient(http);
  return { observer: new ScimMembershipObserver(scim), scim, asked };
}

const BRIEF: readonly Directory[] = [
  { brief: ['Users'] },
  { brief: ['Groups'] },
  { brief: ['Users', 'Groups'] },
  { brief: ['Users'], without: 'Groups' },
  { brief: ['Groups'], without: 'Users' },
];

for (const directory of BRIEF.flatMap((one) => [one, { ...one, sendsEmpty: true }]))
  test(`memberships are seen where ${JSON.stringify(directory)}`, async () => {
    const { observer } = clientOf(directory);
    // Whoever is looked at first: what lists show of one of them is learned
    expect(await observer.of('ben')).toEqual(new Set(['red', 'blue']));
    expect(await observer.of('ada')).toEqual(new Set(['red']));
    expect(await observer.of('nobody')).toBeUndefined();
  });

test('where lists show groups of users, no resource is asked for alone', async () => {
  const { observer, asked } = clientOf({});
  expect(await observer.of('ada')).toEqual(new Set(['red']));
  expect(asked.filter((one) => one.startsWith('scimGet'))).toEqual([]);
});

for (const filter of ['ignored', 'refused'] as const)
  test(`a user is found by a walk where filters are ${filter}`, async () => {
    const { observer } = clientOf({ filter });
    expect(await observer.of('ada')).toEqual(new Set(['red']));
    expect(await observer.of('nobody')).toBeUndefined();
  });

for (const paged of [400, 500] as const)
  test(`users and groups are read without pages where pages are answered ${paged}`, async () => {
    const { observer, scim } = clientOf({ paged, filter: 'refused' });
    expect(await observer.of('ada')).toEqual(new Set(['red']));
    const redact = (text: string): string => text;
    const nothing = { path: undefined, findings: [], lookedAt: () => [] };
    const row = findRequirement('scim-members-exist');
    enter({ row, journal: new Journal(), redact, redactSentence: redact, seed: 1, runs: 1, ...nothing });
    const { users, groups } = await readScimDirectory(scim);
    enter(undefined);
    expect([...users.keys(), ...groups.keys()]).toEqual(['ben', 'ada', 'red', 'blue']);
  });
