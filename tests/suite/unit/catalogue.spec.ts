import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { listFaults } from '../../../fixtures/reference/faults/index.ts';
import { COVERAGE_FILE, coverageTable, readReleased, releasedLine } from '../../../schemas/coverage.ts';
import type { Requirement } from '../../../schemas/requirements/row.ts';
import { catalogue, isExcluded, testable } from '../../../schemas/requirements.ts';
import { anchorOf, pageOf, quotationOf, RULES_PAGE, rules } from '../../../schemas/rules-page.ts';
import suiteTests from '../../../schemas/tests.json' with { type: 'json' };
import { judgedBy, listConformanceTests } from '../mutation/declare.ts';

/** The first part of an id names its area. */
const AREA =
  /^(auth|embed-tenants|embed|errors|events|limits|platform|scim|service|states|versioning|workspace)(-|$)/;

const sources = rules.map(({ source }) => source);

/** The values that occur again after their first occurrence. */
const repeated = (values: string[]): string[] => values.filter((value, at) => values.indexOf(value) !== at);

test('every rule of the interface is there once, and covered by a requirement', () => {
  const covered = new Set(catalogue.map((row) => row.source));
  expect(sources.filter((source) => !covered.has(source))).toEqual([]);
  expect(repeated(sources)).toEqual([]);
});

test('ids are unique, in kebab case, and begin with their area', () => {
  const ids = catalogue.map((row) => row.id);
  expect(repeated(ids)).toEqual([]);
  expect(ids.filter((id) => !/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id) || !AREA.test(id))).toEqual([]);
});

/** The text of a document as it is read: links are their words, a table's row is its cells, and lines are not broken. */
const readAs = (file: string): string =>
  readFileSync(file, 'utf8')
    .replaceAll(/<a id="[^"]*"><\/a>/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^> /gm, '')
    .replaceAll(/\s+/g, ' ');

test('the quotation of every row stands in the interface, or is a demand of an RFC', () => {
  const [interfaceText, rfcText] = [readAs('docs/interface.md'), readAs('docs/rfc-sentences.md')];
  const quotes = testable.flatMap(({ id, quote = '' }) =>
    quote.split(' […] ').flatMap((sentence) => (sentence === '' ? [] : [{ id, quote: sentence }])),
  );
  expect(quotes.length).toBeGreaterThan(0);
  const isDemand = (quote: string): boolean =>
    /\b(MUST|SHALL|REQUIRED)\b/.test(quote) && rfcText.includes(quote);
  expect(quotes.filter(({ quote }) => !interfaceText.includes(quote) && !isDemand(quote))).toEqual([]);
  // What the page of results shows of the interface.
  expect(catalogue.filter(({ source }) => quotationOf(source).join('').length < 10)).toEqual([]);
});

test('released ids keep their names and levels', () => {
  const present = new Set(catalogue.map(releasedLine));
  expect(
    readReleased().filter((line) => !present.has(line)),
    'missing from the catalogue, or of another level: users select tests and write baselines by these ids. A new level is written into released-ids.txt by hand, and told in CHANGELOG.md',
  ).toEqual([]);
  expect(repeated(readReleased())).toEqual([]);
});

test('docs/coverage.md is up to date', () => {
  expect(readFileSync(COVERAGE_FILE, 'utf8'), 'run `npm run generate`').toBe(coverageTable());
});

const broken = new Set(listFaults().map(({ breaks }) => breaks));
const page = readFileSync(RULES_PAGE, 'utf8');

const anchors = new Set([
  ...[...page.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, id]) => id),
  ...[...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
]);

const releasedIds = new Set(readReleased().map((line) => line.split(' ')[0]));

/** A sentence for each thing that a row of the catalogue lacks. */
function lacksOf(row: Requirement, tested: ReadonlySet<string>): string[] {
  const { id, source } = row;
  const isUntested = !isExcluded(row) && !tested.has(id);
  const isUnbroken = !isExcluded(row) && row.level === 'MUST' && !broken.has(id);
  return [
    ...(isUntested ? [`nothing tests it. Write test('…', requirement('${id}'), …) below tests/`] : []),
    ...(isUnbroken ? [`no fault breaks it. Add one with breaks: '${id}' to fixtures/reference/faults/`] : []),
    ...(sources.includes(source) && anchors.has(anchorOf(source))
      ? []
      : [`${pageOf(source)} leads nowhere. Add the rule to ${RULES_PAGE}`]),
    ...(releasedIds.has(id) ? [] : ['it is not among the released ids. Run npm run generate']),
  ].map((what) => `${id}: ${what}.`);
}

test('every requirement has a test, a fault, a rule in the documents and a released id', async () => {
  // On a busy machine it takes a minute to list the tests.
  test.setTimeout(120_000);
  const claims = (await listConformanceTests()).map((one) => ({ title: one.title, id: judgedBy(one) }));
  const ids = new Set(testable.map(({ id }) => id));
  expect(
    claims.filter(({ id }) => !ids.has(id)),
    'tests that claim no requirement of the catalogue',
  ).toEqual([]);
  // A run with fewer tests than these was filtered.
  expect(claims, 'schemas/tests.json is out of date: run `npm run generate`').toHaveLength(suiteTests.count);
  const tested = new Set(claims.map(({ id }) => id));
  expect(catalogue.flatMap((row) => lacksOf(row, tested))).toEqual([]);
});
