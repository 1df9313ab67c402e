import { DEPLOYMENT, workspaceItems } from '../../../fixtures/reference/seed/workspace.ts';
import { type MeasuredRun, measureSuite } from '../support/measured-run.ts';
import { withReference } from '../support/with-reference.ts';
import { interleaved } from './interleaved.ts';
import type { Measurement, Result } from './measurement.ts';
import { ratios } from './spread.ts';

/** The workspace of the embedded target as it is: rules need folders, names and times that ten items could not show. */
const SMALLEST = workspaceItems().filter(({ deploymentId }) => deploymentId === DEPLOYMENT).length;
const [MEDIUM, LARGEST] = [1_000, 100_000];
/** More than a small workspace differs from run to run, and far less than it is larger. */
const LIMIT = { atMost: 1.25 };
const WORKSPACE_TESTS = ['tests/workspace'];

const run = (items: number): Promise<MeasuredRun> =>
  withReference({ items }, ({ settings }) => measureSuite(settings, WORKSPACE_TESTS));

const requestsOf = (runs: readonly MeasuredRun[]): number[] =>
  runs.map(({ report }) => report?.run.requests ?? 0);
const memoryOf = (runs: readonly MeasuredRun[]): number[] => runs.map(({ peakMb }) => peakMb);

/** A run of some tests has no verdict to be held against: it exits 0 where nothing failed. */
const objectionsTo = (runs: readonly MeasuredRun[]): string[] => {
  const codes = runs.filter(({ code, report }) => code !== 0 || !report).map(({ code }) => code);
  return codes.length > 0 ? [`exit ${codes.join(', ')}, expected 0 and a report`] : [];
};

/** Whether a large workspace costs more than a small one, within the default budget. */
export const workspaceSize: Measurement = {
  name: 'workspace-size',
  title: 'The tests of the workspace, by the number of its items',
  run: async (repeat) => {
    const { small, medium, large } = await interleaved(repeat, {
      small: () => run(SMALLEST),
      medium: () => run(MEDIUM),
      large: () => run(LARGEST),
    });
    const sizes = [
      [SMALLEST, small],
      [MEDIUM, medium],
      [LARGEST, large],
    ] as const;
    const rows = (
      what: string,
      unit: 'requests' | 'MiB',
      read: (runs: readonly MeasuredRun[]) => number[],
    ): Result[] => [
      ...sizes.map(([items, runs]) => ({
        what: `${what}, ${items.toLocaleString('en')} items`,
        unit,
        values: read(runs),
        objections: objectionsTo(runs),
      })),
      {
        what: `${what}, largest over smallest`,
        unit: 'times',
        values: ratios(read(large), read(small)),
        limit: LIMIT,
      },
    ];
    return [
      ...rows('requests', 'requests', requestsOf),
      ...rows('most memory of a process', 'MiB', memoryOf),
    ];
  },
};
