/**
 * Integers that a number cannot hold come as bigints, which Ajv does not know: to it they are numbers in range, for what
 * the contract says of an integer holds for both.
 */

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Without recursion: an answer may be nested deeper than a call stack is. */
function holdsLarge(value: unknown): boolean {
  const left = [value];
  while (left.length > 0) {
    const part = left.pop();
    if (typeof part === 'bigint') return true;
    if (!isObject(part)) continue;
    for (const name in part) {
      const inner = part[name];
      if (typeof inner === 'object' || typeof inner === 'bigint') left.push(inner);
    }
  }
  return false;
}

function within(value: unknown): unknown {
  if (typeof value === 'bigint') return value < 0n ? Number.MIN_SAFE_INTEGER : Number.MAX_SAFE_INTEGER;
  if (Array.isArray(value)) return value.map(within);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, within(part)]));
}

/** The value as Ajv can judge it: the same one, or a copy in which every bigint is a number of the same sign. */
export const withoutLarge = (value: unknown): unknown => (holdsLarge(value) ? within(value) : value);

/** The part of a value that a JSON pointer names. */
export const partAt = (value: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((part, name) => (isObject(part) ? part[name] : undefined), value);
