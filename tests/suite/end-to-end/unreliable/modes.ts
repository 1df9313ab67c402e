import { CONTENT } from './content.ts';
import { DISTANCE } from './distance.ts';
import { EXPIRING_CREDENTIALS } from './expiring-credentials.ts';
import { FORMS } from './forms.ts';
import { GATEWAYS } from './gateways.ts';
import { LENGTH_REQUIRED } from './length-required.ts';
import type { Mode } from './mode.ts';
import { OUTAGES } from './outages.ts';
import { STAND_INS } from './stand-ins.ts';

/** Every mode, in the order of the table. */
export const MODES: readonly Mode[] = [
  ...FORMS,
  LENGTH_REQUIRED,
  ...DISTANCE,
  EXPIRING_CREDENTIALS,
  ...GATEWAYS,
  ...OUTAGES,
  ...STAND_INS,
  ...CONTENT,
];

/**
 * The mode of a name.
 *
 * @throws Error when there is none: it names all of them
 */
export function modeNamed(name: string): Mode {
  const mode = MODES.find((one) => one.name === name);
  if (!mode) throw new Error(`--mode=${name}: there are ${MODES.map((one) => one.name).join(', ')}.`);
  return mode;
}
