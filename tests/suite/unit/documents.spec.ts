import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { XMLParser } from 'fast-xml-parser';
import { validateXML } from 'xmllint-wasm';
import { writeDocuments } from '../../../reporters/documents/index.ts';
import { junit } from '../../../reporters/documents/junit.ts';
import type { Report } from '../../../reporters/report.ts';
import { oneShard } from '../../../reporters/shards.ts';
import { DOCUMENT_FILES, DOCUMENTS, type DocumentName } from '../../../schemas/documents.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { idsOf } from '../support/report-queries.ts';
import { baseline, CORE, HOSTILE, MIXED, MUST, report, SHOULD, spoiled } from '../support/samples.ts';

/** Lines such as `workspace-folders-first fail`, in the order of the ids, of what is neither passed nor excluded. */
type Found = string[];

const found = (rows: readonly (readonly [id: string, verdict: string])[]): Found =>
  rows.map((row) => row.join(' ')).sort();

/** What a document's title of a section means. */
const VERDICTS: Readonly<Record<string, string>> = {
  Failed: 'fail',
  'Good practice not followed (never fails a run)': 'fail',
  Inconclusive: 'inconclusive',
  'Not tested': 'not-tested',
  'Not applicable': 'not-applicable',
};

/** A `testcase` as a reader of the document sees it. */
interface JunitCase {
  classname: string;
  id: string;
  ending: 'passed' | 'failure' | 'error' | 'skipped';
  type: string;
  message: string;
  /** Of the element that says how it ended, or of `system-out`. */
  text: string;
}

/** An element as the parser gives it: attributes with `@` before their names, and children. A text alone is the text. */
type XmlElement = Record<string, unknown>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
  isArray: (name) => name === 'testsuite' || name === 'testcase',
});

const childrenOf = (element: XmlElement, name: string): XmlElement[] => (element[name] ?? []) as XmlElement[];

/** The test cases of a document, in its order. */
const casesIn = (xml: string): JunitCase[] =>
  childrenOf(parser.parse(xml).testsuites, 'testsuite')
    .flatMap((suite) => childrenOf(suite, 'testcase'))
    .map((element) => {
      const ending = (['failure', 'error', 'skipped'] as const).find((one) => one in element);
      const child = element[ending ?? 'system-out'] ?? '';
      const told = (typeof child === 'string' ? { '#text': child } : child) as XmlElement;
      return {
        classname: String(element['@classname']),
        id: String(element['@name']).split(':')[0] as string,
        ending: ending ?? 'passed',
        type: String(told['@type'] ?? ''),
        message: String(told['@message'] ?? ''),
        text: String(told['#text'] ?? ''),
      };
    });

/** The cases of requirements: others tell of the whole run. */
const ofRequirements = (xml: string): JunitCase[] =>
  casesIn(xml).filter(({ classname }) => classname !== 'the run');

/** Reads from each document what it says of requirements. */
const READERS: Record<DocumentName, (text: string) => Found> = {
  json: (text) =>
    found(
      (JSON.parse(text) as Report).requirements
        .filter(({ verdict }) => verdict !== 'pass' && verdict !== 'excluded')
        .map(({ id, verdict }) => [id, verdict]),
    ),
  html: (text) =>
    found(
      [
        ...text.matchAll(
          /<(?:article|details|li|section|div) [^>]*\bid="([\w-]+)"[^>]*data-verdict="([\w-]+)"/g,
        ),
      ]
        .map(([, id, verdict]) => [id as string, verdict as string] as const)
        .filter(([, verdict]) => verdict !== 'pass' && verdict !== 'excluded'),
    ),
  junit: (text) =>
    found(
      ofRequirements(text)
        .filter(({ ending, text: story }) => ending !== 'passed' || story)
        .map(({ id, ending, type }) => [
          id,
          ending === 'skipped' ? type : ending === 'error' ? 'inconclusive' : 'fail',
        ]),
    ),
  markdown: (text) =>
    found(
      text.split(/^### /m).flatMap((section) => {
        const verdict = VERDICTS[section.split('\n')[0] as string];
        if (!verdict) return [];
        const ids = section.matchAll(verdict === 'fail' ? /^#### `([\w-]+)`/gm : /[:,] `([\w-]+)`/g);
        return [...ids].map(([, id]) => [id as string, verdict] as const);
      }),
    ),
};

/** Writes all documents. */
const written = <Result>(judged: Report, use: (folder: string, files: string[]) => Result): Promise<Result> =>
  withTemporaryFolder(async (folder) => {
    const { files, problems } = writeDocuments({ report: judged }, folder, DOCUMENTS);
    expect(problems).toEqual([]);
    return use(folder, files);
  });

for (const [what, judged] of Object.entries({
  mixed: report(MIXED),
  conformant: report({}),
  hostile: spoiled(report(MIXED), HOSTILE),
}))
  test(`all documents of a run say the same of each requirement: ${what}`, () =>
    written(judged, (folder, files) => {
      const expected = READERS.json(JSON.stringify(judged));
      expect(expected).toHaveLength(what === 'conformant' ? 0 : 6);
      for (const [name, read] of Object.entries(READERS)) {
        const file = join(folder, DOCUMENT_FILES[name as DocumentName]);
        expect(files).toContain(file);
        expect(read(readFileSync(file, 'utf8')), name).toEqual(expected);
      }
    }));

test('a document that cannot be written is named, and keeps no other from being written', () =>
  withTemporaryFolder(async (folder) => {
    mkdirSync(join(folder, DOCUMENT_FILES.json));
    const { files, problems } = writeDocuments({ report: report({}) }, folder, DOCUMENTS);
    expect(problems).toEqual([expect.stringMatching(/report\.json cannot be written: EISDIR/)]);
    const others = DOCUMENTS.filter((name) => name !== 'json').map((name) => DOCUMENT_FILES[name]);
    expect(files).toEqual(others.map((file) => join(folder, file)));
    expect(readdirSync(folder).sort()).toEqual(['report.json', ...others].sort());
    for (const file of files)
      expect(readFileSync(file, 'utf8'), file).toMatch(/report\.json cannot be written/);
  }));

const schema = readFileSync('tests/suite/unit/junit.xsd', 'utf8');
const KNOWN = baseline();

test('JUnit: every kind of report is valid, and has a case for each requirement that can be judged', async () => {
  const reports: Record<string, Report> = {
    conformant: report({}),
    mixed: report(MIXED),
    known: report(MIXED, { baseline: KNOWN }),
    empty: report({}, { outcomes: [], ended: false, errors: ['the set-up failed:\n  for a reason'] }),
    shard: report(MIXED, { shards: oneShard({ current: 1, total: 2 }) }),
    hostile: spoiled(report(MIXED), HOSTILE),
  };
  for (const [name, judged] of Object.entries(reports)) {
    const xml = junit({ report: judged });
    const { errors } = await validateXML({ xml, schema, maxMemoryPages: 4096 });
    expect(
      errors.map(({ message }) => message),
      name,
    ).toEqual([]);
    expect(
      ofRequirements(xml)
        .map(({ id }) => id)
        .sort(),
      name,
    ).toEqual(idsOf(judged.requirements.filter(({ verdict }) => verdict !== 'excluded')).sort());
  }
});

test('JUnit: the document is all green exactly where the run passes', () => {
  const problem = 'index.html cannot be written: EISDIR';
  const runs: [Report, string[]][] = [
    [report({}), []],
    [report({ [SHOULD]: 'failed' }), []],
    [report({ [MUST]: 'failed' }, { baseline: KNOWN }), []],
    [report({ [MUST]: 'failed' }), []],
    [report({ [MUST]: 'inconclusive' }), []],
    [report({ [SHOULD]: 'error' }), []],
    [report({}, { baseline: KNOWN }), []],
    [report({}, { outcomes: [] }), []],
    [report({}, { ended: false }), []],
    [report({}, { errors: ['the set-up failed'] }), []],
    [report({ [CORE]: 'not-tested' }, { required: ['core'] }), []],
    [report({}), [problem]],
  ];
  for (const [judged, problems] of runs) {
    const xml = junit({ report: judged, problems });
    const bad = casesIn(xml).filter(({ ending }) => ending === 'failure' || ending === 'error');
    const against = [...judged.gate.objections, ...problems];
    expect(bad.length === 0, against.join()).toBe(against.length === 0);
  }
  const ofTheRun = casesIn(junit({ report: report({}), problems: [problem] })).filter(
    ({ ending }) => ending === 'error',
  );
  expect(ofTheRun).toMatchObject([{ classname: 'the run', message: problem }]);
});
