import { type Document, isMap, isScalar, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
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

/** Whether a text is a day of the calendar, as YYYY-MM-DD. */
export const isDay = (text: string): boolean => z.iso.date().safeParse(text).success;

/** Where one mistake makes the next, the first are enough. */
const MAX_SYNTAX_ERRORS = 5;

export interface BaselineFile {
  document: Document.Parsed;
  known: Baseline;
}

interface Problem {
  /** Offset in the file. */
  at: number;
  says: string;
}

/**
 * Reads the text of a file of known failures: a YAML map from requirement id to the reason, or to `reason`, `ticket`, `expires`
 * and `only`.
 * @throws Error naming every mistake with its line
 */
export function parseBaseline(text: string, file: string): BaselineFile {
  const lines = new LineCounter();
  const place = (at: number): string => `${file}:${lines.linePos(at).line || 1}`;
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const problems = syntaxErrors(document);
  const known = problems.length > 0 ? new Map<string, KnownFailure>() : entriesOf(document, place, problems);
  if (problems.length > 0) {
    const list = problems.sort((a, b) => a.at - b.at).map(({ at, says }) => `${place(at)}: ${says}`);
    throw new Error(`The baseline is wrong:\n  ${[...new Set(list)].join('\n  ')}`);
  }
  return { document, known };
}

/** Errors of the parser that are told in other words. */
const SAID: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: 'a second document begins here: keep one.',
  DUPLICATE_KEY: 'this stands above already: keep one of both.',
};

function syntaxErrors(document: Document.Parsed): Problem[] {
  const errors = document.errors.map(({ pos: [at], code, message }) => ({
    at,
    says: SAID[code] ?? `it is no YAML: ${message}.`,
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
  for (const { key, value } of contents.items) {
    const [at] = key.range;
    const id = String(key.toJS(document) ?? '');
    const mistake = mistakeIn(id);
    if (mistake) problems.push({ at, says: mistake });
    if (id === MERGE_KEY) continue;
    const { data, error } = entrySchema.safeParse(fieldsIn(value?.toJS(document)));
    if (data) known.set(id, { ...data, place: place(at) });
    for (const [field, flaw] of flawsOf(error)) {
      const item = isMap(value) ? value.items.find((one) => String(one.key) === field) : undefined;
      problems.push({ at: item?.key.range[0] ?? at, says: `${id}: ${flaw}` });
    }
  }
  return known;
}

const MERGE_KEY = '<<';

function mistakeIn(id: string): string {
  if (id === MERGE_KEY) return 'merge keys are not read: list each requirement itself.';
  const row = catalogue.find((one) => one.id === id);
  if (row) return isExcluded(row) ? `${id} is never judged: ${row.excluded}. Remove it.` : '';
  const ids = testable.map((one) => one.id);
  return `${id || 'an empty id'} is no requirement. Did you mean ${nearest(id, ids)}?`;
}

const shown = (value: unknown): string =>
  Array.isArray(value) ? 'a list' : typeof value === 'object' ? 'a map' : String(value);

/** @param empty - what is said of a text that is missing or blank */
const textOf = (field: string, empty: string) =>
  z
    .string({
      error: ({ input }) =>
        input == null ? empty : `${field}: ${shown(input)} is no text: put it into quotes.`,
    })
    .regex(/\S/, empty);

const ONLY =
  'only: it must be a text, or a list of texts, that expected or received of the failure contains.';
const part = z.string().regex(/\S/);

const entrySchema = z.strictObject({
  reason: textOf('reason', 'it needs a reason: why is this failure tolerated?'),
  ticket: textOf('ticket', 'ticket: it is empty: remove it.').default(''),
  expires: z.iso
    .date({
      error: ({ input }) =>
        `expires: ${input == null ? 'nothing' : shown(input)} is not a day such as 2030-12-31.`,
    })
    .optional(),
  only: z
    .union([part, z.array(part).min(1, ONLY)], ONLY)
    .transform((texts) => [texts].flat())
    .default([]),
});

/** The fields of an entry, which may be its reason alone. `until` is the older name of `expires`. */
function fieldsIn(value: unknown): object {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { reason: value };
  const { until, ...fields } = value as Record<string, unknown>;
  return until === undefined ? fields : { expires: until, ...fields };
}

/** What is wrong with an entry, and in which of its fields. */
const flawsOf = (error: z.ZodError | undefined): [field: string, flaw: string][] =>
  (error?.issues ?? []).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((field): [string, string] => [field, unknownField(field)])
      : issue.path.slice(0, 1).map((field): [string, string] => [String(field), issue.message]),
  );

const unknownField = (field: string): string =>
  `"${field}" is no field of an entry. Did you mean ${nearest(field, Object.keys(entrySchema.shape))}?`;
