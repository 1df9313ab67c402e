import { declareMutants } from '../declare.ts';

/** For every fault of the embedded target: the tests of the requirement that it breaks. */
await declareMutants();
