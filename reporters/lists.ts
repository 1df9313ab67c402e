/** Those sentences whose condition holds, each given as `condition && sentence`. */
export const sentences = (...given: readonly (string | false | undefined)[]): string[] =>
  given.filter((one): one is string => typeof one === 'string');

export const firstOf = (names: readonly string[], most: number): string =>
  `${names.slice(0, most).join(', ')}${names.length > most ? ` and ${names.length - most} more` : ''}`;

export const firstIds = (rows: readonly { readonly id: string }[], most: number): string =>
  firstOf(
    rows.map(({ id }) => id),
    most,
  );

/** `1 requirement`, `2 requirements`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Values by a key, in the order in which the keys come first. */
export function groupBy<Value, Key>(values: readonly Value[], key: (value: Value) => Key): Map<Key, Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const value of values) {
    const group = groups.get(key(value));
    if (group) group.push(value);
    else groups.set(key(value), [value]);
  }
  return groups;
}
