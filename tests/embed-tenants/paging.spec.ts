import {
  definitionsOf,
  expect,
  expectEmptied,
  listNotServed,
  notTested,
  RECORD_KINDS,
  requirement,
  test,
} from '../../fixtures/index.ts';

/** Few enough to be walked one by one. */
const FEW = 5;
/** More than many servers send on a page by default. */
const MANY = 23;
const NAMES = Array.from({ length: MANY }, (_, index) => `conformance-paged-${index + 1}`);

/** What to change, by the way in which a walk ends too early. */
const MENDS: ReadonlyMap<string, string> = new Map([
  ['not served', 'serve the list'],
  ['cursor refused', 'answer every `endCursor` that was sent with a page'],
  ['no usable cursor', 'send an `endCursor` that leads on wherever hasNextPage is true'],
]);

// "List endpoints are cursor-paginated with query parameters first and after."
for (const { kind, slug, noun } of RECORD_KINDS) {
  test(
    `a walk through the ${noun} list yields every record once`,
    requirement(`embed-tenants-${slug}-paging`),
    async ({ embedTenants, eventually, scope, users }) => {
      const [user] = users as [string];
      const { records: leftOver } = await eventually.until(
        `a walk of ${kind}`,
        () => embedTenants.walk(kind, scope.name),
        ({ records }) => scope.removed(kind, records).length === 0,
      );
      await expectEmptied(scope, kind, leftOver);
      const already = leftOver.length;

      const judge = async (total: number, first: number | undefined): Promise<void> => {
        const how = `a walk with ${first === undefined ? 'the default page size' : `first=${first}`}`;
        const { records, pages, end } = await embedTenants.walk(kind, scope.name, first);
        const ids = records.map(({ id }) => String(id));
        expect(end, `how ${how} ends`, MENDS.get(end)).toBe('last page');
        expect(ids.length, `records of ${how}`).toBe(total);
        expect(new Set(ids).size, `different records of ${how}`).toBe(total);
        const lengths = pages.map(({ items }) => items.length);
        if (first !== undefined)
          expect(Math.max(...lengths), `records on the longest page of ${how}`).toBeLessThanOrEqual(first);
        const vain = lengths.filter(
          (_, index) =>
            index < lengths.length - 1 && lengths.slice(index + 1).every((length) => length === 0),
        );
        expect(
          vain,
          `pages of ${how} with hasNextPage true and nothing after them`,
          'send hasNextPage true only where a record follows',
        ).toEqual([]);
      };

      /** Defines more, and waits until as many show as there should be. */
      const define = async (names: readonly string[], total: number): Promise<void> => {
        await scope.session(user, definitionsOf(kind, names));
        const { end } = await eventually.until(
          `a walk of ${kind}`,
          () => embedTenants.walk(kind, scope.name),
          ({ records }) => records.length === total,
        );
        await eventually.steady();
        if (end === 'not served') notTested(listNotServed(kind));
      };

      const few = already + FEW;
      await define(NAMES.slice(0, FEW), few);
      for (const first of [1, 2, few - 1, few, few + 1, undefined]) await judge(few, first);

      const many = already + MANY;
      await define(NAMES.slice(FEW), many);
      for (const first of [10, many - 1, many, many + 1, undefined]) await judge(many, first);
    },
  );
}
