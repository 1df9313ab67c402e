import {
  definitionsOf,
  expect,
  expectEmptied,
  listNotServedReason,
  namesBesideMixed,
  namesOfEverySort,
  notTested,
  RECORD_KIND_NAMES,
  requirement,
  type TenantWalk,
  test,
} from '../../fixtures/index.ts';

/** Few enough to be walked one by one. */
const FEW = 5;
/** More than many servers send on a page by default, and more than twenty besides the few. */
const MANY = 26;
/** The few hold text of most sorts, and so do most of the others: whatever the order, a page ends at some of them. */
const NAMES = [
  ...namesOfEverySort('paged'),
  ...namesBesideMixed('paged'),
  ...Array.from({ length: MANY }, (_, index) => `conformance-paged-${index + 1}`),
].slice(0, MANY);

/** What to change, by the way in which a walk ends too early. */
const FIXES: ReadonlyMap<string, string> = new Map([
  ['not served', 'serve the list'],
  ['cursor refused', 'answer every `endCursor` that was sent with a page'],
  ['no usable cursor', 'send an `endCursor` that leads on wherever hasNextPage is true'],
]);

// "List endpoints are cursor-paginated with query parameters first and after."
for (const { kind, slug, noun } of RECORD_KIND_NAMES) {
  test(
    `a walk through the ${noun} list yields every record once`,
    requirement(`embed-tenants-${slug}-paging`),
    async ({ embedTenants, eventually, scope, user }) => {
      const walkUntil = (fits: (walk: TenantWalk) => boolean): Promise<TenantWalk> =>
        eventually.until(`a walk of ${kind}`, () => embedTenants.walk(kind, scope.name), fits);
      const define = async (names: readonly string[], total: number): Promise<void> => {
        await scope.session(user, definitionsOf(kind, names));
        const { end } = await walkUntil(({ records }) => records.length === total);
        await eventually.untilLooksAgree();
        if (end === 'not served') notTested(listNotServedReason(kind));
      };

      // Given an embed tenant that was emptied, as far as it can be
      const { records: leftOver } = await walkUntil(
        ({ records }) => scope.removed(kind, records).length === 0,
      );
      await expectEmptied(scope, kind, leftOver);

      // When it holds a few records, then walks with page sizes around that number yield each once
      const few = leftOver.length + FEW;
      await define(NAMES.slice(0, FEW), few);
      for (const first of [1, 2, few - 1, few, few + 1, undefined])
        expectEachOnce(await embedTenants.walk(kind, scope.name, first), few, first);

      // And so they do when it holds more than a page
      const many = leftOver.length + MANY;
      await define(NAMES.slice(FEW), many);
      for (const first of [10, many - 1, many, many + 1, undefined])
        expectEachOnce(await embedTenants.walk(kind, scope.name, first), many, first);
    },
  );
}

/** A walk yields so many records, each once, on pages of at most `first`, and says when it is at its end. */
function expectEachOnce({ records, pages, end }: TenantWalk, total: number, first: number | undefined): void {
  const walk = `a walk with ${first === undefined ? 'the default page size' : `first=${first}`}`;
  const ids = records.map(({ id }) => String(id));
  expect(end, `how ${walk} ends`, FIXES.get(end)).toBe('last page');
  expect(ids.length, `records of ${walk}`).toBe(total);
  expect(new Set(ids).size, `different records of ${walk}`).toBe(total);

  const lengths = pages.map(({ items }) => items.length);
  if (first !== undefined)
    expect(Math.max(...lengths), `records on the longest page of ${walk}`).toBeLessThanOrEqual(first);

  const isFollowedByNothing = (index: number): boolean =>
    index < lengths.length - 1 && lengths.slice(index + 1).every((length) => length === 0);
  expect(
    lengths.filter((_, index) => isFollowedByNothing(index)),
    `lengths of pages of ${walk} with hasNextPage true and nothing after them`,
    'send hasNextPage true only where a record follows',
  ).toEqual([]);
}
