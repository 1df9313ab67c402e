import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { catalogue, isExcluded, type Requirement } from './requirements.ts';
import { pageOf, RULES_PAGE, type Rule, rfcSectionsOf, rules } from './rules-page.ts';

export const COVERAGE_FILE = fileURLToPath(new URL('../docs/coverage.md', import.meta.url));

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ');

/** What becomes of one requirement: its level and the sections of RFCs that it follows, or why nobody checks it. */
function judged(row: Requirement): string {
  if (isExcluded(row)) return `\`${row.id}\` excluded: ${row.excluded}`;
  const sections = rfcSectionsOf(row.statement).map(({ text, address }) => `[${text}](${address})`);
  return `\`${row.id}\` ${[row.level, ...sections].join(', ')}`;
}

function line({ section, source }: Rule): string {
  const rows = catalogue
    .filter((row) => row.source === source)
    .map(judged)
    .map(cell);
  const name = cell(source.slice(`${section}, `.length));
  return `| [${name}](${pageOf(source).replace(/^docs\//, '')}) | ${rows.join('<br>') || 'not covered'} |`;
}

function summary(): string {
  const count = (keep: (row: Requirement) => boolean): number => catalogue.filter(keep).length;
  const of = (level: string) => (row: Requirement) => !isExcluded(row) && row.level === level;
  return [
    `${rules.length} rules of the interface.`,
    `${catalogue.length} requirements: ${count(of('MUST'))} MUST and ${count(of('SHOULD'))} SHOULD,`,
    `${count(isExcluded)} that no exchange can judge.`,
  ].join('\n');
}

/** The text of `docs/coverage.md`: each rule of the interface with the ids that judge it, or why nothing does. */
export function coverageTable(): string {
  const sections = [...new Set(rules.map(({ section }) => section))];
  const tables = sections.map((section) => {
    const own = rules.filter((rule) => rule.section === section);
    return [`## ${section}`, '', '| Rule | Requirements |', '| --- | --- |', ...own.map(line)].join('\n');
  });
  const head = [
    '# Coverage of the interface',
    '',
    '<!-- Written by `npm run generate`; a test fails when it is out of date. -->',
    '',
    `The rules are those of [${RULES_PAGE}](interface.md).`,
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
