import { join } from 'node:path';
import { DOCUMENT_FILES, type DocumentName } from '../../schemas/documents.ts';
import { type DocumentInput, writeDocument } from './common.ts';
import { htmlReport } from './html/html-report.tsx';
import { junit } from './junit.ts';
import { markdown } from './markdown.ts';

const DOCUMENTS: Record<DocumentName, (input: DocumentInput) => string> = {
  html: htmlReport,
  json: ({ report }) => `${JSON.stringify(report, null, 2)}\n`,
  junit,
  markdown,
};

/** Writes documents, each whole or not at all, and says in a sentence each which could not be written. */
export function writeDocuments(
  input: DocumentInput,
  folder: string,
  names: readonly DocumentName[],
): { files: string[]; problems: string[] } {
  const files: string[] = [];
  const problems: string[] = [];
  for (const name of names) {
    const file = join(folder, DOCUMENT_FILES[name]);
    try {
      writeDocument(file, DOCUMENTS[name]({ ...input, problems }));
      files.push(file);
    } catch (error) {
      problems.push((error as Error).message);
    }
  }
  return { files, problems };
}
