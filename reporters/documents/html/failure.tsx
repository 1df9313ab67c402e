import type { ComponentChildren, JSX } from 'preact';
import { visibleLines } from '../../../schemas/visible-text.ts';
import type { ReportedRequirement, ReportedTest } from '../../report.ts';
import { rootCausesOf, sentenceOf } from '../../root-causes.ts';
import type { Marks } from './changed.tsx';
import { type Clipped, clip, clipCommand, type Limits } from './clip.ts';
import { Code } from './code.tsx';
import { counted, Part, Plain } from './prose.tsx';
import { Requirement } from './requirement.tsx';
import { Ids } from './unjudged.tsx';

/** How long the title of a test may get. */
const TITLE = 300;

const STEP = /^\s*(\d+)\. (.*)$/;

/** The steps of a story, without their numbers; undefined where the text tells none. */
function stepsIn(text: string): string[] | undefined {
  const steps = text.split('\n').map((line) => STEP.exec(line));
  const isStory = steps.every((step, index) => step?.[1] === String(index + 1));
  return isStory ? steps.map((step) => step?.[2] ?? '') : undefined;
}

function Fact({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <div class="fact">
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A fact that a reader copies to a shell. */
const Command = ({ name, ...code }: { name: string; clipped: Clipped; label: string }): JSX.Element => (
  <Fact name={name}>
    <Code {...code} isCommand />
  </Fact>
);

/** The smallest input; a story as numbered steps. */
function Input({ clipped, id }: { clipped: Clipped; id: string }): JSX.Element {
  const steps = clipped.isCut ? undefined : stepsIn(clipped.text);
  if (!steps)
    return (
      <Fact name="Smallest input">
        <Code clipped={clipped} label={`smallest input for ${id}`} />
      </Fact>
    );
  return (
    <Fact name="The story, as short as it still goes wrong">
      <ol class="story">
        {steps.map((step) => (
          <li>
            <code>{step}</code>
          </li>
        ))}
      </ol>
    </Fact>
  );
}

/**
 * How one test failed: what was expected, what came, what to do, and how to see it again.
 *
 * @param props.id - the requirement
 * @param props.test - that failed
 * @param props.limits - how much room each text has
 */
function FailedTest({ id, test, limits }: { id: string; test: ReportedTest; limits: Limits }): JSX.Element {
  return (
    <div class="failed-test">
      <p class="where">
        <Plain text={test.title} longest={TITLE} /> <code>{visibleLines(`${test.file}:${test.line}`)}</code>
      </p>
      {test.failures.map((failure) => (
        <dl>
          <Fact name="Expected">
            <Code clipped={clip(failure.expected, limits.text)} label={`expected of ${id}`} />
          </Fact>
          <Fact name="Received">
            <Code clipped={clip(failure.received, limits.text)} label={`received for ${id}`} />
          </Fact>
          <Fact name="Fix">
            <span class="lines">{clip(failure.fix, limits.text).text}</span>
          </Fact>
          {failure.input && <Input clipped={clip(failure.input, limits.input)} id={id} />}
          {failure.curl && (
            <Command
              name="See the answer"
              clipped={clipCommand(failure.curl, limits.curl)}
              label={`curl command for ${id}`}
            />
          )}
          <Command
            name="Test again after the fix"
            clipped={clipCommand(failure.replay, limits.text)}
            label={`replay line for ${id}`}
          />
        </dl>
      ))}
    </div>
  );
}

/** How many failures are shown in full from the start. */
const OPEN = 10;

interface FailedProps {
  id: string;
  title: string;
  /** Requirements of one level that fail. */
  rows: readonly ReportedRequirement[];
  marks: Marks;
  limits: Limits;
  /** Said where nothing fails. */
  otherwise: string;
  /** Whether the first of them are shown in full from the start. */
  isOpen?: boolean;
}

/** What failures have in common, the causes of most MUST first. */
export function Causes({ rows }: { rows: readonly ReportedRequirement[] }): JSX.Element | null {
  const causes = rootCausesOf(rows);
  if (causes.length === 0) return null;
  return (
    <Part id="causes" title={`What failures have in common: ${counted(causes.length, 'cause')}`}>
      <ul class="reasons">
        {causes.map((cause) => (
          <li class="group">
            <p>
              <strong>{sentenceOf(cause)}</strong>
            </p>
            <Ids rows={cause.rows} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** What fails, each requirement in full: here a reader mends one after the other. */
export function Failed({
  id,
  title,
  rows,
  marks,
  limits,
  otherwise,
  isOpen = false,
}: FailedProps): JSX.Element {
  if (rows.length === 0)
    return (
      <Part id={id} title={title}>
        <p>{otherwise}</p>
      </Part>
    );
  return (
    <Part id={id} title={`${title}: ${rows.length}`}>
      {rows.length > OPEN && (
        <p>
          <button type="button" class="open-all" hidden>
            Open all {rows.length}
          </button>
        </p>
      )}
      {rows.map((row, index) => (
        <Requirement row={row} change={marks.get(row.id)} heading="h3" isOpen={isOpen && index < OPEN}>
          {row.tests
            .filter(({ failures }) => failures.length > 0)
            .map((test) => (
              <FailedTest id={row.id} test={test} limits={limits} />
            ))}
        </Requirement>
      ))}
    </Part>
  );
}
