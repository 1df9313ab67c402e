import { existsSync, readFileSync } from 'node:fs';
import { type Document, isAlias, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { type Problem, type Resolve, readEntry } from './baseline-entry.ts';
import type { Baseline, KnownFailure } from './known-failure.ts';
import { nearest } from './nearest.ts';
import { catalogue, isExcluded } from './requirements.ts';

export type { Baseline, KnownFailure } from './known-failure.ts';
export { isExpired } from './known-failure.ts';

const DEFAULT_FILE = 'conformance-baseline.yaml';

/** Where one mistake makes the next, the first are enough. */
const MAX_SYNTAX_ERRORS = 5;

const MERGE_KEY = '<<';

/** The file of known failures, as it is written and as it is meant. */
export interface BaselineFile {
  document: Document.Parsed;
  known: Baseline;
}

/** The file of known failures: CONFORMANCE_BASELINE, or the one that is read without it. */
export const baselinePath = (setting: string | undefined): string => setting || DEFAULT_FILE;

/**
 * Reads the file of known failures: a YAML map from requirement id to the reason, or to `reason`, `ticket`, `expires` and
 * `only`.
 *
 * @param setting - CONFORMANCE_BASELINE; by default `conformance-baseline.yaml`, if it exists
 * @throws Error naming every mistake with its line when a named file is missing, is no such map, names what is no testable
 *   requirement, or has a wrong entry
 */
export function readBaseline(setting: string | undefined): Baseline {
  const file = baselinePath(setting);
  if (!setting && !existsSync(file)) return new Map();
  return parseBaseline(textOf(file), file).known;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`CONFORMANCE_BASELINE: ${file} cannot be read: ${(error as Error).message}`);
  }
}

/**
 * Reads the text of a file of known failures. An alias is followed where a value is read and nowhere else: what stands for
 * much takes no time.
 *
 * @param text - YAML
 * @param file - its name, for messages
 * @throws Error naming every mistake with its line
 */
export function parseBaseline(text: string, file: string): BaselineFile {
  const lines = new LineCounter();
  const place = (at: number): string => `${file}:${lines.linePos(at).line || 1}`;
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false });
  const problems = syntaxErrors(document);
  const known = problems.length > 0 ? new Map<string, KnownFailure>() : entriesOf(document, place, problems);
  if (problems.length > 0) {
    const list = problems.sort((a, b) => a.at - b.at).map(({ at, says }) => `${place(at)}: ${says}`);
    throw new Error(`The baseline is wrong:\n  ${[...new Set(list)].join('\n  ')}`);
  }
  return { document, known };
}

function syntaxErrors(document: Document.Parsed): Problem[] {
  const errors = document.errors.map(({ pos, code, message }) => ({
    at: pos[0],
    says:
      code === 'MULTIPLE_DOCS' ? 'a second document begins here: keep one.' : `it is no YAML: ${message}.`,
  }));
  if (errors.length > 0) return errors.slice(0, MAX_SYNTAX_ERRORS);
  visit(document, {
    Alias: (_, alias) => {
      if (!alias.resolve(document))
        errors.push({ at: alias.range?.[0] ?? 0, says: `*${alias.source} stands for nothing above it.` });
    },
  });
  return errors;
}

function entriesOf(
  document: Document.Parsed,
  place: (at: number) => string,
  problems: Problem[],
): Map<string, KnownFailure> {
  const known = new Map<string, KnownFailure>();
  const { contents } = document;
  if (!contents || (isScalar(contents) && contents.value === null)) return known;
  if (!isMap(contents)) {
    const says = 'it must be a map from requirement id to the reason why its failure is known.';
    problems.push({ at: contents.range[0], says });
    return known;
  }
  const resolve: Resolve = (node) =>
    isAlias(node) ? node.resolve(document) : isNode(node) ? node : undefined;
  for (const { key, value } of contents.items) {
    const node = resolve(key);
    const at = node?.range?.[0] ?? contents.range[0];
    const id = isScalar(node) ? String(node.value ?? '') : 'a list or a map';
    const first = known.get(id);
    const mistake = first ? `${id} is listed in ${first.place}, too: keep one of both.` : mistakeIn(id);
    if (mistake) problems.push({ at, says: mistake });
    if (id === MERGE_KEY) continue;
    const own: Problem[] = [];
    known.set(id, { ...readEntry(resolve(value), at, resolve, own), place: place(at) });
    problems.push(...own.map((one) => ({ ...one, says: `${id}: ${one.says}` })));
  }
  return known;
}

/** What is wrong with an id; empty where nothing is. */
function mistakeIn(id: string): string {
  if (id === MERGE_KEY) return 'merge keys are not read: list each requirement itself.';
  const row = catalogue.find((one) => one.id === id);
  if (row && isExcluded(row)) return `${id} is never judged: ${row.excluded}. Remove it.`;
  const ids = catalogue.filter((one) => !isExcluded(one)).map((one) => one.id);
  return row ? '' : `${id || 'an empty id'} is no requirement. Did you mean ${nearest(id, ids)}?`;
}
