import type { Reference, ReferenceOptions } from '../../../../fixtures/reference/start.ts';
import { startBehindProxy } from '../../support/proxy/proxy.ts';
import { own } from '../../support/proxy/treatment.ts';
import { disturbances } from './disturbances.ts';

/**
 * Starts the embedded target as in a staging deployment, behind a gateway: it is slow, closes connections now and then, and
 * answers some requests itself.
 *
 * @param seed - of the gateway's disturbances
 */
export function startStaging(options: ReferenceOptions = {}, seed = 1): Promise<Reference> {
  const nextDisturbance = disturbances(seed);
  const treat = () => {
    const { instead, ...rest } = nextDisturbance();
    return instead ? { ...rest, instead: own(instead) } : rest;
  };
  return startBehindProxy(options, treat, seed);
}
