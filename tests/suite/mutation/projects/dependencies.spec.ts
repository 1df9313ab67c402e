import { startReference } from '../../../../fixtures/reference/start.ts';
import { MetSwitches } from '../../../../fixtures/reference/switches.ts';
import { groupBy } from '../../../../reporters/lists.ts';
import { collectForHonestServers, declareAgainst, judgedBy, QUICK } from '../declare.ts';
import { writeDependencies } from '../plan.ts';

/** The tests of each requirement against a plain server of their own, which notes the faults and variants that they meet. */
const tests = await collectForHonestServers(async (requirement) => {
  const met = new MetSwitches();
  const { settings, close } = await startReference({ met });
  return {
    settings: { ...settings, ...QUICK },
    close: () => {
      writeDependencies(requirement, met);
      return close();
    },
  };
});

await declareAgainst(groupBy(tests, judgedBy));
