import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMap, isScalar, type Pair, YAMLMap } from 'yaml';
import { baselinePath, isExpired } from '../schemas/baseline.ts';
import { type BaselineFile, isDay, parseBaseline } from '../schemas/baseline-file.ts';
import { readArguments } from '../schemas/command-line.ts';
import { DOCUMENT_FILES, documentFolder } from '../schemas/documents.ts';
import { writeDocument } from './documents/common.ts';
import { withBaseline } from './known-failures.ts';
import { readOwnReport } from './read-report.ts';
import type { Report, ReportedRequirement } from './report.ts';
import type { Verdict } from './verdicts.ts';

const USAGE =
  'npm run baseline [-- FILE] [--reason="…"] [--ticket=…] [--expires=YYYY-MM-DD]: name one report at most; without one, that of the last run counts.';

function seen(verdict: Verdict = 'not-tested'): string {
  if (verdict === 'fail') return 'it fails';
  return verdict === 'pass' ? 'it passes now' : `${verdict.replace('-', ' ')} in this report`;
}

function read(file: string): Report {
  try {
    const report = readOwnReport(file);
    const { shard } = report.run;
    if (shard) throw new Error(`it is shard ${shard.current} of ${shard.total} alone: merge the shards`);
    return report;
  } catch (error) {
    throw new Error(`${file} makes no baseline: ${(error as Error).message}`);
  }
}

function check({ reason, ticket, expires }: NewEntry, now: Date): void {
  for (const [name, value] of Object.entries({ reason, ticket }))
    if (value !== undefined && value.trim() === '')
      throw new Error(`--${name} is empty. Nothing was written.`);
  if (expires === undefined) return;
  if (!isDay(expires))
    throw new Error(`--expires=${expires} is not a day such as 2030-12-31. Nothing was written.`);
  if (isExpired({ expires }, now))
    throw new Error(`--expires=${expires} is in the past. Nothing was written.`);
}

function told({ added, kept, removed, left }: RenewedBaseline, file: string, report: Report): string[] {
  const verdicts = new Map(report.requirements.map(({ id, verdict }) => [id, verdict]));
  return [
    ...added.map((id) => `added    ${id}`),
    ...kept.map((id) => `kept     ${id}: ${seen(verdicts.get(id))}`),
    ...removed.map((id) => `removed  ${id}: it passes now`),
    ...(isWhole(report) ? [] : ['The run is not complete: nothing was removed.']),
    ...(added.length + removed.length > 0 ? [`Written: ${file}`] : [`Nothing to change in ${file}.`]),
    ...(left.length > 0 ? ['The gate still stays closed because of:', ...left.map((one) => `  ${one}`)] : []),
  ];
}

/** Makes the baseline fit a report: `npm run baseline`. @throws Error for the user; then nothing was written */
export function baselineCommand(args: string[], environment: NodeJS.ProcessEnv, now: Date): string {
  const text = { type: 'string' } as const;
  const { values, positionals } = readArguments(USAGE, args, {
    reason: text,
    ticket: text,
    expires: text,
  });
  if (positionals.length > 1) throw new Error(USAGE);
  check(values, now);
  const lastReport = join(documentFolder(environment), DOCUMENT_FILES.json);
  const report = read(positionals[0] ?? lastReport);
  const file = baselinePath(environment.CONFORMANCE_BASELINE);
  const before = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const renewed = renewBaseline(before, file, report, values, now);
  if (renewed.added.length + renewed.removed.length > 0) writeDocument(file, renewed.text);
  return told(renewed, file, report).join('\n');
}

interface NewEntry {
  reason?: string | undefined;
  ticket?: string | undefined;
  expires?: string | undefined;
}

export interface RenewedBaseline {
  text: string;
  /** Ids of the entries that are new, of those that stay, and of those that are gone. */
  added: string[];
  kept: string[];
  removed: string[];
  /** What no program can decide, a sentence each: entries that are over, or that know only a part of what fails. */
  left: string[];
}

const HEAD = ' Failures that are known and tolerated: docs/baseline.md says what an entry holds.';

/**
 * The baseline that fits a report: an entry for each MUST that fails, none for what passes, and every other entry as it is, with
 * its comments. Of a run that was cut short nothing is removed. @throws Error when the file is wrong, or a new failure has no
 * reason
 */
export function renewBaseline(
  text: string,
  file: string,
  report: Report,
  given: NewEntry,
  now: Date,
): RenewedBaseline {
  const { document, known } = parseBaseline(text, file);
  const having = (verdict: ReportedRequirement['verdict']): ReportedRequirement[] =>
    report.requirements.filter((row) => row.verdict === verdict);
  const added = having('fail')
    .filter(({ id, level }) => level === 'MUST' && !known.has(id))
    .map(({ id }) => id);
  if (added.length > 0 && !given.reason) throw new Error(reasonNeeded(added));
  const removed = (isWhole(report) ? having('pass') : []).map(({ id }) => id).filter((id) => known.has(id));
  const kept = [...known.keys()].filter((id) => !removed.includes(id));
  for (const id of removed) remove(document, id);
  for (const id of added) add(document, id, given);
  const changed = added.length + removed.length > 0;
  const renewed = changed ? written(document, file) : text;
  const judged = withBaseline(report, parseBaseline(renewed, file).known, now);
  const left = judged.requirements.flatMap(({ baseline, baselineObjection }) =>
    baseline === 'stale' ? [] : baselineObjection || [],
  );
  return { text: renewed, added, kept, removed, left };
}

/** Whether nothing of a run is missing: what passed in it has passed. */
const isWhole = ({ run }: Report): boolean => run.complete && run.errors.length === 0;

const reasonNeeded = (ids: readonly string[]): string =>
  `${ids.length} ${ids.length === 1 ? 'failure is' : 'failures are'} not in the baseline yet: ${ids.join(', ')}. ` +
  'Give a reason why that is tolerated: npm run baseline -- --reason="…" [--ticket=…] [--expires=YYYY-MM-DD]. Nothing was written.';

type Document = BaselineFile['document'];

const idOf = ({ key }: Pair): string => (isScalar(key) ? String(key.value) : '');

/** Removes an entry and the comment right above it. What stands above that, after an empty line, belongs to the file. */
function remove(document: Document, id: string): void {
  const { contents } = document;
  if (!isMap(contents)) return;
  const at = contents.items.findIndex((item) => idOf(item) === id);
  const [gone] = contents.items.splice(at, 1);
  const above = isScalar(gone?.key) ? (gone.key.commentBefore ?? '') : '';
  const own = above.lastIndexOf('\n\n');
  if (own < 0) return;
  const others = above.slice(0, own);
  const next = contents.items[at]?.key;
  if (isScalar(next)) next.commentBefore = joined(others, next.commentBefore);
  else document.comment = joined(others, document.comment);
}

const joined = (above: string, below: string | null | undefined): string =>
  below ? `${above}\n\n${below}` : above;

function add(document: Document, id: string, { reason = '', ticket, expires }: NewEntry): void {
  if (!isMap(document.contents)) {
    const isNew = document.contents === null && !document.commentBefore && !document.comment;
    const map = document.createNode({}) as unknown as YAMLMap.Parsed;
    document.contents = map;
    if (isNew) document.commentBefore = HEAD;
  }
  const entry = { reason, ...(ticket ? { ticket } : {}), ...(expires ? { expires } : {}) };
  document.set(id, document.createNode(ticket || expires ? entry : reason));
}

/** @throws Error when an alias has lost what it stands for */
function written(document: Document, file: string): string {
  const contents: unknown = document.contents;
  if (contents instanceof YAMLMap && contents.items.length > 0) contents.flow = false;
  try {
    return document.toString({ lineWidth: 0 });
  } catch (error) {
    throw new Error(
      `${file} cannot be renewed: ${(error as Error).message}. Write out what its aliases stand for. Nothing was written.`,
    );
  }
}
