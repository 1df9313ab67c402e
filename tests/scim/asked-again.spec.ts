import {
  entriesOf,
  expectOneWay,
  notTested,
  requirement,
  type ScimPage,
  type ScimQuestion,
  scimIds,
  scimPageOf,
  test,
} from '../../fixtures/index.ts';

// The same lists are asked for again and again, at the same time and alone: what holds in one answer holds in the next one.

/** What one rule judges of these answers. */
interface Claim {
  readonly title: string;
  /** Which lists it is about. */
  readonly about: (question: ScimQuestion) => boolean;
  /** What is compared of them, in words, and what it is on a page. */
  readonly what: string;
  readonly shown: (page: ScimPage, question: ScimQuestion) => unknown;
}

const idsOn = ({ resources }: ScimPage) => scimIds(resources).map(String).sort();
const isFiltered = ({ query }: ScimQuestion): boolean => query.filter !== undefined;
const isLater = ({ query }: ScimQuestion): boolean => (query.startIndex ?? 1) > 1;

const CLAIMS: Readonly<Record<string, Claim>> = {
  'scim-filter': {
    title: 'a filter by userName finds the same user each time, also beside a filter for another one',
    about: (question) => isFiltered(question) && question.kind === 'users',
    what: 'the ids',
    shown: idsOn,
  },
  'scim-groups-filter': {
    title: 'a filter by displayName finds the same groups each time, also beside a filter for others',
    about: (question) => isFiltered(question) && question.kind === 'groups',
    what: 'the ids',
    shown: idsOn,
  },
  'scim-total-results': {
    title: 'totalResults is the same each time that a filter for users is asked for',
    // Sessions of other workers add users to the whole list.
    about: (question) => isFiltered(question) && question.kind === 'users',
    what: 'totalResults',
    shown: ({ total }) => total,
  },
  'scim-paging-walk': {
    title: 'a later page of users is the same each time, also beside another page',
    about: (question) => isLater(question) && question.kind === 'users',
    what: 'the ids',
    shown: idsOn,
  },
  'scim-groups-paging-walk': {
    title: 'a later page of groups is the same each time, also beside another page',
    about: (question) => isLater(question) && question.kind === 'groups',
    what: 'the ids',
    shown: idsOn,
  },
  // Sessions change memberships of external users all the time: those of others are compared.
  'scim-groups-have-members': {
    title: 'a group shows its members each time that it is listed',
    about: (question) => !isFiltered(question) && question.kind === 'groups',
    what: 'members whom no session of this run changes',
    shown: ({ resources }, { others }) =>
      resources.map(({ members }) =>
        entriesOf(members)
          .map(({ value }) => value)
          .filter((value) => others.has(value))
          .sort(),
      ),
  },
};

for (const [id, { title, about, what, shown }] of Object.entries(CLAIMS)) {
  test(title, requirement(id), async ({ scimRounds: { rounds, questions: all } }) => {
    const questions = all.filter(about);
    if (questions.length === 0) notTested('SCIM lists nothing that this can be asked of');
    await expectOneWay({
      rounds,
      questions,
      what,
      mayLag: true,
      holdsAnything: (answer) => (scimPageOf(answer)?.resources.length ?? 0) > 0,
      shown: (answer, question) => {
        const page = scimPageOf(answer);
        return page ? shown(page, question as ScimQuestion) : answer.status;
      },
    });
  });
}
