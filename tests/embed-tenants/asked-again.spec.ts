import {
  control,
  expectOneWay,
  isRefused,
  notTested,
  type RecordQuestion,
  recordsIn,
  requirement,
  test,
} from '../../fixtures/index.ts';

// The lists of two embed tenants are asked for again and again, at the same time and alone, while nothing changes there.

/** What one rule judges of these answers. */
interface Claim {
  readonly title: string;
  /** Which lists it is about. */
  readonly about: (question: RecordQuestion) => boolean;
  readonly kind: RecordQuestion['kind'];
}

const CLAIMS: Readonly<Record<string, Claim>> = {
  'embed-tenants-groups-list': {
    title: 'the group list shows the same groups each time that it is asked for',
    kind: 'groups',
    about: ({ asMember }) => !asMember,
  },
  'embed-tenants-attributes-own-tenant': {
    title:
      'the attribute list shows attributes of its own embed tenant each time, also beside that of another one',
    kind: 'user-attributes',
    about: ({ asMember }) => !asMember,
  },
  'embed-tenants-groups-own-tenant': {
    title: 'the group list shows groups of its own embed tenant each time, also beside that of another one',
    kind: 'groups',
    about: ({ asMember }) => !asMember,
  },
  'embed-tenants-attributes-paging': {
    title: 'a page of attributes shows each of them once each time that it is asked for',
    kind: 'user-attributes',
    about: ({ asMember }) => !asMember,
  },
};

for (const [id, { title, kind, about }] of Object.entries(CLAIMS)) {
  test(title, requirement(id), async ({ recordRounds: { rounds, questions } }) => {
    await expectOneWay({
      rounds,
      questions: questions.filter((question) => question.kind === kind && about(question)),
      what: 'the ids',
      mayLag: true,
      holdsAnything: (answer) => (recordsIn(answer)?.length ?? 0) > 0,
      shown: (answer) =>
        recordsIn(answer)
          ?.map(({ id: recordId }) => String(recordId))
          .sort() ?? answer.status,
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
      shown: (answer) => isRefused(answer),
    });
  },
);
