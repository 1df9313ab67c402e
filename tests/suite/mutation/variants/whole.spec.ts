import { declareWhole } from './declare.ts';
import { alone, together } from './servers.ts';

await declareWhole(new Map([...alone(), ...together()]));
