import { isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { isDay, type KnownFailure } from './known-failure.ts';
import { nearest } from './nearest.ts';

/** A mistake in the file. */
export interface Problem {
  /** Offset of the text that is wrong. */
  at: number;
  says: string;
}

/** What an entry says, without its place. */
type EntryContent = Omit<KnownFailure, 'place'>;

/** Yields what an alias stands for, and any other node as it is; undefined where there is nothing. */
export type Resolve = (node: unknown) => Node | undefined;

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
 * Reads one entry: a reason, or a map of `reason`, `ticket`, `expires` (or its older name, `until`) and `only`.
 *
 * @param value - of the entry, aliases resolved
 * @param at - offset of the entry
 * @param resolve - for aliases inside it
 * @param problems - its mistakes are added here
 * @returns what it says, as far as it is right
 */
export function readEntry(
  value: Node | undefined,
  at: number,
  resolve: Resolve,
  problems: Problem[],
): EntryContent {
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
