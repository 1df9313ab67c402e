import {
  expectOneWay,
  findWorkspacePage,
  hiddenFromOne,
  type ItemKey,
  isFolder,
  itemKeys,
  looseKey,
  notTested,
  requirement,
  sortedKeys,
  test,
  type WorkspacePage,
  type WorkspaceQuestion,
} from '../../fixtures/index.ts';
import { OTHER } from './support.ts';

// A rule that holds in one answer holds in the next one, and beside others: the same pages are asked for again and again, by two
// users, in two directions, in two deployments, at the same time and alone. Each rule judges what it is about.

interface Claim {
  readonly title: string;
  readonly about: (question: WorkspaceQuestion) => boolean;
  /** What is compared of them, in words, and what it is on a page. */
  readonly what: string;
  readonly shown: (page: WorkspacePage, question: WorkspaceQuestion) => unknown;
}

const keysOn = ({ items }: WorkspacePage) => sortedKeys(items);
/** Whatever a page shows that is all of its listing. Which items a first page of several begins with is free among equals. */
const ofWhole =
  (shown: (page: WorkspacePage) => unknown) =>
  (page: WorkspacePage, question: WorkspaceQuestion): unknown =>
    page.pageInfo.hasNextPage === true && !isLater(question) ? 'more than one page' : shown(page);
const isSearch = ({ query }: WorkspaceQuestion): boolean => query.search !== undefined;
const isLater = ({ query }: WorkspaceQuestion): boolean => query.after !== undefined;
const unique = (values: readonly unknown[]) => [...new Set(values.map(String))].sort();

const CLAIMS: Readonly<Record<string, Claim>> = {
  'workspace-search-all-folders': {
    title: 'a search looks in every folder each time that it is asked',
    about: isSearch,
    what: 'the folders of the items',
    shown: ofWhole(({ items }) => unique(items.map(({ folderId }) => folderId))),
  },
  'workspace-order-direction': {
    title: 'ASC and DESC hold each time that they are asked for, also at the same time',
    about: ({ query }) => query.orderByField === 'name',
    what: 'the names, in their order,',
    // Of names with letters beyond ASCII, some collations take two for equal, and then either may come first.
    shown: ({ items }) =>
      items.filter((item) => !isFolder(item) && /^[ -~]*$/.test(item.name)).map(({ name }) => looseKey(name)),
  },
  'workspace-order-created-at': {
    title: 'an order by creation holds each time that it is asked for',
    about: ({ query }) => query.orderByField === 'created_at',
    what: 'the dates, in their order,',
    // Instants: which of two that tie comes first is free, and each may be written in an offset of its own.
    shown: ({ items }) =>
      items.filter((item) => !isFolder(item)).map(({ createdAt }) => Date.parse(createdAt)),
  },
  'workspace-folders-first': {
    title: 'folders come first each time that an ordered listing is asked for',
    about: ({ query }) => query.orderByField !== undefined,
    what: 'which of the items are folders',
    shown: ({ items }) => items.map(isFolder),
  },
  'workspace-types-filter': {
    title: 'one type is selected each time that it is asked for, also beside another type',
    about: ({ query }) => query.types?.length === 1,
    what: 'the types of the items',
    shown: ({ items }) => unique(items.map(({ type }) => type)),
  },
  'workspace-cursor-walk-complete': {
    title: 'a cursor leads to the same page each time that it is sent, also beside another cursor',
    about: isLater,
    what: 'the items',
    shown: ofWhole(keysOn),
  },
  'workspace-cursor-keeps-query': {
    title: 'a later page keeps the types each time that it is asked for',
    about: (question) => isLater(question) && question.query.types !== undefined,
    what: 'the types of the items',
    shown: ({ items }) => unique(items.map(({ type }) => type)),
  },
  'workspace-has-next-page-truthful': {
    title: 'hasNextPage says the same each time that a page is asked for',
    about: () => true,
    what: 'hasNextPage',
    shown: ({ pageInfo }) => pageInfo.hasNextPage,
  },
  'workspace-folder-contents': {
    title: 'a folder has the same contents each time that it is listed',
    about: ({ query }) => query.folderId !== undefined,
    what: 'the items',
    shown: ofWhole(keysOn),
  },
  'workspace-path-deployment': {
    title: 'items are of the deployment of the path, also while another deployment is listed',
    about: ({ query }) => query.types === undefined,
    what: 'the deployments of the items',
    shown: ({ items }) => unique(items.map(({ deploymentId }) => deploymentId)),
  },
};

/**
 * A page as if it ended after so many items, with more behind them, where it is longer; or as long, and shorter than `first`: who sends pages
 * of several lengths may say so of the last one that is full. One that is longer than `first` is as it is.
 */
const cutAfter = (
  page: WorkspacePage,
  { query: { first = Number.POSITIVE_INFINITY } }: WorkspaceQuestion,
  most: number,
): WorkspacePage =>
  page.size <= first && (page.size > most || (page.size === most && most < first))
    ? { items: page.items.slice(0, most), size: most, pageInfo: { ...page.pageInfo, hasNextPage: true } }
    : page;

/** Expects pages to show the same each time that they are asked for. */
const expectSame = (
  asked: Pick<Parameters<typeof expectOneWay>[0], 'rounds' | 'questions'>,
  { what, shown }: Pick<Claim, 'what' | 'shown'>,
): Promise<void> =>
  expectOneWay({
    ...asked,
    what,
    holdsAnything: (answer) => (findWorkspacePage(answer)?.items.length ?? 0) > 0,
    shown: (answer, asking, most) => {
      const question = asking as WorkspaceQuestion;
      const page = findWorkspacePage(answer);
      return page ? shown(cutAfter(page, question, most), question) : answer.status;
    },
  });

for (const [id, claim] of Object.entries(CLAIMS))
  test(claim.title, requirement(id), async ({ snapshot, workspaceRounds }) => {
    await snapshot();
    const questions = workspaceRounds.questions.filter(claim.about);
    if (questions.length === 0) notTested('the workspace has no listing that this can be tested with');
    await expectSame({ rounds: workspaceRounds, questions }, claim);
  });

// Below a folder that is hidden from a user, a search may find more or less of what the user may see: that is not compared.
test(
  'a search shows each user no more than that user may see, also while the other one asks the same',
  requirement('workspace-access-filtered'),
  async ({ snapshot, workspaceRounds }) => {
    // Given what only the other one of two users is shown
    const first = await snapshot();
    const second = await snapshot(OTHER);
    const hiddenFrom = (caller: string): ReadonlySet<ItemKey> =>
      new Set(itemKeys(caller === OTHER ? hiddenFromOne(second, first) : hiddenFromOne(first, second)));

    // Then no search of theirs finds it, whenever it is asked
    await expectSame(
      { rounds: workspaceRounds, questions: workspaceRounds.questions.filter(isSearch) },
      {
        what: 'the items that only the other user is shown',
        shown: (page, { caller }) => keysOn(page).filter((key) => hiddenFrom(caller).has(key)),
      },
    );
  },
);
