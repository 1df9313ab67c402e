/** The documents that a run writes, and the settings that speak of them. */

/** What CONFORMANCE_DOCUMENTS may name. */
export const DOCUMENTS = ['json', 'html', 'junit', 'markdown'] as const;
export type DocumentName = (typeof DOCUMENTS)[number];

export const DOCUMENT_FILES: Readonly<Record<DocumentName, string>> = {
  json: 'report.json',
  html: 'index.html',
  junit: 'junit.xml',
  markdown: 'summary.md',
};

const DEFAULT_FOLDER = 'conformance-report';

export const documentFolder = ({
  CONFORMANCE_REPORT_DIR: folder,
}: Readonly<Record<string, string | undefined>>): string => folder || DEFAULT_FOLDER;

/** The documents that CONFORMANCE_DOCUMENTS names, as far as there are such; all where it is not set. */
export function chosenDocuments(names: string | undefined): DocumentName[] {
  const named = (names ?? '').split(',').map((name) => name.trim());
  return names ? DOCUMENTS.filter((document) => named.includes(document)) : [...DOCUMENTS];
}
