import { readAsked } from '../asked/files.ts';
import { declareMutants } from './declare.ts';

const asked = readAsked();

/** For every fault of the embedded target: the tests of the requirement that it breaks, and all others that can notice it. */
await declareMutants(({ name }, test) => asked[test]?.has(name) ?? false);
