import { join } from 'node:path';
import { DOCUMENT_FILES, type DocumentName } from '../../schemas/documents.ts';
import { type DocumentInput, jsonText, withProblems, writeDocument } from './common.ts';
import { markdown } from './markdown.ts';

/** What makes each document. Those that take long to load are loaded where they are chosen. */
const DOCUMENTS: Record<DocumentName, (input: DocumentInput) => string | Promise<string>> = {
  html: async (input) => (await import('./html/html-report.tsx')).htmlReport(input),
  json: ({ report }) => jsonText(report),
  junit: async (input) => (await import('./junit.ts')).junit(input),
  markdown,
};

/** Writes documents, each whole or not at all, and says in a sentence each which could not be written. */
export async function writeDocuments(
  input: DocumentInput,
  folder: string,
  names: readonly DocumentName[],
): Promise<{ files: string[]; problems: string[] }> {
  const files: string[] = [];
  const problems: string[] = [];
  for (const name of names) {
    const file = join(folder, DOCUMENT_FILES[name]);
    try {
      // The report itself stays what follows from the run: it can be made again from that.
      const report = name === 'json' ? input.report : withProblems(input.report, problems);
      writeDocument(file, await DOCUMENTS[name]({ ...input, report }));
      files.push(file);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { files, problems };
}
