import { declareVariants } from './declare.ts';
import { alone } from './pairs.ts';

await declareVariants(alone());
