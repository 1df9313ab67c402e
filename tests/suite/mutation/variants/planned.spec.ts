import { declarePlanned } from './declare.ts';

await declarePlanned();
