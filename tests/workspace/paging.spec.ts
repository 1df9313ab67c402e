import {
  baseItems,
  DIRECTIONS,
  edgePageSizes,
  expect,
  forSamples,
  goesUp,
  type Id,
  ids,
  isAccepted,
  isItemId,
  type KnownListing,
  knownListings,
  type ListingQuery,
  notTested,
  orderedPage,
  pageOf,
  requirement,
  sortedIds,
  test,
  tiedListing,
  upwards,
  VISIBLE_KEYS,
  type Walk,
  type WorkspaceSnapshot,
  writeJson,
} from '../../fixtures/index.ts';

/** The ids that come again, each once. */
function repeated(shown: readonly Id[]): Id[] {
  const seen = new Set<Id>();
  return [...new Set(shown.filter((id) => seen.has(id) || !seen.add(id)))];
}

/** The listing that paging is judged by: the root, else the fullest folder that was read to its end. */
const listingOf = (known: WorkspaceSnapshot): KnownListing =>
  knownListings(known)[0] ??
  notTested('the workspace needs a listing of 2 to 36 items: the root or a folder');

// "Pagination is cursor-based (first, after; cursors in pageInfo)"
test(
  'a walk yields every item once, at every page size',
  requirement('workspace-cursor-walk-complete'),
  async ({ snapshot, walkCache, workspace }) => {
    const known = await snapshot();
    // Two items under one id are one to whoever asks for it, as ids are that a target rounds.
    const folders = [...known.contents.keys()].map((folderId) => ({ folderId }));
    for (const query of [{}, ...folders]) {
      const shown = ids((await workspace.whole(query)).items).filter(isItemId);
      expect(repeated(shown), `ids that come more than once in a walk with ${writeJson(query)}`).toEqual([]);
    }
    const { query: listing, items } = listingOf(known);
    const judge = (query: ListingQuery, walk: Walk, expected: WorkspaceSnapshot['all']): void => {
      const how = `a walk with ${writeJson(query)}`;
      expect(
        ['no page', 'cursor repeats', 'items repeat'],
        `how ${how} ends`,
        walk.end === 'no page' ? 'answer every `endCursor` that was sent with a page' : undefined,
      ).not.toContain(walk.end);
      if (walk.end !== 'cut')
        expect(sortedIds(ids(walk.items)), `the items of ${how}`).toEqual(sortedIds(ids(expected)));
    };
    for (const first of edgePageSizes(items, walkCache.page)) {
      const query = { ...listing, first };
      judge(query, await workspace.walk(query, { pages: items.length + 1, items: 2 * items.length }), items);
    }
    // Ties under a sort key are where a cursor that holds only the key loses or repeats items.
    for (const orderByField of VISIBLE_KEYS) {
      const tied = tiedListing(known, orderByField);
      const [small = 1] = edgePageSizes(tied?.items ?? [], walkCache.page);
      const tiny = tied ? [{ ...tied, first: small }] : [];
      for (const orderByDirection of DIRECTIONS) {
        const whole = { query: listing, items, first: orderedPage(workspace, known, listing) };
        for (const { query, items: expected, first } of orderByDirection === 'ASC'
          ? [...tiny, whole]
          : [whole]) {
          const ordered = { ...query, orderByField, orderByDirection, first };
          judge(ordered, await workspace.walk(ordered), expected);
        }
      }
    }
    await forSamples(workspace, known, async (query) => {
      const expected = await baseItems(workspace, query);
      if (expected) judge(query, await workspace.walk(query), expected);
    });
    // A cursor is a position: it leads on whatever the size of the next page, unless the target refuses that.
    const sizes = [3, 2, 5].map((size) => Math.min(size, walkCache.page));
    const seen: Id[] = [];
    let whole = false;
    let after: string | undefined;
    for (const first of [...sizes, walkCache.page]) {
      const answer = await workspace.list({ ...listing, first, ...(after === undefined ? {} : { after }) });
      if (after !== undefined && !isAccepted(answer)) break;
      const page = pageOf(answer);
      seen.push(...ids(page.items));
      const end = page.pageInfo.endCursor;
      whole = page.pageInfo.hasNextPage === false;
      if (whole || end === undefined) break;
      after = end;
    }
    expect(sortedIds(seen), 'the items of a walk whose pages differ in size, each once').toEqual(
      sortedIds(whole ? ids(items) : [...new Set(seen)]),
    );
    // The same again, as it was not asked before.
    judge(listing, await workspace.walkAgain({ ...listing, first: walkCache.page }), items);
  },
);

test(
  'later pages keep the filters and the order',
  requirement('workspace-cursor-keeps-query'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const { query: listing, items } = listingOf(known);
    let interesting = 0;
    const judgeFilters = async (query: ListingQuery): Promise<void> => {
      const expected = await baseItems(workspace, query);
      if (!expected || expected.length === known.all.length) return;
      const allowed = new Set(ids(expected));
      const { pages, end } = await workspace.walk(query);
      const [first, ...later] = pages;
      // A first page that breaks the filters has not lost them on the way.
      if (later.length === 0 || first?.items.some(({ id }) => !allowed.has(id))) return;
      interesting += 1;
      const found = later.flatMap((page) => page.items);
      const alien = found.filter(({ id }) => !allowed.has(id));
      expect(ids(alien), 'items of later pages that the query rules out').toEqual([]);
      // A type of which later pages show nothing at all, though there is more of it, was forgotten there.
      const seen = new Set([...ids(first?.items ?? []), ...ids(found)]);
      const lost = expected.filter(
        ({ id, type }) => !seen.has(id) && !found.some((item) => item.type === type),
      );
      expect(end === 'last page' ? ids(lost) : [], 'items of types that later pages leave out').toEqual([]);
    };
    // Each filter by itself, with a second page.
    for (const types of [['WORKBOOK'], ['REPORT'], ['FOLDER', 'WORKBOOK'], ['WORKBOOK', 'REPORT']] as const)
      await judgeFilters({ ...listing, types, first: Math.max(2, Math.ceil(items.length / 5)) });
    for (const folder of knownListings(known, 3)
      .filter(({ query }) => query.folderId !== undefined)
      .slice(0, 2))
      await judgeFilters({ ...folder.query, first: Math.ceil(folder.items.length / 2) });
    const found = (await baseItems(workspace, { search: 'e' })) ?? [];
    if (found.length > 2) await judgeFilters({ search: 'e', first: Math.ceil(found.length / 3) });
    await forSamples(workspace, known, (query) => judgeFilters(query));

    // A first page in order whose successors are not has lost the order on the way.
    for (const key of VISIBLE_KEYS) {
      for (const direction of DIRECTIONS) {
        const first = orderedPage(workspace, known, listing);
        const { pages } = await workspace.walk({
          ...listing,
          orderByField: key,
          orderByDirection: direction,
          first,
        });
        const start = upwards(pages[0]?.items ?? [], direction);
        if (start.length < 2 || !goesUp(start, key)) continue;
        const whole = upwards(
          pages.flatMap((page) => page.items),
          direction,
        );
        expect(
          goesUp(whole, key) ? 'kept' : ids(whole),
          `the order by ${key} ${direction} on later pages, read upwards`,
        ).toBe('kept');
      }
    }
    if (interesting === 0) notTested('no generated query filtered something and had a second page');
  },
);

test(
  'hasNextPage tells the truth',
  requirement('workspace-has-next-page-truthful'),
  async ({ snapshot, walkCache, target, workspace }) => {
    const known = await snapshot();
    const { query, items } = listingOf(known);
    const judge = ({ pages, end }: Walk, how: string, least: number): void => {
      const returned = new Set(pages.flatMap((page) => ids(page.items))).size;
      if (end === 'last page')
        expect(returned, `items before hasNextPage was false, of ${how}`).toBeGreaterThanOrEqual(least);
      const last = pages.findLastIndex((page) => page.size > 0);
      const broken =
        end === 'cut' ? [] : pages.slice(Math.max(0, last)).filter(({ pageInfo }) => pageInfo.hasNextPage);
      const stuck = ['no page', 'no usable cursor', 'empty pages'].filter((way) => way === end);
      const untrue =
        broken.length > 0 ? [`${broken.length} pages with hasNextPage true and nothing after them`] : [];
      expect([...stuck, ...untrue], `what is wrong with the end of ${how}`).toEqual([]);
    };
    const judgeEdges = async (
      client: typeof workspace,
      scope: KnownListing,
      sizes: number[],
    ): Promise<void> => {
      for (const first of sizes) {
        const walk = await client.walk({ ...scope.query, first });
        judge(walk, `a walk with ${writeJson({ ...scope.query, first })}`, scope.items.length);
      }
    };
    // Around the end is where it goes wrong: a last page that is exactly full, one item more, one less.
    const edges = (all: WorkspaceSnapshot['all']): number[] =>
      [Math.ceil(all.length / 2), all.length - 1, all.length, all.length + 1].filter(
        (size) => size > 0 && size <= walkCache.page,
      );
    await judgeEdges(workspace, { query, items }, edgePageSizes(items, walkCache.page));
    const found = await baseItems(workspace, { search: 'e' });
    if (found && found.length > 1) {
      await judgeEdges(workspace, { query: { search: 'e' }, items: found }, edges(found));
      judge(await workspace.walk({ search: 'e' }), 'a walk of search=e without first', found.length);
    }
    judge(await workspace.walk(query), 'a walk without first', items.length);
    const folder = knownListings(known).find((listing) => listing.query.folderId !== undefined);
    if (folder) await judgeEdges(workspace, folder, edges(folder.items));
    if (target.settings.TARGET_OTHER_ACCESS_TOKEN) {
      const [theirs] = knownListings(await snapshot('TARGET_OTHER_ACCESS_TOKEN'));
      const client = workspace.as('TARGET_OTHER_ACCESS_TOKEN');
      if (theirs)
        await judgeEdges(client, theirs, [Math.ceil(theirs.items.length / 4), ...edges(theirs.items)]);
    }
    await forSamples(workspace, known, async (sample) => {
      const expected = await baseItems(workspace, sample);
      if (expected) judge(await workspace.walk(sample), `a walk with ${writeJson(sample)}`, expected.length);
    });
  },
);
