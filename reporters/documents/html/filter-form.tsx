import type { JSX } from 'preact';
import { PROFILES } from '../../../schemas/requirements.ts';
import { counted } from '../../lists.ts';
import type { ReportedRequirement } from '../../report.ts';
import { verdictCounts, wordOf } from './marks.tsx';

interface Choice {
  readonly value: string;
  readonly words: string;
}

function Select({ name, title, choices }: { name: string; title: string; choices: Choice[] }): JSX.Element {
  return (
    <label>
      {title}
      <select name={name}>
        <option value="">all</option>
        {choices.map(({ value, words }) => (
          <option value={value}>{words}</option>
        ))}
      </select>
    </label>
  );
}

/** Chooses the requirements that the page shows. It takes the script of the page, and is hidden without it. */
export function FilterForm({ rows }: { rows: readonly ReportedRequirement[] }): JSX.Element {
  const verdicts = verdictCounts(rows).map(([value, count]) => ({
    value,
    words: `${wordOf(value)} (${count})`,
  }));
  return (
    <search>
      <form id="filter" autocomplete="off" hidden>
        <Select name="verdict" title="Verdict" choices={verdicts} />
        <Select
          name="level"
          title="Level"
          choices={['MUST', 'SHOULD'].map((value) => ({ value, words: value }))}
        />
        <Select name="profile" title="Profile" choices={PROFILES.map((value) => ({ value, words: value }))} />
        <label>
          Text
          <input type="search" name="text" autocomplete="off" spellcheck={false} />
        </label>
        <button type="reset">Show all</button>
        <p id="matches" role="status">
          {counted(rows.length, 'requirement')}
        </p>
      </form>
    </search>
  );
}
