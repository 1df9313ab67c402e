import {
  entriesOf,
  expectOneWay,
  notTested,
  requirement,
  type ScimKind,
  type ScimPage,
  type ScimQuestion,
  scimPageOf,
  sortedScimIds,
  test,
} from '../../fixtures/index.ts';

// The same lists are asked for again and again, at the same time and alone: what holds in one answer holds in the next one.

/** What one rule judges of these answers: which lists it is about, and what is compared of a page, the ids unless given. */
interface Claim {
  readonly id: string;
  readonly kind: ScimKind;
  /** Lists that a filter selects; pages otherwise. */
  readonly isFiltered: boolean;
  readonly title: string;
  readonly what?: string;
  readonly shown?: (page: ScimPage, question: ScimQuestion) => unknown;
}

const CLAIMS: readonly Claim[] = [
  {
    id: 'scim-filter',
    kind: 'users',
    isFiltered: true,
    title: 'a filter by userName finds the same user each time, also beside a filter for another one',
  },
  {
    id: 'scim-groups-filter',
    kind: 'groups',
    isFiltered: true,
    title: 'a filter by displayName finds the same groups each time, also beside a filter for others',
  },
  {
    // Sessions of other workers add users to the whole list.
    id: 'scim-total-results',
    kind: 'users',
    isFiltered: true,
    title: 'totalResults is the same each time that a filter for users is asked for',
    what: 'totalResults',
    shown: ({ total }) => total,
  },
  {
    id: 'scim-paging-walk',
    kind: 'users',
    isFiltered: false,
    title: 'a later page of users is the same each time, also beside another page',
  },
  {
    id: 'scim-groups-paging-walk',
    kind: 'groups',
    isFiltered: false,
    title: 'a later page of groups is the same each time, also beside another page',
  },
  {
    // Sessions change memberships of external users all the time: those of others are compared.
    id: 'scim-groups-have-members',
    kind: 'groups',
    isFiltered: false,
    title: 'a group shows its members each time that it is listed',
    what: 'members whom no session of this run changes',
    shown: ({ resources }, { others }) =>
      resources.map(({ members }) => {
        const values = entriesOf(members).map(({ value }) => value);
        return values.filter((value) => others.has(value)).sort();
      }),
  },
];

const idsOn = ({ resources }: ScimPage) => sortedScimIds(resources);

for (const { id, title, what = 'the ids', shown = idsOn, ...about } of CLAIMS) {
  test(title, requirement(id), async ({ discovery, scimRounds }) => {
    // The total has another test, for which no filter is needed.
    const filters = await discovery.scimFilters();
    if (about.isFiltered && 'value' in filters && !filters.value) return;
    const questions = scimRounds.questions.filter(
      ({ kind, query }) => kind === about.kind && (query.filter !== undefined) === about.isFiltered,
    );
    if (questions.length === 0) notTested('SCIM lists nothing that this can be tested with');
    await expectOneWay({
      rounds: scimRounds,
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
