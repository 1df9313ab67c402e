import { visible } from '../schemas/visible-text.ts';
import type { Change, Comparison } from './comparison.ts';
import { arrow, CHANGES, headingOf, secondsOf } from './comparison.ts';
import { escaped, table } from './documents/markdown-text.ts';

/** The one line that says how it ended. */
const headline = ({ regressions }: Comparison): string => {
  if (regressions.length === 0) return 'No regression';
  return `${regressions.length} ${regressions.length === 1 ? 'regression' : 'regressions'}`;
};

const verdictsOf = ({ before, after }: Change): string =>
  arrow([before ?? 'not there', after ?? 'not there']);

/** What is true of both runs as wholes. */
const facts = (comparison: Comparison): string[] => [
  `target ${arrow([visible(comparison.targets[0]), visible(comparison.targets[1])])}`,
  `verdict ${arrow(comparison.verdicts)}`,
  `requests ${arrow(comparison.requests)}, seconds ${secondsOf(comparison)}`,
  ...comparison.levels.map((one) => `level of ${one}`),
  ...comparison.caveats,
];

/** For a terminal. */
export function comparisonText(comparison: Comparison): string {
  const lines = [headline(comparison), ...facts(comparison).map((fact) => `  ${fact}`)];
  for (const [word, changesOf] of CHANGES) {
    const changes = changesOf(comparison);
    if (changes.length > 0) lines.push('', `${headingOf(word)}:`);
    for (const change of changes) {
      lines.push(`  ${change.level.padEnd(6)} ${change.id}  ${verdictsOf(change)}`);
      if (change.after !== 'pass' && change.why) lines.push(`           ${visible(change.why)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/**
 * For a pull request: a table for each list, in Markdown that holds no markup but its own. `mark` is that of the heading of the
 * whole.
 */
export function comparisonMarkdown(comparison: Comparison, mark = '##'): string {
  const parts = [
    `${mark} ${headline(comparison)}`,
    facts(comparison)
      .map((fact) => `- ${escaped(fact)}`)
      .join('\n'),
  ];
  for (const [word, changesOf] of CHANGES) {
    const changes = changesOf(comparison);
    if (changes.length === 0) continue;
    const rows = changes.map((change) => [
      `\`${change.id}\``,
      change.level,
      escaped(verdictsOf(change)),
      change.after === 'pass' ? '' : escaped(change.why),
    ]);
    parts.push(`${mark}# ${headingOf(word)}`, table(['Requirement', 'Level', 'Verdict', 'Why'], rows));
  }
  return `${parts.join('\n\n')}\n`;
}

/** For programs: the comparison as it is. */
export const comparisonJson = (comparison: Comparison): string => `${JSON.stringify(comparison, null, 2)}\n`;
