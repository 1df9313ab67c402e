import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { XMLParser } from 'fast-xml-parser';
import { validateXML } from 'xmllint-wasm';
import { compareReports } from '../../../reporters/comparison.ts';
import { withProblems } from '../../../reporters/documents/common.ts';
import { htmlReport } from '../../../reporters/documents/html/html-report.tsx';
import { writeDocuments } from '../../../reporters/documents/index.ts';
import { junit } from '../../../reporters/documents/junit.ts';
import { LARGEST_MARKDOWN, markdown } from '../../../reporters/documents/markdown.ts';
import { objections } from '../../../reporters/exit.ts';
import { annotations } from '../../../reporters/github.ts';
import type { Report } from '../../../reporters/report.ts';
import { rootCausesOf, sentenceOf } from '../../../reporters/root-causes.ts';
import { oneShard } from '../../../reporters/shards.ts';
import { summarise } from '../../../reporters/summary.ts';
import { Progress, wrapped } from '../../../reporters/terminal.ts';
import { DOCUMENT_FILES, DOCUMENTS, type DocumentName } from '../../../schemas/documents.ts';
import type { FailedAnswer } from '../../../schemas/evidence.ts';
import { testable } from '../../../schemas/requirements.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { idsOf } from '../support/report-queries.ts';
import {
  baseline,
  CORE,
  EVIDENCE,
  everyKindWhole,
  FAILURE,
  HOSTILE,
  MIXED,
  MUST,
  outcome,
  report,
  SHOULD,
  spoiled,
} from '../support/samples.ts';

type Row = readonly [id: string, verdict: string];

/** Lines such as `workspace-folders-first fail`, in the order of the ids, of what is neither passed nor excluded. */
const found = (rows: readonly Row[]): string[] =>
  rows
    .filter(([, verdict]) => verdict !== 'pass' && verdict !== 'excluded')
    .map((row) => row.join(' '))
    .sort();

/** What a document's title of a section means. */
const VERDICTS: Readonly<Record<string, string>> = {
  Failed: 'fail',
  'Good practice not followed (SHOULD, never fails a run)': 'fail',
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

const READERS: Record<DocumentName, (text: string) => Row[]> = {
  json: (text) => (JSON.parse(text) as Report).requirements.map(({ id, verdict }) => [id, verdict]),
  html: (text) =>
    [
      ...text.matchAll(
        /<(?:article|details|li|section|div) [^>]*\bid="([\w-]+)"[^>]*data-verdict="([\w-]+)"/g,
      ),
    ].map(([, id, verdict]) => [id as string, verdict as string]),
  junit: (text) =>
    ofRequirements(text)
      .filter(({ ending, text: told }) => ending !== 'passed' || told)
      .map(({ id, ending, type }) => [
        id,
        ending === 'skipped' ? type : ending === 'error' ? 'inconclusive' : 'fail',
      ]),
  markdown: (text) =>
    text.split(/^### /m).flatMap((section) => {
      const verdict = VERDICTS[section.split('\n')[0] as string];
      if (!verdict) return [];
      const ids = section.matchAll(verdict === 'fail' ? /^#### `([\w-]+)`/gm : /[:,] `([\w-]+)`/g);
      return [...ids].map(([, id]): Row => [id as string, verdict]);
    }),
};

const written = <Result>(judged: Report, use: (folder: string, files: string[]) => Result): Promise<Result> =>
  withTemporaryFolder(async (folder) => {
    const { files, problems } = await writeDocuments({ report: judged }, folder, DOCUMENTS);
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
      const expected = found(READERS.json(JSON.stringify(judged)));
      expect(expected).toHaveLength(what === 'conformant' ? 0 : 6);
      for (const [name, read] of Object.entries(READERS)) {
        const file = join(folder, DOCUMENT_FILES[name as DocumentName]);
        expect(files).toContain(file);
        expect(found(read(readFileSync(file, 'utf8'))), name).toEqual(expected);
      }
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
    expect(errors, name).toEqual([]);
    const judgeable = judged.requirements.filter(({ verdict }) => verdict !== 'excluded');
    expect(idsOf(ofRequirements(xml)).sort(), name).toEqual(idsOf(judgeable).sort());
  }
});

test('JUnit: no case fails exactly where the run passes', () => {
  const problem = 'index.html cannot be written: EISDIR';
  const runs: readonly Report[] = [
    report({}),
    report({ [SHOULD]: 'failed' }),
    report({ [MUST]: 'failed' }, { baseline: KNOWN }),
    report({ [MUST]: 'failed' }),
    report({ [MUST]: 'inconclusive' }),
    report({ [SHOULD]: 'error' }),
    report({}, { baseline: KNOWN }),
    report({}, { outcomes: [] }),
    report({}, { ended: false }),
    report({}, { errors: ['the set-up failed'] }),
    report({ [CORE]: 'not-tested' }, { required: ['core'] }),
    withProblems(report({}), [problem]),
  ];
  for (const judged of runs) {
    const xml = junit({ report: judged });
    const bad = casesIn(xml).filter(({ ending }) => ending === 'failure' || ending === 'error');
    const against = judged.gate.objections;
    expect(bad.length === 0, against.join()).toBe(against.length === 0);
  }
  const ofTheRun = casesIn(junit({ report: withProblems(report({}), [problem]) })).filter(
    ({ ending }) => ending === 'error',
  );
  expect(ofTheRun).toMatchObject([{ classname: 'the run', message: problem }]);
});

const MUSTS = testable.filter(({ level }) => level === 'MUST').length;

test('Markdown says whether the run passes, how much passed, and how much was judged', () => {
  expect(markdown({ report: report({}) })).toContain('**This run passes.**\n');
  const mixed = markdown({ report: withProblems(report(MIXED), ['index.html cannot be written']) });
  expect(mixed).toContain('**This run does not pass:**\n\n- 1 MUST failed\n');
  expect(mixed).toContain('\n- index.html cannot be written\n');
  expect(mixed).toContain(
    `| MUST | ${MUSTS - 5} of ${MUSTS - 2} | ${MUSTS - 2} of ${MUSTS} | 1 | 2 | 1 | 1 |`,
  );
});

test('text of a target is nothing but text: no markup, link, image, mention or end of a block', () => {
  const judged = spoiled(report(MIXED), HOSTILE);
  const comparison = compareReports(spoiled(report({}), HOSTILE), judged);
  const text = markdown({ report: judged, comparison });
  expect(text.replaceAll(/[\n\t]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Noncharacter_Code_Point}]/u);
  // Without its blocks of code.
  const outside = text.replace(/^(`{3,})(?:text|sh)\n[\s\S]*?\n\1$/gm, '');
  expect(outside).not.toMatch(
    /<(?!\/?details>|\/?summary>)|!\[|\]\((?!https:\/\/www\.rfc-editor)|[^`/]www\.|https:\/\/x/,
  );
  expect(outside).not.toMatch(/@|&#(?:64|35);(?!&#8288;)/);
  expect(outside.match(/<details>/g)).toHaveLength(outside.match(/<\/details>/g)?.length as number);
  expect(outside.split('\n').filter((line) => /^# |^::/.test(line))).toEqual([]);
  for (const row of outside.split('\n').filter((line) => line.startsWith('|')))
    expect([5, 6, 7, 8, 9]).toContain(row.split('|').length);
});

test('Markdown stays below its limit, and says how many failures are left out', () => {
  const allFailed = report(Object.fromEntries(testable.map(({ id }) => [id, 'failed'])));
  const large = spoiled(allFailed, `${HOSTILE} 大👍`.repeat(20));
  const text = markdown({ report: large });
  expect(Buffer.byteLength(text)).toBeLessThanOrEqual(LARGEST_MARKDOWN);
  expect(Buffer.byteLength(text)).toBeGreaterThan(LARGEST_MARKDOWN * 0.8);
  const shown = text.slice(0, text.indexOf('### Good practice')).match(/^#### /gm)?.length as number;
  expect(text).toContain(`…and ${MUSTS - shown} more failures: \`report.json\` of this run has them all.`);
});

test('the page loads nothing, and allows no script and no style but its own', () => {
  const html = htmlReport({ report: everyKindWhole() });
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
  expect(policy).toContain("default-src 'none'; style-src 'sha256-");
  expect(html.match(/<(img|iframe|object|embed|base)\b|\ssrc=|\sstyle=|\son\w+=|@import|url\(/)).toBeNull();
});

const ROOT = '/home/runner/work/x/x';
const ACTIONS = { GITHUB_ACTIONS: 'true', GITHUB_WORKSPACE: ROOT };

const annotated = (judged: Report): string[] => annotations({ report: judged }, ACTIONS, ROOT);

test('a failing MUST is an error at the line of its test, a failing SHOULD a warning', () => {
  expect(annotated(report({ [MUST]: 'failed', [SHOULD]: 'failed' }))).toEqual([
    `::error file=tests/x.spec.ts,line=1,title=${MUST} (MUST)::Folders come before every other item, over all pages and for every query.%0Aexpected a%0Areceived b%0Afix c`,
    expect.stringMatching(`^::warning file=tests/x.spec.ts,line=1,title=${SHOULD} \\(SHOULD\\)::`),
  ]);
  expect(annotated(report({}))).toEqual([]);
});

test('hostile text cannot end an annotation or begin another one', () => {
  const lines = annotated(spoiled(report(MIXED), HOSTILE));
  expect(lines).toHaveLength(3);
  for (const line of lines)
    expect(line).toMatch(/^::(error|warning) [\w=(),./ -]*::[^\p{Cc}\p{Cf}\u2028\u2029]*$/u);
});

/** What a terminal acts on or nobody sees, line ends and tabs left out. */
const ACTS = /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Noncharacter_Code_Point}\u2028\u2029]/u;

/** What GitHub's runner, or that of Azure, reads as a command in a line of the log. */
const COMMAND = /^\s*::|##[\w.-]*\[/m;

test('what a target sends acts neither on the terminal nor on a CI server, and forges no line', () => {
  const judged = spoiled(report(MIXED, { errors: ['x'] }), HOSTILE);
  const text = summarise(withProblems(judged, objections(judged, [])), ['report.json']);
  expect(text).not.toMatch(ACTS);
  expect(text).not.toMatch(COMMAND);
  expect(text).not.toMatch(/^CONFORMANT/m);
  const forging = spoiled(report(MIXED), 'x\nCONFORMANT  https://x.example\n');
  const forged = summarise(withProblems(forging, ['a\nCONFORMANT']), []);
  expect(forged).not.toMatch(/^ {0,3}CONFORMANT/m);
});

test('progress counts what failed once for each requirement, by level, and what is inconclusive', () => {
  const progress = new Progress(9);
  progress.count(outcome(MUST, 'passed'));
  expect(`${progress}`).toBe('1 of 9 tests: nothing failed so far');
  for (const id of [MUST, MUST, SHOULD]) progress.count(outcome(id, 'failed'));
  progress.count(outcome('embed-session-id', 'inconclusive'));
  const evidence = { ...EVIDENCE, blames: 'scim-paging' };
  progress.count({ ...outcome('scim-users-list', 'failed'), evidence });
  const violations = [{ ...FAILURE, requirement: 'scim-paging' }];
  progress.count({ ...outcome('scim-users-list', 'passed'), evidence: { ...EVIDENCE, violations } });
  expect(`${progress}`).toBe('7 of 9 tests: 2 MUST failed, 1 SHOULD failed, 1 inconclusive');
});

function failing(answers: readonly (FailedAnswer | undefined)[]): Report {
  const whole = report(Object.fromEntries(testable.slice(0, answers.length).map(({ id }) => [id, 'failed'])));
  for (const [index, answer] of answers.entries()) {
    const { tests = [] } = whole.requirements.find(({ id }) => id === testable[index]?.id) ?? {};
    for (const failure of tests.flatMap(({ failures }) => failures)) Object.assign(failure, { answer });
  }
  return whole;
}

test('failures of one cause are told as one, before they are told one by one', () => {
  const listing = 'GET /v1/deployments/{deploymentId}/workspace';
  const absent = ['groups', 'user-attributes'].map(
    (list): FailedAnswer => ({
      route: `GET /v1/embed-tenants/{embedTenantName}/${list}`,
      status: 404,
      parameters: [],
    }),
  );
  const searching: FailedAnswer = { route: listing, status: 200, parameters: ['search', 'first'] };
  const misshaped: FailedAnswer = { route: listing, status: 200, parameters: ['first'], isShape: true };
  const alone: FailedAnswer = { route: 'GET /v1/deployments', status: 500, parameters: [] };
  const all = [...absent, ...Array(7).fill(searching), ...Array(4).fill(misshaped), alone, undefined];
  const judged = failing(all);
  expect(rootCausesOf(judged.requirements).map(sentenceOf)).toEqual([
    `Requests to ${listing} that send \`search\`: 7 MUST fail`,
    `Answers of ${listing} have another shape than the contract's: 4 MUST fail`,
    'Routes below /v1/embed-tenants are not served (404): 2 MUST fail',
  ]);
  for (const text of [markdown({ report: judged }), summarise(judged, [])])
    expect(text.indexOf('What failures have in common')).toBeLessThan(text.indexOf('Failed'));
  const ordered = { ...searching, parameters: ['types', 'orderByField', 'first'] };
  const both = [ordered, { ...ordered, parameters: ['search', 'types', 'orderByField'] }];
  expect(rootCausesOf(failing(both).requirements).map(({ what }) => what)).toEqual([
    `Requests to ${listing} that send \`types\` or \`orderByField\``,
  ]);
  expect(rootCausesOf(failing([alone, undefined]).requirements)).toEqual([]);
});

test('a terminal of 80 columns shows every line whole, and a curl line stays one command', () => {
  const sentence = `  ${'a word '.repeat(40)}`.trimEnd();
  expect(wrapped(sentence)).not.toMatch(/.{81}/);
  expect(wrapped(sentence).replaceAll(/\n\s*/g, ' ')).toBe(sentence);
  const curl = `  curl     curl -sS -i --cacert "$CA" -X POST "$TARGET_BASE_URL/v1/embed/generate-session" -H "authorization: Api-Key $TARGET_API_KEY" --data-raw '{"externalId": "a -H \\"b"}'`;
  expect(wrapped(curl).split('\n').length).toBeGreaterThan(2);
  expect(wrapped(curl).replaceAll(/ \\\n\s*/g, ' ')).toBe(curl);
});
