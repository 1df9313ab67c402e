import { existsSync, readFileSync } from 'node:fs';
import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
} from 'yaml';
import { nearest } from './nearest.ts';
import { catalogue, isExcluded, testable } from './requirements.ts';

/** A failure that is known, and tolerated for a stated reason. */
export interface KnownFailure {
  reason: string;
  /** Where it is worked on; empty where the entry names nothing. */
  ticket: string;
  /** The last day on which it is tolerated, as YYYY-MM-DD; undefined where it does not end. */
  expires?: string | undefined;
  /** What of the requirement is known: each failure must contain one of these texts. Empty: whatever fails. */
  only: readonly string[];
  /** File and line of the entry, as `conformance-baseline.yaml:12`. */
  place: string;
}

export type Baseline = ReadonlyMap<string, KnownFailure>;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Whether a text is a day of the calendar, as YYYY-MM-DD. */
export function isDay(text: string): boolean {
  // A date beyond the end of its month is read as one of the next month.
  return DAY.test(text) && new Date(`${text}T00:00:00Z`).toJSON()?.slice(0, 10) === text;
}

export const isExpired = ({ expires }: Pick<KnownFailure, 'expires'>, now: Date): boolean =>
  expires !== undefined && now.toISOString().slice(0, 10) > expires;

const DEFAULT_FILE = 'conformance-baseline.yaml';

/** Where one mistake makes the next, the first are enough. */
const MAX_SYNTAX_ERRORS = 5;

const MERGE_KEY = '<<';

export interface BaselineFile {
  document: Document.Parsed;
  known: Baseline;
}

/** The file of known failures: CONFORMANCE_BASELINE, or the one that is read without it. */
export const baselinePath = (setting: string | undefined): string => setting || DEFAULT_FILE;

/**
 * Reads the file of known failures, if it exists. @throws Error naming every mistake with its line, or the file that is missing
 */
export function readBaseline(setting: string | undefined): Baseline {
  const file = baselinePath(setting);
  if (!setting && !existsSync(file)) return new Map();
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`CONFORMANCE_BASELINE: ${file} cannot be read: ${(error as Error).message}`);
  }
  return parseBaseline(text, file).known;
}

/**
 * Reads the text of a file of known failures: a YAML map from requirement id to the reason, or to `reason`, `ticket`, `expires`
 * and `only`. An alias is followed where a value is read and nowhere else: what stands for much takes no time.
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
    const wrong = (says: string, where = at): void =>
      void problems.push({ at: where, says: `${id}: ${says}` });
    known.set(id, { ...readEntry(resolve(value), at, resolve, wrong), place: place(at) });
  }
  return known;
}

function mistakeIn(id: string): string {
  if (id === MERGE_KEY) return 'merge keys are not read: list each requirement itself.';
  const row = catalogue.find((one) => one.id === id);
  if (row) return isExcluded(row) ? `${id} is never judged: ${row.excluded}. Remove it.` : '';
  const ids = testable.map((one) => one.id);
  return `${id || 'an empty id'} is no requirement. Did you mean ${nearest(id, ids)}?`;
}

interface Problem {
  at: number;
  says: string;
}

/** Notes a mistake of an entry; its offset is that of the entry where none is given. */
type Wrong = (says: string, at?: number) => void;

/** Yields what an alias stands for, and any other node as it is; undefined where there is nothing. */
type Resolve = (node: unknown) => Node | undefined;

const FIELDS = ['reason', 'ticket', 'expires', 'only'];
const RENAMED: Readonly<Record<string, string>> = { until: 'expires' };

interface Part {
  at: number;
  value: Node | undefined;
}

const NO_REASON = 'it needs a reason: why is this failure tolerated?';
const ONLY =
  'only: it must be a text, or a list of texts, that expected or received of the failure contains.';

function readEntry(
  value: Node | undefined,
  at: number,
  resolve: Resolve,
  wrong: Wrong,
): Omit<KnownFailure, 'place'> {
  const parts = isMap(value) ? partsOf(value, resolve, wrong) : new Map([['reason', { at, value }]]);
  if (!parts.has('reason')) wrong(NO_REASON);
  return {
    reason: textOf('reason', parts.get('reason'), wrong),
    ticket: textOf('ticket', parts.get('ticket'), wrong),
    expires: dayOf(parts.get('expires'), wrong),
    only: textsOf(parts.get('only'), resolve, wrong),
  };
}

function partsOf(map: YAMLMap, resolve: Resolve, wrong: Wrong): Map<string, Part> {
  const parts = new Map<string, Part>();
  for (const { key, value } of map.items) {
    const node = resolve(key);
    const at = node?.range?.[0] ?? map.range?.[0] ?? 0;
    const written = isScalar(node) ? String(node.value) : 'a field that is no text';
    const name = RENAMED[written] ?? written;
    if (!FIELDS.includes(name))
      wrong(`"${name}" is no field of an entry. Did you mean ${nearest(name, FIELDS)}?`, at);
    else if (parts.has(name)) wrong(`${name} is given twice: keep one.`, at);
    else parts.set(name, { at, value: resolve(value) });
  }
  return parts;
}

function textOf(field: string, part: Part | undefined, wrong: Wrong): string {
  if (!part) return '';
  const value = isScalar(part.value) ? part.value.value : part.value;
  if (typeof value === 'string' && value.trim()) return value;
  if (value === null || value === undefined || typeof value === 'string')
    wrong(field === 'reason' ? NO_REASON : `${field}: it is empty: remove it.`, part.at);
  else
    wrong(
      `${field}: ${shown(part.value)} is no text${isScalar(part.value) ? ': put it into quotes' : ''}.`,
      part.at,
    );
  return '';
}

function dayOf(part: Part | undefined, wrong: Wrong): string | undefined {
  if (!part) return undefined;
  const day = shown(part.value);
  if (isDay(day)) return day;
  wrong(`expires: ${day || 'nothing'} is not a day such as 2030-12-31.`, part.at);
  return undefined;
}

function textsOf(part: Part | undefined, resolve: Resolve, wrong: Wrong): string[] {
  if (!part) return [];
  const items = isSeq(part.value) ? part.value.items.map(resolve) : [part.value];
  const texts = items.map((item) => (isScalar(item) && typeof item.value === 'string' ? item.value : ''));
  if (texts.length > 0 && texts.every((text) => text.trim() !== '')) return texts;
  wrong(ONLY, part.at);
  return [];
}

function shown(node: Node | undefined): string {
  if (isScalar(node)) return node.source ?? String(node.value ?? '');
  return isSeq(node) ? 'a list' : isMap(node) ? 'a map' : '';
}
