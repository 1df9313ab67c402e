import { expect, test } from '@playwright/test';
import { Eventually } from '../../../fixtures/expect/eventually.ts';
import { BystanderWatch, bystanderBaseline } from '../../../fixtures/run/bystander-watch.ts';
import { type Ask, findBystanders } from '../../../fixtures/scim/bystanders.ts';
import { duringTestOf, whyEnded } from '../support/during-test.ts';
import { answered } from '../support/samples.ts';

const running = duringTestOf('embed-groups-other-users-untouched');

/** A directory: who is in which group. Names are ids, but for the suite's own user. */
class Directory {
  readonly groups = new Map([
    ['red', new Set(['ada', 'ben', 'ours'])],
    ['blue', new Set(['ben', 'eve'])],
    ['green', new Set(['eve'])],
  ]);

  readonly ask: Ask = async ({ operation, path }) => {
    const id = String(path?.id ?? '');
    const users = ['ada', 'ben', 'eve', 'ours'].map((one) => this.#user(one));
    const groups = [...this.groups.keys()].map((one) => this.#group(one));
    const list = operation.endsWith('Users') ? users : groups;
    if (operation.startsWith('scimList'))
      return answered(200, { json: { totalResults: list.length, Resources: list } });
    const known = operation === 'scimGetUser' ? this.#user(id) : this.groups.has(id) && this.#group(id);
    return known ? answered(200, { json: known }) : answered(404);
  };

  #user = (id: string) => ({
    id,
    userName: id === 'ours' ? 'conformanceuser1' : id,
    groups: [...this.groups].flatMap(([value, members]) => (members.has(id) ? [{ value }] : [])),
  });

  #group = (id: string) => ({
    id,
    displayName: id,
    members: [...(this.groups.get(id) ?? [])].map((value) => ({ value })),
  });
}

const RULE = { after: 'a call', fix: 'mend it' };

/** Judges a target on which `act` is called for each of these groups. */
async function judge(directory: Directory, act: (group: string) => void, groups = ['red', 'blue', 'green']) {
  const baseline = await bystanderBaseline(directory.ask, {});
  if (!baseline) throw new Error('there are bystanders');
  const { bystanders, view } = baseline;
  const watch = new BystanderWatch(directory.ask, bystanders, new Eventually(0), view);
  const end = await whyEnded(async () => {
    await watch.expectUntouched(
      groups.map((group) => async () => act(group)),
      RULE,
    );
    await watch.expectNotAllGone(RULE);
  });
  return end ?? 'passed';
}

test("bystanders are not of the suite's pools, and the groups are those that sessions assign", async () => {
  const { ask } = new Directory();
  const found = await findBystanders(ask, { TARGET_GROUPS: ['blue', 'red', 'gold'] });
  expect([...(found?.users.keys() ?? [])].sort()).toEqual(['ada', 'ben', 'eve']);
  expect([...(found?.groups.keys() ?? [])]).toEqual(['red', 'blue']);
  expect(await findBystanders(async () => answered(404), {})).toBeUndefined();
});

test('a change that happens once is an observation, not a failure', async () => {
  const directory = new Directory();
  const leave = () => directory.groups.get('red')?.delete('ada');
  expect(await judge(directory, leave)).toBe('passed');
  expect([...running.journal.observations].join()).toContain('no longer: "ada" is in "red"');
});

test('a change that cannot be seen a second time is inconclusive', async () => {
  const directory = new Directory();
  const ended = await judge(directory, (group) => directory.groups.get(group)?.clear(), ['red']);
  expect(ended).toContain('inconclusive: once, after a call: no longer: "ada" is in "red"');
});
