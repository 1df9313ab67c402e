import { declareVariants } from '../variants/declare.ts';
import { allServers } from '../variants/servers.ts';

/** Every test against every server. */
await declareVariants(allServers());
