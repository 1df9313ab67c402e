import { readFileSync, writeFileSync } from 'node:fs';
import type { FullConfig } from '@playwright/test/reporter';
import { listFaults, listVariants } from '../../../fixtures/reference/faults/index.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import type { Report } from '../../../reporters/report.ts';
import { type JudgedRequirement, judge as verdictsOf } from '../../../reporters/verdicts.ts';
import type { NullServer } from '../../../schemas/requirements/row.ts';
import { testable } from '../../../schemas/requirements.ts';
import { report } from '../support/samples.ts';
import { type Dependencies, forgetDependencies, readDependencies, readPlan, writePlan } from './plan.ts';

/** The verdict on one subject: a mutant, a server, or a switch of the reference. */
export interface Judged {
  /** What it is called wherever results are compared: the name of a fault or a variant. */
  readonly id: string;
  /** What is wrong, one entry a line. None: it passed. */
  readonly problems: readonly string[];
  /** What else test-results/mutation.json says of it. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Judges what ran in one project of the configuration. */
export interface Judge {
  /** Is called once for each target, by the name that it was declared with, when all its tests have ended. */
  judge(run: { target: string; outcomes: readonly TestOutcome[] }): readonly Judged[];
  /** What can only be said when all targets were judged. */
  finish?(): readonly Judged[];
}

/** Who judges what ran in each project, by the project's name: the name of its file in projects/. Those of the longest tests begin first. */
export const judges: Readonly<Record<string, (config: FullConfig) => Judge>> = {
  variants: variantsJudge,
  'null-targets': () => nullTargetsJudge(),
  dependencies: dependenciesJudge,
  mutants: mutantsJudge,
};

/**
 * Judges a mutant by how the tests against it ended.
 *
 * @returns whether it was failed by the requirement that it breaks, by other requirements only, or by none; and the other requirements
 *   that failed, sorted
 */
export function scoreOf(
  breaks: string,
  outcomes: readonly TestOutcome[],
): {
  readonly ending: 'killed' | 'killed by the wrong id' | 'survived';
  readonly alsoFails: readonly string[];
} {
  const failed = verdictsOf(outcomes).flatMap(({ row, verdict }) => (verdict === 'fail' ? row.id : []));
  const alsoFails = failed.filter((id) => id !== breaks).sort();
  if (failed.includes(breaks)) return { ending: 'killed', alsoFails };
  return { ending: alsoFails.length > 0 ? 'killed by the wrong id' : 'survived', alsoFails };
}

/** How the other requirements that failed with a mutant differ from those that are pinned; no entries where they do not. */
export function differencesFromPinned(alsoFails: readonly string[], known: readonly string[] = []): string[] {
  const added = alsoFails.filter((id) => !known.includes(id));
  const gone = known.filter((id) => !alsoFails.includes(id));
  return [
    ...(added.length > 0 ? [`also fails ${added.join(', ')}, which is not pinned`] : []),
    ...(gone.length > 0 ? [`no longer fails ${gone.join(', ')}, which is pinned`] : []),
  ];
}

/** By fault, the other requirements that fail with it. */
const PINNED = new URL('mutants/also-fails.json', import.meta.url);

/** Each mutant must be killed by the requirement that it breaks, and fail no other requirements than those that are pinned. */
function mutantsJudge({ updateSnapshots }: FullConfig): Judge {
  // Whether the runner was started with `-u`.
  const isUpdate = ['all', 'changed'].includes(updateSnapshots);
  const pinned: Record<string, readonly string[]> = JSON.parse(readFileSync(PINNED, 'utf8'));
  const faults = new Map(listFaults().map((fault) => [fault.name, fault]));
  return {
    judge: ({ target, outcomes }) => {
      const { breaks } = faults.get(target) ?? {};
      if (breaks === undefined) throw new Error(`There is no fault "${target}".`);
      const { ending, alsoFails } = scoreOf(breaks, outcomes);
      const how = outcomes.map(({ status, reason }) => `${status} ${reason}`.trim());
      const missed = ending === 'killed' ? [] : [`${ending}: it breaks ${breaks}: ${how.join('; ')}`];
      const differences = isUpdate ? [] : differencesFromPinned(alsoFails, pinned[target]);
      if (isUpdate) pinned[target] = alsoFails;
      const problems = [...missed, ...differences];
      return [{ id: target, problems, details: { breaks, ending, alsoFails } }];
    },
    finish: () => {
      const lines = Object.entries(pinned)
        .filter(([, alsoFails]) => alsoFails.length > 0)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([fault, alsoFails]) => `  ${JSON.stringify(fault)}: ${JSON.stringify(alsoFails)}`);
      if (isUpdate) writeFileSync(PINNED, `{\n${lines.join(',\n')}\n}\n`);
      return [];
    },
  };
}

const told = ({ row, verdict, reason, outcomes }: JudgedRequirement): string =>
  `${verdict} ${row.id}: ${reason || JSON.stringify(outcomes.find(({ failure }) => failure)?.failure)}`;

/** Honest servers may fail no MUST, and all must be judged. */
function variantsJudge(): Judge {
  const plan = readPlan();
  return {
    judge: ({ target, outcomes }) => {
      const variants = plan[target]?.variants ?? [];
      const isWrong = ({ row, verdict }: JudgedRequirement): boolean =>
        ('level' in row && row.level === 'MUST' && verdict === 'fail') || verdict === 'inconclusive';
      const wrong = verdictsOf(outcomes).filter((one) => one.outcomes.length > 0 && isWrong(one));
      const problems =
        wrong.length === 0 ? [] : [`has the variants ${variants.join(', ')}`, ...wrong.map(told)];
      return [{ id: target, problems, details: { variants } }];
    },
  };
}

/** A fault or a variant that no test meets is never judged by anybody. When all tests have run, it plans which honest servers to judge. */
function dependenciesJudge(): Judge {
  forgetDependencies();
  return {
    // Only tests that pass against the plain server show what they depend on.
    judge: ({ target, outcomes }) => {
      const wrong = verdictsOf(outcomes).filter(
        ({ verdict }) => verdict === 'fail' || verdict === 'inconclusive',
      );
      return wrong.length === 0 ? [] : [{ id: target, problems: wrong.map(told) }];
    },
    finish: () => {
      const dependencies = readDependencies();
      writePlan(dependencies);
      return judgeSwitches(dependencies);
    },
  };
}

/** Judges every fault and every variant: whether a test meets it. */
export function judgeSwitches(dependencies: Dependencies): Judged[] {
  const met = new Set([...dependencies.values()].flatMap((names) => [...names]));
  return [...listFaults(), ...listVariants()].map(({ name }) => ({
    id: name,
    problems: met.has(name) ? [] : ['no test meets it: write one that does, or remove it'],
  }));
}

const nullTargetsJudge = (): Judge => ({
  judge: ({ target, outcomes }) => [
    { id: target, problems: nullProblems(target, report({}, { outcomes: [...outcomes] })) },
  ],
});

/** Servers that do nothing must not conform, and pass nothing but the requirements that `vacuousOn` marks. */
export function nullProblems(server: string, { run, requirements, verdict }: Report): string[] {
  const passed = requirements.filter((row) => row.verdict === 'pass').map(({ id }) => id);
  const marked = testable
    .filter(({ vacuousOn }) => vacuousOn?.includes(server as NullServer))
    .map(({ id }) => id);
  const failed = requirements.filter(({ tests }) => tests.some(({ status }) => status === 'error'));
  const silent = requirements.filter((row) => row.verdict === 'not-tested' && row.reason === '');
  return [
    ...(run.complete && !run.filtered ? [] : ['not every test was run']),
    ...(verdict === 'not conformant' ? [] : [`the verdict is "${verdict}"`]),
    ...passed.filter((id) => !marked.includes(id)).map((id) => `${id} passes, and vacuousOn does not say so`),
    ...marked.filter((id) => !passed.includes(id)).map((id) => `${id} does not pass, and vacuousOn says so`),
    ...failed.map(({ id, reason }) => `${id} ended as an error of the suite: ${reason}`),
    ...silent.map(({ id }) => `${id} does not say why it is not tested`),
  ];
}
