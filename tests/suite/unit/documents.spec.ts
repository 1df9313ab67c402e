import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { writeDocuments } from '../../../reporters/documents/index.ts';
import type { Report } from '../../../reporters/report.ts';
import { DOCUMENT_FILES, DOCUMENTS, type DocumentName } from '../../../schemas/documents.ts';
import { HOSTILE, spoiled } from '../support/hostile-text.ts';
import { casesIn } from '../support/junit-cases.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { MIXED, report } from './sample-report.ts';

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
      casesIn(text)
        .filter(
          ({ classname, ending, text: story }) => classname !== 'the run' && (ending !== 'passed' || story),
        )
        .map(({ name, ending, type }) => [
          name.split(':')[0] as string,
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
