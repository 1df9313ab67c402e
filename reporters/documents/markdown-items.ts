import { type Reference, referencesOf } from '../../schemas/rules-page.ts';
import { visibleLines } from '../../schemas/visible-text.ts';
import { byReason, wholeReason } from '../reasons.ts';
import type { ReportedRequirement } from '../report.ts';
import { tolerance } from '../tolerance.ts';
import { escaped, fenced } from './markdown-text.ts';
import { failuresOf, LONGEST_STORY, LONGEST_VALUE, type ToldFailure } from './story.ts';

/** Each failing requirement with every failure of its tests. */
export const failureItems = (rows: readonly ReportedRequirement[]): string[] =>
  rows.map((row) => {
    const note = tolerance(row);
    const parts = [
      `#### \`${row.id}\`${note ? ` (${escaped(note)})` : ''}`,
      escaped(row.statement),
      `${row.level}: ${referencesOf(row).map(linked).join(', ')}`,
      ...failuresOf(row).map(told),
    ];
    return `${parts.join('\n\n')}\n`;
  });

/** A page of the project has no address where the document is read: it is named. */
const linked = ({ text, address }: Reference): string =>
  address.startsWith('https://') ? `[${escaped(text)}](${address})` : `${escaped(text)} (\`${address}\`)`;

function told({ finding, input, curl, replay, test }: ToldFailure): string {
  const lines = finding.map(([label, text]) => `${label.padEnd(8)} ${visibleLines(text, LONGEST_VALUE)}`);
  const folded = [
    ...(input ? ['Input', fenced(input, 'text', LONGEST_STORY)] : []),
    ...(curl ? ['Request, for a shell that has the settings', fenced(curl, 'sh', LONGEST_STORY)] : []),
    'Run it again',
    fenced(replay, 'sh', LONGEST_VALUE),
    escaped(test),
  ];
  return [
    fenced(lines.join('\n'), 'text', lines.length * 2 * LONGEST_VALUE),
    `<details><summary>Input, request and replay</summary>\n\n${folded.join('\n\n')}\n\n</details>`,
  ].join('\n\n');
}

/** How many ids stand beside a reason. */
const NAMED = 50;

/** Each reason once, with what was not judged for it. */
export const reasonItems = (rows: readonly ReportedRequirement[]): string[] =>
  byReason(rows).map((shared) => {
    const ids = shared.rows.map(({ id }) => id);
    const named = ids.slice(0, NAMED).map((id) => `\`${id}\``);
    const left = ids.length > NAMED ? ` and ${ids.length - NAMED} more` : '';
    return `- ${escaped(wholeReason(shared))} (${ids.length}: ${named.join(', ')}${left})\n`;
  });
