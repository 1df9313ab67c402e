import type { ComponentChildren, JSX } from 'preact';
import type { Failure } from '../../../schemas/evidence.ts';
import { visibleLines } from '../../../schemas/visible-text.ts';
import { counted } from '../../lists.ts';
import type { ReportedRequirement, ReportedTest } from '../../report.ts';
import { rootCausesOf, sentenceOf } from '../../root-causes.ts';
import type { Marks } from './changed.tsx';
import { type Clipped, clip, clipCommand, type Limits } from './clip.ts';
import { BodyPart, Code } from './code.tsx';
import { Part, Plain } from './prose.tsx';
import { Requirement } from './requirement.tsx';
import { Ids } from './unjudged.tsx';

/** How long the title of a test may get. */
const TITLE = 300;

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

/** What happened at one time, as a step of a failure. */
const Step = ({ name, children }: { name: string; children: ComponentChildren }): JSX.Element => (
  <li>
    <p class="step">{name}</p>
    {children}
  </li>
);

/** The commands of a script: the last one is that whose answer was judged. All of them together are folded. */
function Commands({ script, id, limit }: { script: string; id: string; limit: number }): JSX.Element {
  const commands = script.split('\n').filter((line) => line.startsWith('curl '));
  const label = `curl command for ${id}`;
  if (commands.length < 2)
    return <Command name="See the answer" clipped={clipCommand(script, limit)} label={label} />;
  return (
    <Fact name="The last request, whose answer was judged">
      <Code clipped={clipCommand(commands.at(-1) ?? '', limit / 2)} label={label} isCommand />
      <details>
        <summary>All {commands.length} requests in their order</summary>
        <Code clipped={clipCommand(script, limit / 2)} label={`curl commands for ${id}`} isCommand />
      </details>
    </Fact>
  );
}

/** What was sent, what came, and what was judged of it, one after the other. */
function Timeline({ id, failure, limits }: { id: string; failure: Failure; limits: Limits }): JSX.Element {
  const { answer, curl, input } = failure;
  const shown = (lines: readonly string[]): string[] => lines.map((line) => clip(line, limits.text).text);
  return (
    <ol class="timeline">
      {(curl || input || answer) && (
        <Step name="Sent">
          {answer && (
            <p>
              <code>{clip(answer.route, limits.text).text}</code>
              {answer.parameters.length > 0 && ` with ${shown(answer.parameters).join(', ')}`}
            </p>
          )}
          {(curl || input) && (
            <dl>
              {input && (
                <Fact name="Smallest input">
                  <Code clipped={clip(input, limits.input)} label={`smallest input for ${id}`} />
                </Fact>
              )}
              {curl && <Commands script={curl} id={id} limit={limits.curl} />}
            </dl>
          )}
        </Step>
      )}
      <Step name="Answered">
        {answer && <p>An answer with status {answer.status}</p>}
        {answer?.part && (
          <BodyPart
            lines={{
              before: shown(answer.part.before),
              broken: clip(answer.part.broken, limits.text).text,
              after: shown(answer.part.after),
            }}
            label={`broken part of the answer for ${id}`}
          />
        )}
        <dl>
          <Fact name="Received">
            <Code clipped={clip(failure.received, limits.text)} label={`received for ${id}`} />
          </Fact>
        </dl>
      </Step>
      <Step name="Judged">
        <dl>
          <Fact name="Expected">
            <Code clipped={clip(failure.expected, limits.text)} label={`expected of ${id}`} />
          </Fact>
        </dl>
      </Step>
    </ol>
  );
}

/**
 * How one test failed: what was sent, what came, what was judged, what to do, and how to test again.
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
        <>
          <Timeline id={id} failure={failure} limits={limits} />
          <dl>
            <Fact name="Fix">
              <span class="lines">{clip(failure.fix, limits.text).text}</span>
            </Fact>
            <Command
              name="Test again after the fix"
              clipped={clipCommand(failure.replay, limits.text)}
              label={`replay line for ${id}`}
            />
          </dl>
        </>
      ))}
    </div>
  );
}

/** The failed tests of a requirement: that with the shortest commands is shown, the others are folded. */
function FailedTests({ row, limits }: { row: ReportedRequirement; limits: Limits }): JSX.Element {
  const lengthOf = ({ failures }: ReportedTest): number =>
    Math.min(...failures.map(({ curl }) => curl.length || Number.MAX_SAFE_INTEGER));
  const [first, ...others] = row.tests
    .filter(({ failures }) => failures.length > 0)
    .toSorted((one, other) => lengthOf(one) - lengthOf(other))
    .map((test) => <FailedTest id={row.id} test={test} limits={limits} />);
  return (
    <>
      {first}
      {others.length > 0 && (
        <details>
          <summary>{counted(others.length, 'other test')} failed for it</summary>
          {others}
        </details>
      )}
    </>
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
  otherwise?: string;
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
  return (
    <Part id={id} title={rows.length === 0 ? title : `${title}: ${rows.length}`}>
      {rows.length === 0 && <p>{otherwise}</p>}
      {rows.length > OPEN && (
        <p>
          <button type="button" class="open-all" hidden>
            Open all {rows.length}
          </button>
        </p>
      )}
      {rows.map((row, index) => (
        <Requirement row={row} change={marks.get(row.id)} heading="h3" isOpen={isOpen && index < OPEN}>
          <FailedTests row={row} limits={limits} />
        </Requirement>
      ))}
    </Part>
  );
}
