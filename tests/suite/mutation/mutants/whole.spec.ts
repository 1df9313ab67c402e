import { listFaults } from '../../../../fixtures/reference/faults/index.ts';
import { readAsked } from '../asked/files.ts';
import { declareMutants } from './declare.ts';

const asked = readAsked();
const firsts = new Map(
  listFaults()
    .toReversed()
    .map(({ breaks, name }) => [breaks, name]),
);

/** For the first fault of every requirement: all tests that can notice it. For the others: those of the requirement. */
await declareMutants(
  ({ breaks, name }, test) => firsts.get(breaks) === name && (asked.get(test)?.has(name) ?? false),
);
