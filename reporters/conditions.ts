import { DATA_CONDITIONS, dataConditionsOf, readDemands } from '../schemas/conditions.ts';
import type { Cause, ConditionsMet, UnmetCondition } from '../schemas/evidence.ts';
import { isExcluded, type Profile } from '../schemas/requirements.ts';
import { identityOf, type TestOutcome } from './outcome.ts';
import type { Report } from './report.ts';
import type { JudgedRequirement } from './verdicts.ts';

/**
 * How much a verdict rests on: the conditions under which the run held each requirement. Each test of a requirement is one, and so is each
 * kind of data without which some fault of it would not have shown (`schemas/conditions.ts`).
 */

const LACKING: Readonly<Partial<Record<Cause['code'], UnmetCondition['lacks']>>> = {
  unset: 'settings',
  missing: 'data',
};

const lackOf = (cause: Cause | undefined): UnmetCondition['lacks'] =>
  LACKING[cause?.code ?? 'broken'] ?? 'neither';

const wasJudged = ({ status }: TestOutcome): boolean => status === 'passed' || status === 'failed';

/** Each test once, judged where it was judged at all. */
const eachOnce = (outcomes: readonly TestOutcome[]): readonly TestOutcome[] => {
  const judgedLast = [...outcomes].sort((one, other) => Number(wasJudged(one)) - Number(wasJudged(other)));
  return [...new Map(judgedLast.map((one) => [identityOf(one), one])).values()];
};

/**
 * The conditions of a requirement; none where the target does not owe it.
 *
 * @param seen - names of the conditions that the data of the target met; undefined where no test looked at it
 */
export function conditionsOf(
  { row, verdict, cause, reason, outcomes }: JudgedRequirement,
  seen: ReadonlySet<string> | undefined,
): ConditionsMet | undefined {
  if (isExcluded(row) || verdict === 'not-applicable') return undefined;
  const tests = eachOnce(outcomes.filter(({ status }) => status !== 'not-applicable'));
  const unmetTests: UnmetCondition[] = tests
    .filter((test) => !wasJudged(test))
    .map((test) => ({ says: test.title, lacks: lackOf(test.cause), instead: test.reason }));
  if (tests.length === 0)
    unmetTests.push({ says: row.statement, lacks: lackOf(cause), instead: 'no test of it ran' });
  const data = dataConditionsOf(row.id);
  const isJudged = outcomes.some(wasJudged);
  const unmetData = data
    .filter(({ name }) => !isJudged || !seen?.has(name))
    .map(({ name, says, add }): UnmetCondition => {
      const lacks = isJudged ? 'data' : lackOf(cause);
      const isThere = lacks === 'data' && seen?.has(name);
      return isThere
        ? { name, says, lacks: 'neither', instead: reason }
        : { name, says, lacks, instead: add };
    });
  const of = Math.max(tests.length, 1) + data.length;
  const unmet = [...unmetTests, ...unmetData];
  return { met: of - unmet.length, of, unmet };
}

/** Conditions of the MUST of some profiles, or of all: how many were met, and what the others lack. */
interface ConditionFigure {
  readonly met: number;
  readonly of: number;
  readonly lacking: Readonly<Record<UnmetCondition['lacks'], number>>;
}

/** The figure of a report; undefined where it counts no condition. */
export function figureOf({ requirements }: Report, profile?: Profile): ConditionFigure | undefined {
  const all = requirements.flatMap((row) =>
    row.level === 'MUST' && (profile === undefined || row.profile === profile) ? (row.conditions ?? []) : [],
  );
  if (all.length === 0) return undefined;
  const unmet = all.flatMap((one) => one.unmet);
  const lacking = (what: UnmetCondition['lacks']): number =>
    unmet.filter(({ lacks }) => lacks === what).length;
  return {
    met: all.reduce((sum, { met }) => sum + met, 0),
    of: all.reduce((sum, { of }) => sum + of, 0),
    lacking: { data: lacking('data'), settings: lacking('settings'), neither: lacking('neither') },
  };
}

/** The share that was met, in per cent, never rounded up: only all of it is 100 %. */
const percentOf = ({ met, of }: ConditionFigure): number => Math.floor((met / of) * 1000) / 10;

/** Such as "met 612 of 640 conditions (95.6 %): 20 lack data, 8 lack settings". */
export function figureSentence(figure: ConditionFigure): string {
  const { data, settings, neither } = figure.lacking;
  const lacks = [
    ...(data > 0 ? [`${data} ${data === 1 ? 'lacks' : 'lack'} data`] : []),
    ...(settings > 0 ? [`${settings} ${settings === 1 ? 'lacks' : 'lack'} settings`] : []),
    ...(neither > 0
      ? [`${neither} ${neither === 1 ? 'has' : 'have'} tests that were left out or gave no verdict`]
      : []),
  ];
  return `met ${figure.met} of ${figure.of} conditions (${percentOf(figure)} %)${lacks.length > 0 ? `: ${lacks.join(', ')}` : ''}`;
}

/** What the data of a target lacks, the condition that concerns most requirements first. */
export function lackingData({ requirements }: Report): { says: string; add: string; ids: string[] }[] {
  const lacking = DATA_CONDITIONS.map(({ name, says, add }) => {
    const rows = requirements.filter(({ conditions }) =>
      conditions?.unmet.some((one) => one.name === name && one.lacks === 'data'),
    );
    return { says, add, ids: rows.map(({ id }) => id) };
  });
  return lacking.filter(({ ids }) => ids.length > 0).sort((one, other) => other.ids.length - one.ids.length);
}

/**
 * What keeps a run from passing that must have met a share of its conditions.
 *
 * @param demanded - the value of CONFORMANCE_REQUIRE_CONDITIONS
 */
export function conditionObjections(report: Report, demanded = ''): string[] {
  if (demanded === '') return [];
  const named = `CONFORMANCE_REQUIRE_CONDITIONS=${demanded} is not met`;
  if (report.run.filtered)
    return [`${named}: filters left tests out, so nobody knows how many conditions there are`];
  const demands = readDemands(demanded);
  if (!demands) return [`${named}: write a share, as 90%, or shares of profiles, as workspace=95%,embed=80%`];
  return demands.flatMap(({ profile, percent }) => {
    const figure = figureOf(report, profile);
    const of = profile ? ` of the profile ${profile}` : '';
    if (!figure) return [`${named}: the report counts no condition${of}`];
    return percentOf(figure) >= percent ? [] : [`${named}: the run ${figureSentence(figure)}${of}`];
  });
}
