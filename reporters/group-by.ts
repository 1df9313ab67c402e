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
