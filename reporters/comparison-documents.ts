import { visible } from '../schemas/visible-text.ts';
import type { Change, Comparison } from './comparison.ts';
import { escaped, table } from './documents/markdown-text.ts';

/** The lists of a comparison under their headings, in the order in which a reader asks. */
const SECTIONS: readonly (readonly [
  heading: string,
  changes: (comparison: Comparison) => readonly Change[],
])[] = [
  ['Newly failing', ({ newlyFailing }) => newlyFailing],
  ['No longer tested', ({ noLongerTested }) => noLongerTested],
  ['Mended', ({ mended }) => mended],
  ['Newly tested', ({ newlyTested }) => newlyTested],
  ['New in the catalogue', ({ added }) => added],
  ['Gone from the catalogue', ({ removed }) => removed],
];

/** The one line that says how it ended. */
const headline = ({ regressions }: Comparison): string => {
  if (regressions.length === 0) return 'No regression';
  return `${regressions.length} ${regressions.length === 1 ? 'regression' : 'regressions'}`;
};

const arrow = ([before, after]: readonly [string | number, string | number]): string =>
  before === after ? `${after}` : `${before} → ${after}`;

const seconds = ([before, after]: readonly [number, number]): string =>
  arrow([before.toFixed(1), after.toFixed(1)]);

const verdictsOf = ({ before, after }: Change): string =>
  arrow([before ?? 'not there', after ?? 'not there']);

/** What is true of both runs as wholes. */
const facts = (comparison: Comparison): string[] => [
  `target ${arrow([visible(comparison.targets[0]), visible(comparison.targets[1])])}`,
  `verdict ${arrow(comparison.verdicts)}`,
  `requests ${arrow(comparison.requests)}, seconds ${seconds(comparison.seconds)}`,
  ...comparison.levels.map((one) => `level of ${one}`),
  ...comparison.caveats,
];

/**
 * For a terminal.
 *
 * @returns lines, each with its end
 */
export function comparisonText(comparison: Comparison): string {
  const lines = [headline(comparison), ...facts(comparison).map((fact) => `  ${fact}`)];
  for (const [heading, changesOf] of SECTIONS) {
    const changes = changesOf(comparison);
    if (changes.length > 0) lines.push('', `${heading}:`);
    for (const change of changes) {
      lines.push(`  ${change.level.padEnd(6)} ${change.id}  ${verdictsOf(change)}`);
      if (change.after !== 'pass' && change.why) lines.push(`           ${visible(change.why)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/**
 * For a pull request: a table for each list.
 *
 * @param mark - of the heading of the whole; that of each list has one more
 * @returns Markdown that holds no markup but its own
 */
export function comparisonMarkdown(comparison: Comparison, mark = '##'): string {
  const parts = [
    `${mark} ${headline(comparison)}`,
    facts(comparison)
      .map((fact) => `- ${escaped(fact)}`)
      .join('\n'),
  ];
  for (const [heading, changesOf] of SECTIONS) {
    const changes = changesOf(comparison);
    if (changes.length === 0) continue;
    const rows = changes.map((change) => [
      `\`${change.id}\``,
      change.level,
      escaped(verdictsOf(change)),
      change.after === 'pass' ? '' : escaped(change.why),
    ]);
    parts.push(`${mark}# ${heading}`, table(['Requirement', 'Level', 'Verdict', 'Why'], rows));
  }
  return `${parts.join('\n\n')}\n`;
}

/** For programs: the comparison as it is. */
export const comparisonJson = (comparison: Comparison): string => `${JSON.stringify(comparison, null, 2)}\n`;
