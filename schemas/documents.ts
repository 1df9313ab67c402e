/** The documents that a run writes, and the settings that speak of them. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/** What CONFORMANCE_DOCUMENTS may name. */
export const DOCUMENTS = ['json', 'html', 'junit', 'markdown'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

export const DOCUMENT_FILES: Readonly<Record<DocumentName, string>> = {
  json: 'report.json',
  html: 'index.html',
  junit: 'junit.xml',
  markdown: 'summary.md',
};

export const documentFolder = ({
  CONFORMANCE_REPORT_DIR: folder,
}: Readonly<Record<string, string | undefined>>): string => folder || 'conformance-report';

/** Makes a folder and those above it. Node.js' own `recursive` never ends where the system takes none, as below /proc. */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error;
  }
}

/** The documents that CONFORMANCE_DOCUMENTS names, as far as there are such; all where it is not set. */
export function chosenDocuments(names: string | undefined): DocumentName[] {
  const named = (names ?? '').split(',').map((name) => name.trim());
  return names ? DOCUMENTS.filter((document) => named.includes(document)) : [...DOCUMENTS];
}
