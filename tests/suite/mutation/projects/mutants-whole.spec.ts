import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import { readDependencies } from '../dependencies/store.ts';
import { declareMutants } from '../mutants/declare.ts';

const dependencies = readDependencies();
const firstFaults = new Map(
  listFaults()
    .toReversed()
    .map(({ breaks, name }) => [breaks, name]),
);

/** For the first fault of every requirement: all tests that depend on it. For other faults: the tests of the requirement. */
await declareMutants({
  includes: ({ breaks, name }, requirement) =>
    firstFaults.get(breaks) === name && (dependencies.get(requirement)?.has(name) ?? false),
});
