import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { outline } from '../../../schemas/outline.ts';
import { shapes } from '../../../schemas/requirements/shapes.ts';
import { catalogue } from '../../../schemas/requirements.ts';
import { anchorOf, pageOf, RULES_PAGE, referencesOf, rfcSectionsOf } from '../../../schemas/rules-page.ts';

const page = readFileSync(RULES_PAGE, 'utf8').replaceAll(/^```[\s\S]*?^```/gm, '');
const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchorOf(heading));
const anchorTags = [...page.matchAll(/<a id="([^"]*)"><\/a>/g)].map(([, id = '']) => id);
const anchors = [...headings, ...anchorTags];
const cited = new Set(catalogue.map(({ source }) => anchorOf(source)));

/** Headings that no requirement cites: the title of the page, and the sections of the interface. */
const STRUCTURE = new Set(
  ['The interface, rule by rule', ...outline.map(({ heading }) => heading)].map(anchorOf),
);

test('anchors are those that GitHub makes of headings', () => {
  expect(anchorOf('List workspace items, rule 2')).toBe('list-workspace-items-rule-2');
  expect(anchorOf('Other platform resources, Users (SCIM 2.0)')).toBe(
    'other-platform-resources-users-scim-20',
  );
  expect(anchorOf('What the service does, Core Data API POST /v1/load')).toBe(
    'what-the-service-does-core-data-api-post-v1load',
  );
  expect(pageOf('Limits, first')).toBe('docs/interface.md#limits-first');
});

test('every source of the catalogue has exactly one anchor on the page of rules', () => {
  const counts = [...cited].map((anchor) => [anchor, anchors.filter((one) => one === anchor).length]);
  expect(counts.filter(([, count]) => count !== 1)).toEqual([]);
  expect(cited.size, 'sources that share an anchor').toBe(
    new Set(catalogue.map(({ source }) => source)).size,
  );
});

test('every anchor of the page of rules is cited, or belongs to its structure', () => {
  expect(anchors.filter((anchor) => !cited.has(anchor) && !STRUCTURE.has(anchor))).toEqual([]);
  expect([...STRUCTURE].filter((anchor) => !headings.includes(anchor))).toEqual([]);
});

test('links between the documents lead to a file and an anchor that exist', () => {
  for (const file of [RULES_PAGE, 'docs/coverage.md']) {
    const links = [...readFileSync(file, 'utf8').matchAll(/\]\(((?!https:)[^)]*)\)/g)].map(
      ([, to = '']) => to,
    );
    const dangling = links.filter((link) => {
      const [document = '', anchor] = link.split('#');
      const here = document === '' ? file : `docs/${document}`;
      if (!existsSync(here)) return true;
      return anchor !== undefined && !(here === RULES_PAGE && anchors.includes(anchor));
    });
    expect(links.length, file).toBeGreaterThan(10);
    expect(dangling, file).toEqual([]);
  }
});

test('the tables of fields say what the catalogue says', () => {
  const wrong = shapes.filter(({ source, statement }) => {
    const [, field, always] =
      /`(\w+)`(?:, where it is sent,| is (always) there and) is .*\.$/.exec(statement) ?? [];
    const type = statement.replace(/^.*?(?: is sent, is | there and is )/s, '').replace(/\.$/, '');
    const row = `| <a id="${anchorOf(source)}"></a>\`${field}\` | ${type} | ${always ? 'yes' : 'no'} |`;
    return !page.split('\n').includes(row);
  });
  expect(wrong.map(({ statement }) => statement)).toEqual([]);
});

test('a requirement of SCIM links to sections of the RFCs', () => {
  expect(rfcSectionsOf('as said (RFC 7643 §3.1, §4.1; RFC 7644 §3.4.2.4, table 6).')).toEqual([
    { text: 'RFC 7643 §3.1', address: 'https://www.rfc-editor.org/rfc/rfc7643#section-3.1' },
    { text: 'RFC 7643 §4.1', address: 'https://www.rfc-editor.org/rfc/rfc7643#section-4.1' },
    { text: 'RFC 7644 §3.4.2.4', address: 'https://www.rfc-editor.org/rfc/rfc7644#section-3.4.2.4' },
  ]);
  const withoutLink = catalogue.filter(
    (row) => row.id.startsWith('scim-') && !/rfc764[34]#/.test(JSON.stringify(referencesOf(row))),
  );
  expect(withoutLink.map(({ id }) => id)).toEqual([]);
});
