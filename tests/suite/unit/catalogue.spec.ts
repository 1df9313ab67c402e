import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { COVERAGE_FILE, coverageTable } from '../../../schemas/coverage.ts';
import { cite, outline } from '../../../schemas/outline.ts';
import { catalogue, isExcluded, NEEDS, PROFILES, type Requirement } from '../../../schemas/requirements.ts';

/** First part of an id: the area it belongs to. */
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

/** The frozen form of a row: its id and level. */
const frozenLine = (row: Requirement): string => `${row.id} ${isExcluded(row) ? 'excluded' : row.level}`;

/** Everything that stands more than once. */
const repeated = (values: string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at);

test('every source of the catalogue is an entry of the outline', () => {
  const known = new Set(entries.map((entry) => entry.source));
  expect(catalogue.filter((row) => !known.has(row.source)).map((row) => `${row.id}: ${row.source}`)).toEqual(
    [],
  );
});

test('every entry of the outline is covered by a requirement, or repeats one that is', () => {
  const uncovered = entries.filter(
    (entry) =>
      !sources.has(entry.source) &&
      (entry.sameAs.length === 0 || !entry.sameAs.every((same) => sources.has(same))),
  );
  expect(uncovered.map((entry) => entry.source)).toEqual([]);
});

test('what an entry repeats stands in the outline in full', () => {
  const full = new Set(entries.filter((entry) => entry.sameAs.length === 0).map((entry) => entry.source));
  const dangling = entries.flatMap((entry) => entry.sameAs).filter((same) => !full.has(same));
  expect(dangling).toEqual([]);
});

test('an entry stands once in the outline', () => {
  expect(repeated(entries.map((entry) => entry.source))).toEqual([]);
});

test('ids are unique and kebab-case, with their area first', () => {
  const ids = catalogue.map((row) => row.id);
  expect(repeated(ids)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id))).toEqual([]);
  expect(ids.filter((id) => !AREAS.some((area) => id === area || id.startsWith(`${area}-`)))).toEqual([]);
});

test('every row says what it demands, what to change, or why it is excluded', () => {
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

test('released ids keep their names and levels', () => {
  const frozen = readFileSync(new URL('./catalogue.ids.txt', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const present = catalogue.map(frozenLine);
  expect(
    frozen.filter((line) => !present.includes(line)),
    'gone from the catalogue, or of another level: users select and baseline by these ids',
  ).toEqual([]);
  expect(
    present.filter((line) => !frozen.includes(line)),
    'new in the catalogue: add these lines to tests/suite/catalogue.ids.txt',
  ).toEqual([]);
  expect(repeated(frozen)).toEqual([]);
});

test('docs/coverage.md is fresh', () => {
  expect(readFileSync(COVERAGE_FILE, 'utf8'), 'run `npm run generate`').toBe(coverageTable());
});
