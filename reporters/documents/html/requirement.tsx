import type { ComponentChildren, JSX } from 'preact';
import { quotationOf, rfcSectionsOf } from '../../../schemas/rules-page.ts';
import { counted } from '../../lists.ts';
import type { ReportedRequirement, ReportedTest } from '../../report.ts';
import { BaselineReason, type Noted, Notes, VerdictMark } from './marks.tsx';
import { Plain, Prose } from './prose.tsx';

/** What the interface says, word by word, and the sections of RFCs that the requirement follows. */
function Source({ source, statement }: ReportedRequirement): JSX.Element {
  const sections = rfcSectionsOf(statement);
  return (
    <figure class="source">
      <blockquote>
        {quotationOf(source).map((paragraph) => (
          <p>
            <Prose text={paragraph} />
          </p>
        ))}
      </blockquote>
      <figcaption>
        The interface, <cite>{source}</cite>
        {sections.map(({ text, address }) => (
          <>
            {' '}
            <a href={address} rel="noreferrer">
              {text}
            </a>
          </>
        ))}
      </figcaption>
    </figure>
  );
}

/** Under how many conditions it was judged, and which were not met. */
function Conditions({ conditions }: ReportedRequirement): JSX.Element | null {
  if (!conditions) return null;
  const { met, of, unmet } = conditions;
  return (
    <>
      <p>
        Judged under {met} of {counted(of, 'condition')}
        {unmet.length > 0 && '; not met:'}
      </p>
      {unmet.length > 0 && (
        <ul class="tests">
          {unmet.map(({ says, instead }) => (
            <li>
              <Plain text={`${says}: ${instead}`} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** What one test did. A failure is told in full elsewhere on the page. */
function Test({ title, file, line, status, controls, examples }: ReportedTest): JSX.Element {
  const did = [
    ...(controls > 0 ? [counted(controls, 'control')] : []),
    ...(examples > 0 ? [counted(examples, 'generated example')] : []),
  ];
  return (
    <li>
      {status}: <Plain text={title} />
      {did.length > 0 && ` (${did.join(', ')})`}{' '}
      <code>
        <Plain text={`${file}:${line}`} />
      </code>
    </li>
  );
}

interface RequirementProps {
  row: ReportedRequirement;
  /** What became of it since an earlier run. */
  change: string | undefined;
  /** Whether it shows more than its first line. */
  isOpen?: boolean;
  /** What the failing tests tell. */
  children?: ComponentChildren;
  /** The heading of its first line. */
  heading: 'h3' | 'h4';
}

/** All of one requirement. The fragment with its id leads here. */
export function Requirement({
  row,
  change,
  isOpen,
  children,
  heading: Heading,
}: RequirementProps): JSX.Element {
  const { id, level, profile, verdict, reason, tests, statement } = row;
  const others = tests.filter(({ failures }) => failures.length === 0);
  const isExcluded = verdict === 'excluded';
  return (
    <details
      id={id}
      class={`requirement is-${verdict}`}
      data-verdict={verdict}
      data-level={isExcluded ? '' : level}
      data-profile={profile}
      open={isOpen ?? false}
    >
      <summary>
        <VerdictMark verdict={verdict} /> <Heading>{id}</Heading>
        {!isExcluded && <span class={`mark level ${level.toLowerCase()}`}>{level}</span>}
        <Notes row={row} change={change} />
        <span class="statement">
          <Prose text={statement} />
        </span>
      </summary>
      <div class="body">
        {reason && (
          <p class="reason">
            <strong>{isExcluded ? 'Nothing over HTTP can judge it' : 'Why'}:</strong> <Plain text={reason} />
          </p>
        )}
        {row.baseline && (
          <p class="reason">
            <strong>Baseline:</strong> <BaselineReason row={row} />
          </p>
        )}
        <Source {...row} />
        {children}
        {others.length > 0 && (
          <ul class="tests">
            {others.map((test) => (
              <Test {...test} />
            ))}
          </ul>
        )}
        <Conditions {...row} />
        <p class="permalink">
          {!isExcluded && <>Profile {profile}. </>}
          <a href={`#${id}`}>Link to {id}</a>
        </p>
      </div>
    </details>
  );
}

/** One line that leads to a requirement that another part of the page tells in full. */
export function Mention({ row, change }: Noted): JSX.Element {
  return (
    <li data-of={row.id} class="mention">
      <VerdictMark verdict={row.verdict} /> <a href={`#${row.id}`}>{row.id}</a>
      <span class={`mark level ${row.level.toLowerCase()}`}>{row.level}</span>
      <Notes row={row} change={change} />
      <span class="statement">
        <Prose text={row.statement} />
      </span>
    </li>
  );
}
