import { judgedBy } from '../collect.ts';
import { declareVariants } from '../variants/declare.ts';
import { plannedServers, readPlan } from '../variants/plan-file.ts';

const plan = readPlan();

/** Against every server of the plan: the tests that can tell it from the plain one. */
await declareVariants(
  plannedServers(),
  (title, test) => plan[title]?.requirements.includes(judgedBy(test)) ?? false,
);
