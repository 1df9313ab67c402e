import { describeMachine } from './machine.ts';
import type { Limit, Measurement, Result, Unit } from './measurement.ts';
import type { Recorded, Records } from './records.ts';
import { spreadOf } from './spread.ts';

/** Digits after the point, and what follows the number. */
const FORMATS: Readonly<Record<Unit, readonly [digits: number, after: string]>> = {
  times: [2, ' times'],
  seconds: [1, ' s'],
  ms: [1, ' ms'],
  MiB: [0, ' MiB'],
  requests: [0, ' requests'],
  'requests per second': [0, ' requests/s'],
  requirements: [0, ' requirements'],
  failures: [0, ' failures'],
  faults: [0, ' faults'],
};

const COLUMNS = ['what', 'median [min–max]', 'limit', 'within'];

const numeral = (value: number, digits: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });

/** The limit of a result in words; empty where it has none. */
function limitOf({ limit, unit }: Result): string {
  if (!limit) return '';
  const [word, value] = 'atMost' in limit ? ['at most', limit.atMost] : ['at least', limit.atLeast];
  return `${word} ${value.toLocaleString('en')}${FORMATS[unit][1]}`;
}

const keeps = (limit: Limit, median: number): boolean =>
  'atMost' in limit ? median <= limit.atMost : median >= limit.atLeast;

/** Whether the median of a result is within its limit, and nothing makes the numbers worthless; undefined where there is nothing to say. */
export function isWithin({ values, limit, objections = [] }: Result): boolean | undefined {
  if (objections.length > 0) return false;
  return limit && keeps(limit, spreadOf(values).median);
}

/** A result as `1.52 [1.49–1.58] times`; a single value as `1.52 times`. */
export function measured({ values, unit }: Result): string {
  const { median, min, max } = spreadOf(values);
  const [digits, after] = FORMATS[unit];
  const range = values.length > 1 ? ` [${numeral(min, digits)}–${numeral(max, digits)}]` : '';
  return `${numeral(median, digits)}${range}${after}`;
}

function verdictOf(result: Result): string {
  const within = isWithin(result);
  if (within === undefined) return '';
  const why = (result.objections ?? []).join('; ');
  return within ? 'yes' : `**no**${why ? `: ${why}` : ''}`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

const rowOf = (cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`;

/** A result as it is printed while the command runs. */
export function printed(result: Result): string {
  const limit = limitOf(result);
  return `  ${result.what}: ${measured(result)}${limit && `, ${limit}`}${verdictOf(result) && `, within: ${verdictOf(result)}`}`;
}

/** When and where was measured: a line for all, or one for each group of measurements that were made together. */
function headOf(names: readonly string[], records: Records): string[] {
  const groups = new Map<string, string[]>();
  for (const name of names) {
    const { date, machine } = records[name] as Recorded;
    const place = `Measured on ${date}: ${describeMachine(machine)}`;
    groups.set(place, [...(groups.get(place) ?? []), name]);
  }
  const isOne = groups.size === 1;
  return [...groups].map(([place, those]) => `${place}${isOne ? '' : ` (${those.join(', ')})`}.\n`);
}

/**
 * The table of what was measured, with the day and the machine above it.
 *
 * @param measurements - in the order of the table; those that were never run are named below it
 * @returns Markdown
 */
export function table(
  measurements: readonly Pick<Measurement, 'name' | 'title'>[],
  records: Records,
): string {
  const made = measurements.filter(({ name }) => name in records);
  const left = measurements.filter(({ name }) => !(name in records)).map(({ name }) => name);
  const head = headOf(
    made.map(({ name }) => name),
    records,
  );
  const rows = made.flatMap(({ name, title }) => [
    rowOf([`**${title}** (${name})`, '', '', '']),
    ...(records[name] as Recorded).results.map((result) =>
      rowOf([result.what, measured(result), limitOf(result), verdictOf(result)]),
    ),
  ]);
  return [
    ...head,
    rowOf(COLUMNS),
    `|${COLUMNS.map(() => '---|').join('')}`,
    ...rows,
    ...(left.length > 0 ? [`\nNot measured yet: ${left.join(', ')}.`] : []),
  ].join('\n');
}
