import { visible } from '../visible-text.ts';
import type { Drift } from './compare.ts';

/** How long a part of a line may get: names and values are those of the description. */
const LONGEST = 160;

/** A difference in one line, as observations and failures tell it. */
export const describeDrift = ({ operation, place, what }: Drift): string =>
  visible(`${operation}${place === '' ? '' : `: ${place}`} ${what}`);

/** The differences as a table, a line each. */
export function driftTable(drifts: readonly Drift[]): string[] {
  const rows = [
    ['operation', 'where', 'drift'],
    ...drifts.map(({ operation, place, what }) => [operation, place || 'the operation', what]),
  ].map((row) => row.map((part) => visible(part, LONGEST)));
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map(([operation = '', place = '', what = '']) =>
    [operation.padEnd(widths[0] ?? 0), place.padEnd(widths[1] ?? 0), what].join('  '),
  );
}
