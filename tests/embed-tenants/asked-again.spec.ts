import {
  control,
  type Exchange,
  expectOneWay,
  isRefused,
  notTested,
  recordsIn,
  requirement,
  test,
} from '../../fixtures/index.ts';

// The lists of two embed tenants are asked for again and again, at the same time and alone, while nothing changes there.

/** Which lists a rule is about. */
const CLAIMS = [
  {
    id: 'embed-tenants-groups-list',
    kind: 'groups',
    title: 'the group list shows the same groups each time that it is asked for',
  },
  {
    id: 'embed-tenants-attributes-own-tenant',
    kind: 'user-attributes',
    title:
      'the attribute list shows attributes of its own embed tenant each time, also beside that of another one',
  },
  {
    id: 'embed-tenants-groups-own-tenant',
    kind: 'groups',
    title: 'the group list shows groups of its own embed tenant each time, also beside that of another one',
  },
  {
    id: 'embed-tenants-attributes-paging',
    kind: 'user-attributes',
    title: 'a page of attributes shows each of them once each time that it is asked for',
  },
] as const;

for (const { id, title, kind } of CLAIMS) {
  test(title, requirement(id), async ({ recordRounds: { rounds, questions } }) => {
    const idsIn = (answer: Exchange) =>
      recordsIn(answer)
        ?.map((record) => String(record.id))
        .sort();
    await expectOneWay({
      rounds,
      questions: questions.filter((question) => question.kind === kind && !question.asMember),
      what: 'the ids',
      mayLag: true,
      holdsAnything: (answer) => (idsIn(answer)?.length ?? 0) > 0,
      shown: (answer) => idsIn(answer) ?? answer.status,
    });
  });
}

test(
  'a key without admin access is refused each time that it asks for groups, also beside one with it',
  requirement('embed-tenants-groups-list-needs-admin'),
  async ({ embedTenants, memberKey, openScope, recordRounds: { rounds, questions } }) => {
    await memberKey.control(openScope(0));
    const asked = questions.filter(({ asMember }) => asMember);
    if (asked.length === 0) notTested('set TARGET_MEMBER_API_KEY');
    control(await embedTenants.list('groups', openScope(0).name));
    await expectOneWay({
      rounds,
      questions: asked,
      what: 'whether the key is refused',
      holdsAnything: isRefused,
      shown: isRefused,
    });
  },
);
