import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { COVERAGE_FILE, coverageTable } from '../../../schemas/coverage.ts';
import { cite, outline } from '../../../schemas/outline.ts';
import { readReleased, releasedLine } from '../../../schemas/released-ids.ts';
import { catalogue, isExcluded, NEEDS, PROFILES, testable } from '../../../schemas/requirements.ts';

/** The first part of an id names its area. */
const AREAS = [
  'auth',
  'embed-tenants',
  'embed',
  'errors',
  'events',
  'limits',
  'platform',
  'scim',
  'service',
  'states',
  'versioning',
  'workspace',
];

const entries = outline.flatMap((part) =>
  part.entries.map((entry) => ({ ...entry, source: cite(part, entry) })),
);
const sources = new Set(catalogue.map((row) => row.source));

/** The values that occur again after their first occurrence. */
const repeated = (values: string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at);

test('every entry of the outline is covered by a requirement, or repeats one that is', () => {
  const uncovered = entries.filter(
    (entry) =>
      !sources.has(entry.source) &&
      (entry.sameAs.length === 0 || !entry.sameAs.every((same) => sources.has(same))),
  );
  expect(uncovered.map((entry) => entry.source)).toEqual([]);
});

test('what an entry repeats is in the outline in full', () => {
  const full = new Set(entries.filter((entry) => entry.sameAs.length === 0).map((entry) => entry.source));
  const dangling = entries.flatMap((entry) => entry.sameAs).filter((same) => !full.has(same));
  expect(dangling).toEqual([]);
});

test('no entry is in the outline twice', () => {
  expect(repeated(entries.map((entry) => entry.source))).toEqual([]);
});

test('ids are unique, in kebab case, and begin with their area', () => {
  const ids = catalogue.map((row) => row.id);
  expect(repeated(ids)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  expect(ids.filter((id) => !AREAS.some((area) => id === area || id.startsWith(`${area}-`)))).toEqual([]);
});

test('every row says what it demands, and either what to change or why it is excluded', () => {
  for (const row of catalogue) {
    expect(row.statement, row.id).toMatch(/\S.*\.$/s);
    if (isExcluded(row)) expect(row.excluded, row.id).toMatch(/\S/);
    else {
      expect(row.remedy, row.id).toMatch(/\S/);
      expect(row.unchecked ?? 'checked', row.id).toMatch(/\S/);
      expect(PROFILES, row.id).toContain(row.profile);
      expect(
        row.needs.filter((need) => !NEEDS.includes(need)),
        row.id,
      ).toEqual([]);
    }
  }
});

/** The text of a document as it is read: links are their words, a table's row is its cells, and lines are not broken. */
const readAs = (file: string): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/<a id="[^"]*"><\/a>/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^> /gm, '')
    .replaceAll(/\s+/g, ' ');

const interfaceText = readAs('docs/interface.md');
const rfcText = readAs('docs/rfc-sentences.md');

test('the quotation of every row stands in the interface, or is a demand of an RFC', () => {
  const quotes = testable.flatMap(({ id, quote = '' }) =>
    quote.split(' […] ').flatMap((sentence) => (sentence === '' ? [] : [{ id, quote: sentence }])),
  );
  expect(quotes.length).toBeGreaterThan(0);
  const isDemand = (quote: string): boolean =>
    /\b(MUST|SHALL|REQUIRED)\b/.test(quote) && rfcText.includes(quote);
  expect(quotes.filter(({ quote }) => !interfaceText.includes(quote) && !isDemand(quote))).toEqual([]);
});

test('released ids keep their names and levels', () => {
  const released = readReleased();
  const present = new Set(catalogue.map(releasedLine));
  expect(
    released.filter((line) => !present.has(line)),
    'missing from the catalogue, or of another level: users select tests and write baselines by these ids',
  ).toEqual([]);
  expect(repeated(released)).toEqual([]);
});

test('docs/coverage.md is up to date', () => {
  expect(readFileSync(COVERAGE_FILE, 'utf8'), 'run `npm run generate`').toBe(coverageTable());
});
