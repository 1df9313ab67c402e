/** What a number counts: `times` is a ratio. */
export type Unit =
  | 'times'
  | 'seconds'
  | 'ms'
  | 'MiB'
  | 'requests'
  | 'requests per second'
  | 'requirements'
  | 'failures'
  | 'faults';

/** What the median of a result is held against. */
export type Limit = { readonly atMost: number } | { readonly atLeast: number };

/** One row of the table. */
export interface Result {
  /** What was measured, in words. */
  readonly what: string;
  readonly unit: Unit;
  /** One value of each repetition. */
  readonly values: readonly number[];
  /** Left out where the number is only told. */
  readonly limit?: Limit;
  /** What makes the numbers worthless, such as a run that did not end as expected; none unless given. */
  readonly objections?: readonly string[];
}

/** A part of the benchmark, which can be run alone. */
export interface Measurement {
  /** For `--only=NAME`. */
  readonly name: string;
  /** What it asks, as the table says it. */
  readonly title: string;
  /** Set where a repetition takes minutes: it is repeated half as often as the others. */
  readonly isLong?: true;
  /**
   * Measures.
   *
   * @param repeat - how often each side is measured, in turn with the others
   * @returns the rows of the table, in their order; none where it cannot be made on this machine, which it says
   */
  run(repeat: number): Promise<Result[]>;
}
