import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { listFaults } from '../../../fixtures/reference/faults/index.ts';
import { cite, outline } from '../../../schemas/outline.ts';
import { readReleased, releasedLine } from '../../../schemas/released-ids.ts';
import { catalogue, isExcluded, type Requirement } from '../../../schemas/requirements.ts';
import { anchorOf, pageOf, RULES_PAGE } from '../../../schemas/rules-page.ts';
import { listClaims } from '../support/list-claims.ts';

/** What else a requirement in the catalogue needs: this test prints a sentence for each thing that is missing. */

const broken = new Set(listFaults().map(({ breaks }) => breaks));
const entries = new Set(outline.flatMap((part) => part.entries.map((entry) => cite(part, entry))));
const page = readFileSync(RULES_PAGE, 'utf8');
const anchors = new Set([
  ...[...page.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, id]) => id),
  ...[...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading)),
]);
const released = new Set(readReleased());

/** A sentence for each thing that a row of the catalogue lacks. */
function lacksOf(row: Requirement, tested: ReadonlySet<string>): string[] {
  const hasCheck = !isExcluded(row) && row.unchecked === undefined;
  const lacks: [boolean, string][] = [
    [
      hasCheck && !tested.has(row.id),
      `nothing tests it. Write test('…', requirement('${row.id}'), …) in the folder of its section under tests/`,
    ],
    [
      hasCheck && row.level === 'MUST' && !broken.has(row.id),
      `no fault breaks it. Add one with breaks: '${row.id}' to fixtures/reference/faults/, and see the test fail with it`,
    ],
    [
      !entries.has(row.source),
      `its source "${row.source}" is no entry of schemas/outline.ts. Correct the source, or add the entry`,
    ],
    [
      !anchors.has(anchorOf(row.source)),
      `${pageOf(row.source)} leads nowhere. Add the rule to ${RULES_PAGE}`,
    ],
    [!released.has(releasedLine(row)), 'it is not among the released ids. Run npm run generate'],
  ];
  return lacks.flatMap(([isMissing, what]) => (isMissing ? `${row.id}: ${what}.` : []));
}

test('every requirement has a test, a fault, an entry in the outline, a rule in the documents and a released id', () => {
  const tested = new Set(listClaims().flatMap(({ ids }) => ids));
  expect(catalogue.flatMap((row) => lacksOf(row, tested))).toEqual([]);
});
