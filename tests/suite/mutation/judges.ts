import type { FullConfig } from '@playwright/test/reporter';
import { DependenciesJudge } from './dependencies/judge.ts';
import type { Judge } from './judge.ts';
import { MutantsJudge } from './mutants/judge.ts';
import { mangledTargetsJudge, nullTargetsJudge } from './null-targets/judge.ts';
import { VariantsJudge } from './variants/judge.ts';
import { plannedServers } from './variants/plan-file.ts';
import { allServers } from './variants/servers.ts';

/** Who judges what ran in each project, by the project's name: the name of its file in projects/. */
export const judges: Readonly<Record<string, (config: FullConfig) => Judge>> = {
  dependencies: () => new DependenciesJudge(),
  mutants: (config) => new MutantsJudge('mutants', updates(config)),
  'mutants-whole': (config) => new MutantsJudge('mutants-whole', updates(config)),
  variants: () => new VariantsJudge(plannedServers()),
  'variants-whole': () => new VariantsJudge(allServers()),
  'null-targets': () => nullTargetsJudge,
  'mangled-targets': () => mangledTargetsJudge,
};

/** Whether the runner was started with `-u`. */
const updates = ({ updateSnapshots }: FullConfig): boolean => ['all', 'changed'].includes(updateSnapshots);
