/** What repeated runs came to. */
interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

/**
 * The spread of some values, of which an even number has the mean of the two in the middle as its median.
 *
 * @throws Error when there are none
 */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = [...values].sort((a, b) => a - b);
  const half = (sorted.length - 1) / 2;
  const [low, high] = [sorted[Math.floor(half)], sorted[Math.ceil(half)]];
  const [min, max] = [sorted[0], sorted.at(-1)];
  if (low === undefined || high === undefined || min === undefined || max === undefined)
    throw new Error('A median was asked for of no values: a measurement has to be repeated once at least.');
  return { median: (low + high) / 2, min, max };
}

/**
 * How many times as large each value is as the one that was measured beside it.
 *
 * @throws Error when there are more of the one than of the other
 */
export function ratios(values: readonly number[], others: readonly number[]): number[] {
  if (values.length !== others.length)
    throw new Error(
      `${values.length} values were to be compared with ${others.length} others: each needs the one beside it.`,
    );
  return values.map((value, index) => value / (others[index] as number));
}
