import {
  control,
  definitionsOf,
  EDGE_TENANTS,
  type EmbedClient,
  expect,
  isAccepted,
  isCalled,
  isTenantName,
  LONGEST_NAME,
  notTested,
  plainName,
  recordsIn,
  requirement,
  type SessionRequest,
  SHORTEST_NAME,
  test,
  under,
  writeJson,
} from '../../fixtures/index.ts';
import { expectEachRejected } from './support.ts';

/** Names of allowed characters, whose lengths are just or far outside 5 to 36 characters. */
const OF_WRONG_LENGTH = [1, 2, SHORTEST_NAME - 1, LONGEST_NAME + 1, LONGEST_NAME + 2, 300].map(
  (length) => `${'cnf-'.repeat(75).slice(0, length - 1)}x`,
);

/**
 * Names of an allowed length, each with one character that is not allowed in its position. Some match an unanchored or case-insensitive
 * pattern, `\w`, `\d`, or `^` and `$` that stand at each line.
 */
const WITH_WRONG_CHARACTER = [
  ...['1', '-', '_', '.', ' ', 'C', 'é', '\n'].map((first) => `${first}cnf-x`),
  ...['-', '_', '.', ' ', 'X', 'é', '٣', '\n'].map((last) => `cnf-x${last}`),
  ...['_', '.', ' ', 'X', '/', 'é', '٣', '\u212a', '\u017f', '\uff41'].map((inner) => `cnf${inner}-x`),
  'cnf-x\ncnf-x',
];

/** Whether a server makes a right name of one that brings it into lowercase and removes blanks around it. */
const isRightOnceNormalized = (name: string): boolean => isTenantName(name.trim().toLowerCase());

/** Sessions of either mode may name an embed tenant, if the target lets them, and the rule is the same for both: the second is tried with every other name. */
const modesOf = (mayNameTenant: boolean) =>
  mayNameTenant ? [{ creatorMode: true }, {}] : [{ creatorMode: true }];
const someOf = (names: readonly string[], mode: number): string[] =>
  names.filter((_, index) => index % (mode + 1) === 0);

test(
  'an embed tenant name of 5 to 36 characters is accepted, a shorter or longer one rejected',
  requirement('embed-tenant-name-length'),
  async ({ embed, embedTenants, eventuallyListed, mayNameTenant, scope, user }) => {
    const named = { externalId: user, embedTenantName: scope.name };
    for (const [index, mode] of modesOf(mayNameTenant).entries()) {
      const valid = { ...named, ...mode };
      await expectEdgesAccepted(embed, valid);
      const ask = (embedTenantName: string) => embed.mintInvalid({ ...valid, embedTenantName });
      await expectEachRejected(someOf(OF_WRONG_LENGTH, index), ask, ', by its length');
    }

    // And what is defined under the longest name is listed under it, not under a shorter one
    const embedTenantName = EDGE_TENANTS.reduce((one, other) => (one.length > other.length ? one : other));
    const name = plainName(`long${scope.name.slice(-12)}`);
    const defined = { creatorMode: true, embedTenantName, groupDefinitions: [{ name }] };
    control(await embed.mint({ externalId: user, ...defined }));
    const listed = async () => (await embedTenants.all('groups', embedTenantName)) ?? [];
    const records = await eventuallyListed.until(
      'groups under a long name',
      listed,
      ({ length }) => length > 0,
    );
    const listOf = (tenant: string) => embedTenants.list('groups', tenant);
    // Where lists are not offered, do not list what has just been defined, or the key has no admin access, they say nothing.
    const shows = (records: Awaited<ReturnType<typeof embedTenants.all>>): boolean =>
      records?.some((one) => one.name === undefined || isCalled(one.name, name)) ?? false;
    const mayList = async (): Promise<boolean> => {
      control(await scope.mint(user, { groupDefinitions: [{ name }] }));
      return shows(await scope.whenServed(() => embedTenants.all('groups', scope.name), shows));
    };
    if (records.length > 0 || (await mayList())) {
      const answer = records.length === 0 ? await listOf(embedTenantName) : undefined;
      if (answer) expect(answer, 'the list of it:').toBeAccepted();
      // A list without an array of items breaks another requirement
      if (!answer || recordsIn(answer))
        expect(
          records.length,
          `number of groups in the list of "${embedTenantName}", where one was defined,`,
          'keep the whole name of an embed tenant, and look for the whole name',
        ).toBeGreaterThan(0);
    }
    // Nor under one that is too long, or another one: each begins so
    for (const [id, other] of [
      ['embed-tenants-name-length', `${embedTenantName}a`],
      ['embed-tenant-name-length', `${embedTenantName.slice(0, -1)}z`],
    ] as const) {
      const there = (recordsIn(await listOf(other)) ?? []).filter((one) => isCalled(one.name, name));
      await under(id, () => expect(there, `groups called "${name}" in the list of "${other}"`).toEqual([]));
    }
    for (const { id } of records.filter((one) => one.name === name))
      await embedTenants.remove('groups', embedTenantName, id);
  },
);

/** An embed tenant that nobody set up, with a name of letters alone, which every rule allows. */
const NEVER_SET_UP = 'conformanceembedtenant';

/** Expects the edge names to be accepted, unless the target knows only embed tenants that were set up before, and refuses all others. */
async function expectEdgesAccepted(embed: EmbedClient, valid: SessionRequest): Promise<void> {
  for (const embedTenantName of EDGE_TENANTS) {
    const answer = await embed.mint({ ...valid, embedTenantName });
    if (!isAccepted(answer) && !isAccepted(await embed.mint({ ...valid, embedTenantName: NEVER_SET_UP })))
      notTested('the target refuses embed tenants that were not set up before');
    expect(answer, `"${embedTenantName}":`).toBeAccepted();
    control(answer);
  }
}

test(
  'an embed tenant name that breaks the pattern anywhere is rejected',
  requirement('embed-tenant-name-pattern'),
  async ({ embed, mayNameTenant, scope, target, user }) => {
    const wrong = WITH_WRONG_CHARACTER.filter((name) => !isRightOnceNormalized(name));
    const named = { externalId: user, embedTenantName: scope.name };
    for (const [index, mode] of modesOf(mayNameTenant).entries()) {
      const valid = { ...named, ...mode };
      await expectEdgesAccepted(embed, valid);
      const ask = (embedTenantName: string) => embed.mintInvalid({ ...valid, embedTenantName });
      await expectEachRejected(someOf(wrong, index), ask);
    }

    // Whoever makes a right name of a wrong one knows there what was defined under it: else there are two embed tenants
    const capitals = scope.name.toUpperCase();
    const inside = `${scope.name.slice(0, 1)}${capitals.slice(1, -1)}${scope.name.slice(-1)}`;
    for (const [index, embedTenantName] of [`${scope.name}\n`, capitals, inside].entries()) {
      const groups = [`conformancespelt${index}`];
      const wrong = { ...scope.body(user, definitionsOf('groups', groups)), embedTenantName };
      if (!isAccepted(await embed.mintInvalid(wrong)) || scope.isLate) continue;
      const answer = await scope.mint(user, { groups });
      const what = `${writeJson(embedTenantName)} was accepted, and its group used in "${scope.name}":`;
      expect(
        answer,
        what,
        'reject the name, or take it for the one without blanks and capitals',
      ).toBeAccepted();
    }

    // And so for an internal user, where one may have such a session
    const { TARGET_INTERNAL_ID: internalId } = target.settings;
    if (internalId === undefined) return;
    const valid = await embed.mint({ internalId, embedTenantName: scope.name });
    if (!isAccepted(valid)) return;
    control(valid);
    const ask = (embedTenantName: string) => embed.mintInvalid({ internalId, embedTenantName });
    await expectEachRejected(wrong.slice(-2), ask, ' for an internal user');
    await under('embed-tenant-name-length', () =>
      expectEachRejected(OF_WRONG_LENGTH.slice(2, 4), ask, ' for an internal user, by its length'),
    );
  },
);

// Good practice: one mode is enough.
test(
  'an embed tenant name with capitals, or with blanks around it, is rejected',
  requirement('embed-tenant-name-as-sent'),
  async ({ embed, scope, user }) => {
    const valid = { externalId: user, creatorMode: true, embedTenantName: scope.name };
    control(await embed.mint(valid));
    const ask = (embedTenantName: string) => embed.mintInvalid({ ...valid, embedTenantName });
    await expectEachRejected(WITH_WRONG_CHARACTER.filter(isRightOnceNormalized), ask);
  },
);
