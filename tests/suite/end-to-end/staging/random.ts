/**
 * A generator of pseudo-random numbers from 0 up to but not including 1 (mulberry32).
 *
 * @param seed - the same seed gives the same numbers
 */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * The items of a list in pseudo-random order.
 *
 * @param count - how many of them; all unless given
 */
export function shuffled<Item>(items: readonly Item[], seed: number, count = items.length): Item[] {
  const random = randomNumbers(seed);
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((left, right) => left.rank - right.rank)
    .slice(0, count)
    .map(({ item }) => item);
}
