import { declareVariants } from './declare.ts';
import { sampled } from './pairs.ts';

await declareVariants(sampled());
