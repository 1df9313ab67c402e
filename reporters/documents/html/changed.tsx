import type { JSX } from 'preact';
import { visible } from '../../../schemas/visible-text.ts';
import { arrow, CHANGES, type Change, type Comparison, headingOf, secondsOf } from '../../comparison.ts';
import { counted } from '../../lists.ts';
import { Folded } from './code.tsx';
import { wordOf } from './marks.tsx';
import { Part, Plain } from './prose.tsx';

/** How long the reason of a change may get: the requirement tells the rest. */
const LONGEST = 300;

/** How many changes of a kind are shown from the start. */
const SHOWN = 20;

const verdictsOf = ({ before, after }: Change): string =>
  arrow([before ? wordOf(before) : 'not there', after ? wordOf(after) : 'not there']);

/** A requirement that is gone is nowhere else on the page. */
function ChangeItem({ change }: { change: Change }): JSX.Element {
  const { id, level, after, why } = change;
  return (
    <li data-of={id}>
      {after === null ? id : <a href={`#${id}`}>{id}</a>} <span class="mark level">{level}</span>{' '}
      {verdictsOf(change)}
      {after !== 'pass' && why && (
        <span class="statement">
          <Plain text={why} longest={LONGEST} />
        </span>
      )}
    </li>
  );
}

const Changes = ({ changes }: { changes: readonly Change[] }): JSX.Element => (
  <ul>
    {changes.map((change) => (
      <ChangeItem change={change} />
    ))}
  </ul>
);

/** What changed since the run whose report CONFORMANCE_COMPARE_WITH names. */
export function Changed({ comparison }: { comparison: Comparison }): JSX.Element {
  const { targets, verdicts, requests, levels, caveats, regressions } = comparison;
  const lists = CHANGES.map(([word, kind]) => ({ word, changes: comparison[kind] })).filter(
    ({ changes }) => changes.length > 0,
  );
  return (
    <Part id="changed" title={`Since the earlier run: ${counted(regressions.length, 'regression')}`}>
      <ul>
        <li>Target {visible(arrow(targets))}</li>
        <li>Verdict {arrow(verdicts)}</li>
        <li>
          Requests {arrow(requests)}; seconds {secondsOf(comparison)}
        </li>
        {levels.map((level) => (
          <li>Level of {level}</li>
        ))}
        {caveats.map((caveat) => (
          <li>
            <strong>{caveat}</strong>
          </li>
        ))}
        {lists.length === 0 && <li>No verdict of a requirement changed.</li>}
      </ul>
      {lists.map(({ word, changes }) => (
        <div class="group">
          <h3>
            {headingOf(word)}: {changes.length}
          </h3>
          <Folded count={changes.length} shown={SHOWN}>
            <Changes changes={changes} />
          </Folded>
        </div>
      ))}
    </Part>
  );
}

/** The word for what became of each requirement since the earlier run; those that are as they were have none. */
export type Marks = ReadonlyMap<string, string>;

/** Marks what changed; where two words fit, the first one of {@link CHANGES} does. */
export function marksOf(comparison: Comparison | undefined): Marks {
  const marks = new Map<string, string>();
  if (!comparison) return marks;
  for (const [word, kind] of CHANGES)
    for (const { id } of comparison[kind]) if (!marks.has(id)) marks.set(id, word);
  return marks;
}
