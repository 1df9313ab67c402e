import { cpus, totalmem } from 'node:os';

const GIB = 1024 ** 3;

/** Where numbers were measured. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGb: number;
  /** The version of Node.js, with a leading v. */
  readonly node: string;
}

/** The machine on which this process runs. */
export const thisMachine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() || 'an unnamed processor',
  cores: cpus().length,
  memoryGb: Math.round(totalmem() / GIB),
  node: process.version,
});

/** A machine in words. */
export const describeMachine = ({ cpu, cores, memoryGb, node }: Machine): string =>
  `${cpu}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${memoryGb} GiB of memory, Node.js ${node}`;
