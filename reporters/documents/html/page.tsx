import type { JSX } from 'preact';
import { unstableLines, unstableSentence } from '../../exit.ts';
import type { Report } from '../../report.ts';
import type { DocumentInput } from '../common.ts';
import { Changed, marksOf } from './changed.tsx';
import { limitsOf } from './clip.ts';
import { Causes, Failed } from './failure.tsx';
import { Figures, Profiles } from './figures.tsx';
import { FilterForm } from './filter-form.tsx';
import { Interface } from './interface.tsx';
import { Run, Texts } from './run.tsx';
import { Shapes } from './shapes.tsx';
import { NotTested, Unjudged } from './unjudged.tsx';
import { Verdict } from './verdict.tsx';

/** The parts of the page that a reader jumps to, with how much is in them. */
function Contents({ requirements, observations, leftovers }: Report): JSX.Element {
  const count = (verdict: string): number => requirements.filter((row) => row.verdict === verdict).length;
  const failed = (wanted: string): number =>
    requirements.filter(({ verdict, level }) => verdict === 'fail' && level === wanted).length;
  const links: readonly (readonly [part: string, words: string])[] = [
    ['profiles', 'Profiles'],
    ['failed', `Failed: ${failed('MUST')} MUST`],
    ...(failed('SHOULD') > 0 ? [['should', `${failed('SHOULD')} SHOULD`] as const] : []),
    ...(count('inconclusive') > 0
      ? [['inconclusive', `Inconclusive: ${count('inconclusive')}`] as const]
      : []),
    ['not-tested', `Not tested: ${count('not-tested')}`],
    ['interface', 'By section of the interface'],
    ['shapes', 'Fields seen'],
    ['observations', `Observed: ${observations.length}`],
    ['leftovers', `Left over: ${leftovers.length}`],
    ['run', 'The run'],
  ];
  return (
    <nav aria-label="Parts of this page">
      <ul>
        {links.map(([part, words]) => (
          <li>
            <a href={`#part-${part}`}>{words}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What fails, the rules first. */
function Failures({ report, marks }: { report: Report; marks: ReturnType<typeof marksOf> }): JSX.Element {
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail');
  const limits = limitsOf(report);
  const isAnyJudged = report.requirements.some(({ verdict }) => verdict === 'pass');
  const should = failed.filter(({ level }) => level === 'SHOULD');
  return (
    <>
      <Causes rows={report.requirements} />
      <Failed
        id="failed"
        title="Failed"
        isOpen
        rows={failed.filter(({ level }) => level === 'MUST')}
        marks={marks}
        limits={limits}
        otherwise={
          isAnyJudged
            ? 'No MUST that was judged fails.'
            : 'Nothing was judged, so the absence of failures means nothing.'
        }
      />
      {should.length > 0 && (
        <Failed
          id="should"
          title="Good practice not followed (SHOULD, fails no run)"
          rows={should}
          marks={marks}
          limits={limits}
        />
      )}
    </>
  );
}

/**
 * The body of the page.
 *
 * @param props.report - of the run
 * @param props.comparison - with an earlier run, whose changes are then marked
 */
export function Page({ report, comparison }: DocumentInput): JSX.Element {
  const { requirements, observations, leftovers } = report;
  const marks = marksOf(comparison);
  const having = (verdict: string) => requirements.filter((row) => row.verdict === verdict);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the verdict
      </a>
      <header>
        <p class="suite">
          Conformance report of {report.suite.name} {report.suite.version}
        </p>
        <Contents {...report} />
      </header>
      <main id="main" tabIndex={-1}>
        <Verdict report={report} />
        <Figures {...report} />
        <Profiles {...report} />
        {comparison && <Changed comparison={comparison} />}
        <FilterForm rows={requirements} />
        <Failures report={report} marks={marks} />
        <Unjudged
          id="inconclusive"
          title="Inconclusive"
          about="The target could not be observed. Remove the cause, and run again."
          rows={having('inconclusive')}
        />
        <NotTested rows={having('not-tested')} />
        <Unjudged
          id="not-applicable"
          title="Not applicable"
          about="According to the settings, the target does not offer this. It was not judged."
          rows={having('not-applicable')}
        />
        <Interface rows={requirements} marks={marks} />
        <Shapes {...report} />
        <Texts
          id="observations"
          title="Observed"
          about="What the target does where the interface leaves a choice, what was not judged because of it, and what happened once. This changes no verdict."
          texts={observations}
        />
        <Texts
          id="unstable"
          title="Answers that were not repeated"
          about={`${unstableSentence(report.run)}: they did not count.`}
          texts={unstableLines(report.run)}
        />
        <Texts
          id="leftovers"
          title="Left over on the target"
          about="The run made these records and could not remove them."
          texts={leftovers}
        />
        <Run {...report} />
      </main>
      <p id="announce" class="unseen" role="status" />
    </>
  );
}
