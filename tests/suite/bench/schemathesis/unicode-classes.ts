const LAST_CODE_POINT = 0x10ffff;
const CLASS = /\\p\{\w+\}/g;
const SURROGATE = /\p{Surrogate}/u;

/** Every character of a class such as `\p{Lu}`, as the ranges of a set. */
function rangesOf(name: string): string {
  const pattern = new RegExp(name, 'u');
  const ranges: string[] = [];
  let from: string | undefined;
  let to = '';
  for (let code = 0; code <= LAST_CODE_POINT; code += 1) {
    const character = String.fromCodePoint(code);
    if (pattern.test(character) && !SURROGATE.test(character)) {
      from ??= character;
      to = character;
    } else if (from !== undefined) {
      ranges.push(`${from}-${to}`);
      from = undefined;
    }
  }
  return ranges.join('');
}

/**
 * A pattern that means the same without Unicode classes: Python, which makes data of patterns, knows none. The classes must
 * stand within sets.
 */
export const withoutUnicodeClasses = (pattern: string): string => pattern.replace(CLASS, rangesOf);
