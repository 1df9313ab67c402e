import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { cite, type Entry, outline, type Section } from './outline.ts';
import { catalogue, isExcluded, type Requirement } from './requirements.ts';
import { pageOf, RULES_PAGE, rfcSectionsOf } from './rules-page.ts';

export const COVERAGE_FILE = fileURLToPath(new URL('../docs/coverage.md', import.meta.url));

const rowsOf = (source: string): Requirement[] => catalogue.filter((row) => row.source === source);

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

const ruleOf = (source: string, text = source): string =>
  `[${text}](${pageOf(source).replace(/^docs\//, '')})`;

/** What becomes of one requirement: its level and the sections of RFCs that it follows, or why nobody checks it. */
function judged(row: Requirement): string {
  if (isExcluded(row)) return `\`${row.id}\` excluded: ${row.excluded}`;
  const sections = rfcSectionsOf(row.statement).map(({ text, address }) => `[${text}](${address})`);
  const level = [row.level, ...(row.unchecked ? [`unchecked: ${row.unchecked}`] : []), ...sections].join(
    ', ',
  );
  return `\`${row.id}\` ${level}`;
}

function line(part: Section, entry: Entry): string {
  const source = cite(part, entry);
  const rows = rowsOf(source).map(judged);
  const repeats =
    entry.sameAs.length > 0 ? [`the same as ${entry.sameAs.map((same) => ruleOf(same)).join('; ')}`] : [];
  const verdict = [...rows, ...repeats].map(cell).join('<br>');
  const name = rows.length > 0 ? ruleOf(source, entry.name) : entry.name;
  return `| ${cell(name)} | ${verdict || 'not covered'} |`;
}

function summary(): string {
  const entries = outline.flatMap((part) => part.entries);
  const count = (keep: (row: Requirement) => boolean): number => catalogue.filter(keep).length;
  const checked = (level: string) => (row: Requirement) =>
    !isExcluded(row) && row.unchecked === undefined && row.level === level;
  return [
    `${entries.length} entries of the interface, of which ${entries.filter((entry) => entry.sameAs.length > 0).length} repeat another one.`,
    `${catalogue.length} requirements: ${count(checked('MUST'))} MUST and ${count(checked('SHOULD'))} SHOULD with a check,`,
    `${count((row) => !isExcluded(row) && row.unchecked !== undefined)} without a check in this release, ${count(isExcluded)} that no exchange can judge.`,
  ].join('\n');
}

/** The text of `docs/coverage.md`: each entry of the interface with the ids that judge it, or why nothing does. */
export function coverageTable(): string {
  const tables = outline.map((part) =>
    [
      `## ${part.heading}`,
      '',
      '| Entry | Requirements |',
      '| --- | --- |',
      ...part.entries.map((entry) => line(part, entry)),
    ].join('\n'),
  );
  const head = [
    '# Coverage of the interface',
    '',
    '<!-- Written by `npm run generate`; a test fails when it is out of date. -->',
    '',
    `Each entry leads to its rule, as [${RULES_PAGE}](interface.md) tells it.`,
    '',
    summary(),
  ].join('\n');
  return `${[head, ...tables].join('\n\n')}\n`;
}

/** Ids and levels, a line each, as users select, report and baseline by them: none may change or go. */
export const RELEASED_IDS_FILE = fileURLToPath(new URL('requirements/released-ids.txt', import.meta.url));

export const readReleased = (): string[] => readFileSync(RELEASED_IDS_FILE, 'utf8').trim().split('\n');

export const releasedLine = (row: Requirement): string =>
  `${row.id} ${isExcluded(row) ? 'excluded' : row.level}`;

/** The lines of the file with the requirements that are new in the catalogue at the end. */
export function withNew(released: readonly string[]): string[] {
  const known = new Set(released.map((line) => line.split(' ')[0]));
  return [...released, ...catalogue.filter(({ id }) => !known.has(id)).map(releasedLine)];
}
