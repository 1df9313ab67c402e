import { ownPauses } from '../../../../fixtures/http/retry.ts';
import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import { startReference } from '../../../../fixtures/reference/start.ts';
import { collectConformanceTests, declareAgainst, judgedBy, REQUIRED } from '../declare.ts';

const faults = listFaults();
const breaks = new Map(faults.map((fault) => [fault.name, fault.breaks]));
// Of this worker, which judges one after the other.
const killed = new Set<string>();
let current = '';
// Nothing stands before a mutant, and no error of it passes.
ownPauses.longestMs = 100;

const tests = await collectConformanceTests(
  async (fault) => {
    current = fault;
    const { settings, close } = await startReference({ faults: [fault] });
    return { settings: { ...settings, TARGET_LAG_MS: '0', ...REQUIRED }, close };
  },
  (requirement) => {
    if (breaks.get(current) === requirement) killed.add(current);
  },
);

/** For every fault of the embedded target: the tests of the requirement that it breaks. The first one that fails it is the last one. */
await declareAgainst(
  new Map(faults.map(({ name, breaks: id }) => [name, tests.filter((test) => judgedBy(test) === id)])),
  { isOver: (fault) => killed.has(fault) },
);
