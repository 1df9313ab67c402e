/** Values of every type, for fields that must have another one; and texts that cannot be sent, or never stand for anything. */
export const WRONG = {
  text: 'conformance',
  'empty text': '',
  number: 7.5,
  null: null,
  object: { of: 'conformance' },
  array: ['conformance'],
  boolean: true,
  missing: undefined,
  'long text': 'x'.repeat(20_000),
  'half a character': '\ud83d',
  'this folder': '.',
  'the folder above': '..',
} as const;
type WrongKind = keyof typeof WRONG;

type Json = Record<string, unknown>;

/** Tells whether a value is an object that has fields. */
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A hash of a value: equal values have the same one. */
export function numberOf(value: unknown): number {
  let hash = 7;
  for (const character of JSON.stringify(value) ?? '')
    hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  return hash;
}

/** Replaces a value. The same value with the same seed is always replaced in the same way. */
export type Change = (value: unknown, seed: number) => unknown;

/** Replaces a value by a wrong one; the seed chooses among the kinds. */
export const oneOf =
  (...kinds: readonly WrongKind[]): Change =>
  (_value, seed) =>
    WRONG[kinds[seed % kinds.length] as WrongKind];

/** Changes one value in `many`, chosen by the seed, and leaves the others as they are. */
export const oneIn =
  (many: number, change: Change): Change =>
  (value, seed) =>
    seed % many === 0 ? change(value, Math.floor(seed / many)) : value;

/** Changes the named fields of an object, where it has them. */
export const fields =
  (changes: Readonly<Record<string, Change>>): Change =>
  (value, seed) => {
    if (!isJson(value)) return value;
    const changed = Object.entries(changes).filter(([name]) => name in value);
    return { ...value, ...Object.fromEntries(changed.map(([name, to]) => [name, to(value[name], seed)])) };
  };

/** Changes each entry of a list. Its seed is the hash of its id, or of the whole entry where it has none. */
export const entries =
  (change: Change): Change =>
  (list) =>
    Array.isArray(list)
      ? list.map((entry: unknown) => change(entry, numberOf(isJson(entry) ? (entry.id ?? entry) : entry)))
      : list;
