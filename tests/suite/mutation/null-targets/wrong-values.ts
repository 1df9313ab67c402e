/** Values of every type, for fields that want another one, and texts that cannot be sent or looked up. */
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
export type WrongKind = keyof typeof WRONG;

type Json = Record<string, unknown>;

/** Tells whether a value is an object that has fields. */
export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A number that is the same for the same value, whenever it comes. */
export function numberOf(value: unknown): number {
  let hash = 7;
  for (const character of JSON.stringify(value) ?? '')
    hash = (hash * 31 + character.charCodeAt(0)) % 1_000_003;
  return hash;
}

/** Gives back another value in the place of one, the same each time. */
export type Change = (value: unknown, seed: number) => unknown;

/** One of the kinds of wrong values, by turns. */
export const oneOf =
  (...kinds: readonly WrongKind[]): Change =>
  (_value, seed) =>
    WRONG[kinds[seed % kinds.length] as WrongKind];

/** Changes one value of so many, and leaves the others as they are. */
export const oneIn =
  (many: number, change: Change): Change =>
  (value, seed) =>
    seed % many === 0 ? change(value, Math.floor(seed / many)) : value;

/** Changes fields of an object that has them. */
export const fields =
  (changes: Readonly<Record<string, Change>>): Change =>
  (value, seed) => {
    if (!isJson(value)) return value;
    const changed = Object.entries(changes).filter(([name]) => name in value);
    return { ...value, ...Object.fromEntries(changed.map(([name, to]) => [name, to(value[name], seed)])) };
  };

/** Changes each entry of a list, each by a number of its own that stays with it: that of its id, where it has one. */
export const entries =
  (change: Change): Change =>
  (list) =>
    Array.isArray(list)
      ? list.map((entry: unknown) => change(entry, numberOf(isJson(entry) ? (entry.id ?? entry) : entry)))
      : list;
