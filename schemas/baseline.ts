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
import { type Baseline, isDay, type KnownFailure } from './known-failure.ts';
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
 * Reads the file of known failures that CONFORMANCE_BASELINE names; without it, `conformance-baseline.yaml`, if it exists.
 * @throws Error naming every mistake with its line when a named file is missing, or is wrong
 */
export function readBaseline(setting: string | undefined): Baseline {
  const file = baselinePath(setting);
  if (!setting && !existsSync(file)) return new Map();
  return parseBaseline(textOfFile(file), file).known;
}

function textOfFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new Error(`CONFORMANCE_BASELINE: ${file} cannot be read: ${(error as Error).message}`);
  }
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

/** A mistake in the file. */
interface Problem {
  /** Offset of the text that is wrong. */
  at: number;
  says: string;
}

/** What an entry says, without its place. */
type EntryContent = Omit<KnownFailure, 'place'>;

/** Yields what an alias stands for, and any other node as it is; undefined where there is nothing. */
type Resolve = (node: unknown) => Node | undefined;

const FIELDS = ['reason', 'ticket', 'expires', 'only', 'until'] as const;
type Field = (typeof FIELDS)[number];

/** A field of an entry: where it stands, and its value. */
interface Part {
  at: number;
  value: Node | undefined;
}

const NO_REASON = 'it needs a reason: why is this failure tolerated?';
const ONLY =
  'only: it must be a text, or a list of texts, that expected or received of the failure contains.';

/**
 * Reads one entry, aliases resolved: a reason, or a map of `reason`, `ticket`, `expires` (or its older name, `until`) and `only`.
 * Its mistakes are added to the problems.
 */
function readEntry(value: Node | undefined, at: number, resolve: Resolve, problems: Problem[]): EntryContent {
  const parts = isMap(value) ? partsOf(value, resolve, problems) : new Map([['reason', { at, value }]]);
  const text = (field: Field): string => textOf(field, parts.get(field), problems);
  if (!parts.has('reason')) problems.push({ at, says: NO_REASON });
  const only = parts.get('only');
  return {
    reason: text('reason'),
    ticket: text('ticket'),
    expires: dayOf(parts, problems),
    only: only ? textsOf(only, resolve, problems) : [],
  };
}

/** The fields of an entry that is a map. */
function partsOf(map: YAMLMap, resolve: Resolve, problems: Problem[]): Map<string, Part> {
  const parts = new Map<string, Part>();
  for (const { key, value } of map.items) {
    const node = resolve(key);
    const at = node?.range?.[0] ?? map.range?.[0] ?? 0;
    const name = isScalar(node) ? String(node.value) : 'a field that is no text';
    if (!FIELDS.some((field) => field === name))
      problems.push({
        at,
        says: `"${name}" is no field of an entry. Did you mean ${nearest(name, FIELDS)}?`,
      });
    else if (parts.has(name)) problems.push({ at, says: `${name} is given twice: keep one.` });
    else parts.set(name, { at, value: resolve(value) });
  }
  return parts;
}

/** A field that is a text; empty where it is not given, or wrong. */
function textOf(field: Field, part: Part | undefined, problems: Problem[]): string {
  if (!part) return '';
  const value = isScalar(part.value) ? part.value.value : part.value;
  const isMissing = value === null || value === undefined || (typeof value === 'string' && !value.trim());
  if (typeof value === 'string' && !isMissing) return value;
  const { at } = part;
  if (isMissing)
    problems.push({ at, says: field === 'reason' ? NO_REASON : `${field}: it is empty: remove it.` });
  else {
    const advice = isScalar(part.value) ? ': put it into quotes' : '';
    problems.push({ at, says: `${field}: ${shown(part.value)} is no text${advice}.` });
  }
  return '';
}

/** The last day, under its name or the older one. */
function dayOf(parts: ReadonlyMap<string, Part>, problems: Problem[]): string | undefined {
  const [expires, until] = [parts.get('expires'), parts.get('until')];
  if (expires && until)
    problems.push({ at: until.at, says: 'until is the older name of expires: keep one of both.' });
  const part = expires ?? until;
  if (!part) return undefined;
  const day = shown(part.value);
  if (isDay(day)) return day;
  const name = expires ? 'expires' : 'until';
  problems.push({ at: part.at, says: `${name}: ${day || 'nothing'} is not a day such as 2030-12-31.` });
  return undefined;
}

function textsOf({ at, value }: Part, resolve: Resolve, problems: Problem[]): string[] {
  const items = isSeq(value) ? value.items.map(resolve) : [value];
  const texts = items.map((item) => (isScalar(item) && typeof item.value === 'string' ? item.value : ''));
  if (texts.length > 0 && texts.every((text) => text.trim() !== '')) return texts;
  problems.push({ at, says: ONLY });
  return [];
}

/** A value as the file has it. */
function shown(node: Node | undefined): string {
  if (isScalar(node)) return node.source ?? String(node.value ?? '');
  return isSeq(node) ? 'a list' : isMap(node) ? 'a map' : '';
}
