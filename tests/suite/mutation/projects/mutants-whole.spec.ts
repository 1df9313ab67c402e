import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import { declareMutants } from '../declare.ts';
import { pinnedIn } from '../judges.ts';
import { readDependencies } from '../plan.ts';

const dependencies = readDependencies();
/** By requirement, the fault that comes first in the alphabet: the same one, however the files of the reference are ordered. */
const firstFaults = new Map(
  listFaults()
    .toSorted((one, other) => (one.name < other.name ? 1 : -1))
    .map(({ breaks, name }) => [breaks, name]),
);

const pinned = pinnedIn('also-fails-whole.json');

/** For the first fault of every requirement, and for those that are pinned: all tests that depend on it. For others: the tests of the requirement. */
await declareMutants(
  ({ breaks, name }, requirement) =>
    (firstFaults.get(breaks) === name || name in pinned) &&
    (dependencies.get(requirement)?.has(name) ?? false),
);
