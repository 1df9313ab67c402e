import { listFaults, type NamedFault } from '../../../../fixtures/reference/faults/index.ts';

/** Faults of different areas, none of which hides another: each is to be failed by its id through every mode that lets it. */
const NAMES = ['auth-api-key-wants-bearer'];

/** The faults that are looked for through a mode. */
export const FAULTS: readonly NamedFault[] = listFaults().filter(({ name }) => NAMES.includes(name));
