import { expect, test } from '@playwright/test';
import fc from 'fast-check';
import type { Id } from '../../../fixtures/values/id.ts';
import { hiddenFromOne } from '../../../fixtures/workspace/listing.ts';
import {
  isSurelyBefore,
  lateFolders,
  mayBegin,
  mayBeSorted,
  orderDisagreements,
} from '../../../fixtures/workspace/order.ts';
import type { WorkspaceItem } from '../../../fixtures/workspace/page.ts';
import type { WorkspaceSnapshot } from '../../../fixtures/workspace/snapshot.ts';
import { itemOf } from '../support/samples.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyz'];

const LANGUAGES = LETTERS.flatMap((one) =>
  LETTERS.flatMap((two) => [one + two, ...LETTERS.map((three) => one + two + three)]),
);

/** Every locale that Intl knows, with every collation that it has for it. */
const locales = (): string[] =>
  Intl.Collator.supportedLocalesOf(LANGUAGES).flatMap((language) => [
    language,
    ...Intl.supportedValuesOf('collation')
      .map((collation) => `${language}-u-co-${collation}`)
      .filter((locale) => new Intl.Collator(locale).resolvedOptions().collation !== 'default'),
  ]);

/** Names that languages put in different orders, and others. */
const NAMES = [
  ...'Aarhus,chart,cost,csaba,cukor,Tartu,Zurich,year,invoices,Ljubljana,Lyon'.split(','),
  ...'10 days,9 days,a-b,ab,A b,a_b,_x,Zebra,zebra,walk,vault,sz,sy, x'.split(','),
  ...'llama,lima,dzo,dome,nyt,nz,gyro,gz,thing,tz,ngo,nu,e,b,007,7'.split(','),
];

test('names that are sorted by any collation of Intl are in order, whatever is made of case, numbers and punctuation', () => {
  const unit = fc.constantFrom(...LETTERS, 'ch', 'lj', 'aa', 'cs', ' ', '-', '1', 'Z');
  const words = fc.sample(fc.string({ unit, maxLength: 6 }), { seed: 1, numRuns: 40 });
  const names = [...NAMES, ...words];
  const settings = (['false', 'upper', 'lower'] as const).flatMap((caseFirst) =>
    [true, false].flatMap((numeric) =>
      [true, false].map((ignorePunctuation) => ({ caseFirst, numeric, ignorePunctuation })),
    ),
  );
  const isSorted = (locale: string, options: Intl.CollatorOptions): boolean =>
    mayBeSorted(names.toSorted(new Intl.Collator(locale, options).compare));
  expect(locales().filter((locale) => !settings.every((options) => isSorted(locale, options)))).toEqual([]);
});

test('names that are sorted as databases do are in order, and those that no collation puts so are not', () => {
  const folds: ((name: string) => string)[] = [
    (name) => name,
    (name) => name.toLowerCase(),
    (name) => name.toUpperCase(),
    (name) => name.trimEnd(),
    (name) => name.toLowerCase().replace(/[^a-z0-9]/g, ''),
  ];
  for (const fold of folds)
    expect(mayBeSorted(NAMES.toSorted((a, b) => (fold(a) < fold(b) ? -1 : 1))), `${fold}`).toBe(true);
  expect(mayBeSorted(['banana', 'apple'])).toBe(false);
  expect(mayBeSorted(['Report', 'Ärger', 'Budget'])).toBe(false);
  expect(isSurelyBefore('Budget', 'Report')).toBe(true);
  // The C library puts digits behind letters in Czech, and Windows ignores hyphens alone.
  expect(isSurelyBefore('Report 2024', 'Report archive')).toBe(false);
  expect(isSurelyBefore('co-op plan', 'coal plan')).toBe(false);
});

test('one direction reverses the other, but for names that some collation takes for equal', () => {
  const pairs = (text: string) => text.split(',').map((pair) => pair.split('=') as [string, string]);
  for (const [one, other] of pairs(
    'Report=report,a-b=ab,007=7,Straße=Strasse,Ärger=arger,walk=valk,Launch 🚀=Launch 🎉,İx=ix,yes=ies',
  ))
    expect(orderDisagreements([one, other], [other, one]), one).toEqual([]);
  for (const [one, other] of pairs(
    'apple=banana,10 days=9 days,Ärger & Öl=zebra Report,🚀 plan=Ｗide letters',
  ))
    expect(orderDisagreements([one, other], [other, one])).toEqual([[one, other]]);
});

const onDay = (id: number, type: WorkspaceItem['type'], day: number): WorkspaceItem => ({
  ...itemOf(id, `item ${id}`, type, null),
  updatedAt: `2025-01-0${day}T00:00:00Z`,
});
const [early, middle, late] = [onDay(1, 'REPORT', 1), onDay(2, 'WORKBOOK', 2), onDay(3, 'REPORT', 3)];
const lateFolder = onDay(4, 'FOLDER', 9);

test('a listing may begin with what comes first, and a folder is late behind another item, also where it has not come yet', () => {
  expect(mayBegin({ items: [early, middle], left: [late] }, 'updated_at', 'ASC')).toBe(true);
  expect(mayBegin({ items: [early, late], left: [middle] }, 'updated_at', 'ASC')).toBe(false);
  expect(mayBegin({ items: [middle], left: [late] }, 'updated_at', 'DESC')).toBe(false);
  // Folders take no part in the order, and what ties may come in any order.
  expect(mayBegin({ items: [lateFolder, early], left: [onDay(5, 'REPORT', 1)] }, 'updated_at', 'ASC')).toBe(
    true,
  );
  expect(lateFolders({ items: [lateFolder, early], left: [late] })).toEqual([]);
  expect(lateFolders({ items: [early], left: [lateFolder] })).toEqual([lateFolder]);
});

test('what stands below a folder that one of two users may not see is hidden from neither', () => {
  const snapshotOf = (
    ...contents: readonly (readonly [Id, readonly WorkspaceItem[]])[]
  ): WorkspaceSnapshot => {
    const root = [itemOf(5, 'Finance', 'FOLDER', null)];
    const all = [...root, ...contents.flatMap(([, items]) => items)];
    const folders = all.filter(({ type }) => type === 'FOLDER');
    return { root, wholeRoot: true, contents: new Map(contents), all, folderTotal: folders.length };
  };
  // One user is shown the workbook in the folder, the other one may find it in a folder below that was not read.
  const workbook = itemOf(5, 'Revenue', 'WORKBOOK', null);
  const below = itemOf(6, 'Below', 'FOLDER', 5);
  const one = snapshotOf([5, [workbook]]);
  expect(hiddenFromOne(snapshotOf([5, [below]]), one)).toEqual([]);
  expect(hiddenFromOne(snapshotOf([5, [below]], [6, []]), one)).toEqual([workbook]);
});
