import { startReference } from '../../../../fixtures/reference/start.ts';
import { collectForHonestServers, declareAgainst, judgedBy, QUICK } from '../declare.ts';
import { readPlan } from '../plan.ts';

/** Late enough to be seen, and short, because it is waited for after every call. */
const LAG_MS = 60;

const plan = readPlan();
const tests = await collectForHonestServers(async (title) => {
  const { settings, close } = await startReference({ variants: plan[title]?.variants ?? [], lagMs: LAG_MS });
  return { settings: { ...QUICK, ...settings }, close };
});

/** Against every server of the plan: the tests that can tell it from the plain one. Those that take longest begin first. */
await declareAgainst(
  new Map(
    Object.entries(plan)
      .sort(([, one], [, other]) => other.requirements.length - one.requirements.length)
      .map(([title, { requirements }]) => [
        title,
        tests.filter((test) => requirements.includes(judgedBy(test))),
      ]),
  ),
);
