import { declareVariants } from './declare.ts';
import { together } from './pairs.ts';

await declareVariants(together());
