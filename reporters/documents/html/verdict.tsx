import type { JSX } from 'preact';
import { visible } from '../../../schemas/visible-text.ts';
import { counted } from '../../lists.ts';
import type { Report } from '../../report.ts';
import { headline } from '../../summary.ts';
import { isWhole, judgedOf } from '../common.ts';
import { clip } from './clip.ts';

/** What sets the verdict apart from where it was found. */
const GAP = '  ';
/** How long an objection may get: a refused credential takes several lines. */
const LONGEST = 4_000;
/** How many objections are told. */
const TOLD = 50;

/** The verdict in one line, for the title of the page. */
export const titleOf = (report: Report): string => visible(headline(report), 200);

/** Why a whole run is neither conformant nor not. */
function whyUndetermined({ requirements, run, summary, profiles, target, verdict }: Report): string[] {
  if (verdict !== 'undetermined' || run.shard || !run.complete) return [];
  const core = requirements.filter(({ level, profile }) => level === 'MUST' && profile === 'core');
  const notPassed = core.filter((row) => row.verdict !== 'pass' && row.verdict !== 'not-applicable').length;
  const unseen = profiles.filter((one) => one.verdict === 'not tested' && target.offers?.includes(one.name));
  return [
    ...(summary.MUST.inconclusive > 0
      ? [`${summary.MUST.inconclusive} MUST are inconclusive: the target could not be observed.`]
      : []),
    ...(notPassed > 0
      ? [
          `${notPassed} of ${core.length} MUST of the profile core did not pass. "Conformant" needs all of them.`,
        ]
      : []),
    ...unseen.map(({ name }) => `TARGET_OFFERS names ${name}, but nothing of it was tested.`),
  ];
}

/** What limits the verdict, a sentence each: a reader who stops after the first line must have met it. */
function limitsOfVerdict(report: Report): string[] {
  const { gate, run, target, requirements, summary, verdict } = report;
  const isEmpty = requirements.every(({ tests }) => tests.length === 0);
  const untested = summary.MUST['not-tested'];
  return [
    ...(isEmpty ? ['The run ended before any test: nothing was judged.'] : []),
    ...(!isEmpty && !run.ended
      ? ['The run was cut short: what it did not reach is not tested, and may fail.']
      : []),
    ...(run.shard
      ? [
          `This is shard ${run.shard.current} of ${run.shard.total} alone: it gives no verdict. Merge all shards for one.`,
        ]
      : []),
    ...(!isEmpty && run.ended && !run.complete && !run.shard
      ? ['A part of the run is missing: the reasons below name it.']
      : []),
    ...(!isEmpty && run.filtered
      ? ['The run was filtered: it says nothing about tests that were left out.']
      : []),
    ...whyUndetermined(report),
    ...(verdict === 'not conformant' && !run.shard && gate.objections.length === 0
      ? [`${summary.MUST.fail} MUST failed: the baseline lists all of them.`]
      : []),
    ...(verdict === 'conformant' && untested > 0
      ? [`${untested} MUST were not tested: the verdict says nothing about them.`]
      : []),
    ...(target.embedded
      ? ['This is the embedded reference target, not yours. Set TARGET_BASE_URL to judge yours.']
      : []),
  ];
}

/** How the verdict looks: only a whole one is shown as all well. */
function lookOf({ run, verdict, summary }: Report): string {
  if (run.shard || verdict === 'undetermined') return 'open';
  if (verdict === 'not conformant') return 'bad';
  return isWhole(judgedOf(summary.MUST)) ? 'good' : 'partly';
}

/** Whether the run passes, or why it does not. */
function GateBox({ gate, run }: Report): JSX.Element {
  const what = run.shard ? 'This shard' : 'This run';
  const held = gate.required.length > 0 ? `, held to CONFORMANCE_REQUIRE=${gate.required.join(',')}` : '';
  if (gate.objections.length === 0)
    return (
      <p class="gate passes">
        <span aria-hidden="true">✓</span> {what} passes (exit code 0){visible(held)}.
      </p>
    );
  const further = gate.objections.length - TOLD;
  return (
    <div class="gate">
      <p>
        <strong>
          <span aria-hidden="true">✗</span> {what} does not pass (exit code 1){visible(held)}, because:
        </strong>
      </p>
      <ul>
        {gate.objections.slice(0, TOLD).map((objection) => (
          <li class="lines">{clip(objection, LONGEST).text}</li>
        ))}
        {further > 0 && <li>{counted(further, 'more reason')} in report.json.</li>}
      </ul>
    </div>
  );
}

/** The verdict of the run, what limits it, and whether the run passes. */
export function Verdict({ report }: { report: Report }): JSX.Element {
  const [verdict = '', ...where] = headline(report).split(GAP);
  const limits = limitsOfVerdict(report);
  return (
    <div class={`banner ${lookOf(report)}`}>
      <h1>
        {verdict} <span class="target">{visible(where.join(' '), 300)}</span>
      </h1>
      {limits.length > 0 && (
        <ul class="limits">
          {limits.map((limit) => (
            <li>{limit}</li>
          ))}
        </ul>
      )}
      <GateBox {...report} />
    </div>
  );
}
