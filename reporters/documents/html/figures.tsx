import type { JSX } from 'preact';
import type { Report } from '../../report.ts';
import type { Counts, JudgedProfile } from '../../verdicts.ts';
import { isWhole, judgedOf, passedOf, percent, type Share } from '../common.ts';
import { Scroll } from './code.tsx';
import { wordOf } from './marks.tsx';
import { Part } from './prose.tsx';

/** The length of a bar, in units of its drawing. */
const LENGTH = 100;

/** A share as a bar. Those who do not see it have read the numbers. */
function Bar({ share, kind }: { share: Share; kind: string }): JSX.Element {
  const width = share.of === 0 ? 0 : (share.part / share.of) * LENGTH;
  return (
    <svg class={`bar ${kind}`} viewBox={`0 0 ${LENGTH} 6`} preserveAspectRatio="none" aria-hidden="true">
      <rect class="whole" width={LENGTH} height="6" />
      <rect class="part" width={width} height="6" />
    </svg>
  );
}

const REST = ['inconclusive', 'not-tested', 'not-applicable'] as const;

/** What neither holds nor fails, in words. */
const restOf = (counts: Counts): string =>
  REST.filter((verdict) => counts[verdict] > 0)
    .map((verdict) => `${counts[verdict]} ${wordOf(verdict)}`)
    .join(', ');

function Figure({
  share,
  kind,
  title,
  note,
}: {
  share: Share;
  kind: string;
  title: string;
  note: string;
}): JSX.Element {
  return (
    <div class={`figure ${isWhole(share) ? 'is-whole' : 'is-part'}`}>
      <h3>{title}</h3>
      <p class="number">
        {share.part} <span class="of">of {share.of} MUST</span>
      </p>
      <Bar share={share} kind={kind} />
      <p>
        {percent(share)}
        {note && `: ${note}`}
      </p>
    </div>
  );
}

const words = ({ part, of }: Share): string => (of === 0 ? 'none' : `${part} of ${of}`);

/** The two numbers that a verdict rests on, as large as one another. */
export function Figures({ summary: { MUST, SHOULD } }: Report): JSX.Element {
  const held = passedOf(MUST);
  return (
    <Part id="figures" title="How much passed, and how much was judged">
      <div class="figures">
        <Figure
          share={held}
          kind="held"
          title="Share of the judged requirements that passed"
          note={held.of === 0 ? 'nothing was judged' : MUST.fail > 0 ? `${MUST.fail} failed` : ''}
        />
        <Figure
          share={judgedOf(MUST)}
          kind="judged"
          title="Share of the catalogue that was judged"
          note={restOf(MUST)}
        />
      </div>
      <p>
        Good practice (SHOULD, fails no run): {words(passedOf(SHOULD))} judged passed;{' '}
        {words(judgedOf(SHOULD))} were judged{restOf(SHOULD) && ` (${restOf(SHOULD)})`}.
      </p>
    </Part>
  );
}

function ProfileRow({ name, verdict, summary: { MUST, SHOULD } }: JudgedProfile): JSX.Element {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td class={`profile-${verdict.replace(' ', '-')}`}>{verdict}</td>
      <td>{words(passedOf(MUST))}</td>
      <td>
        {words(judgedOf(MUST))}
        {restOf(MUST) && <span class="rest"> ({restOf(MUST)})</span>}
      </td>
      <td>{words(passedOf(SHOULD))}</td>
    </tr>
  );
}

/** The verdict and the numbers of each profile. */
export function Profiles({ profiles, run }: Report): JSX.Element {
  return (
    <Part id="profiles" title="Profiles">
      <p>
        {run.shard
          ? 'A shard gives no verdict of a profile that it judged in part.'
          : 'A profile is conformant when every MUST of it that applies to the target passed.'}
      </p>
      <Scroll label="Table of profiles">
        <table>
          <thead>
            <tr>
              <th scope="col">Profile</th>
              <th scope="col">Verdict</th>
              <th scope="col">MUST that passed, of those judged</th>
              <th scope="col">MUST judged, of the catalogue</th>
              <th scope="col">SHOULD that passed, of those judged</th>
            </tr>
          </thead>
          <tbody>
            {profiles.map((profile) => (
              <ProfileRow {...profile} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </Part>
  );
}
