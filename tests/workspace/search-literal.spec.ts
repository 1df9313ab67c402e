import {
  expectNamedSearches,
  expectSearch,
  forTexts,
  namePieces,
  notTested,
  requirement,
  test,
} from '../../fixtures/index.ts';

/** Texts with a meaning in LIKE, in a regular expression, in a shell, or in an address that is decoded twice. */
const SPECIAL = [
  'zz|e',
  '-e',
  '%',
  '_',
  '*',
  '?',
  '.',
  '\\',
  "'",
  '"',
  '+',
  '&',
  '#',
  '[a-z]',
  '%61',
  '%20',
  '(',
  '^',
  '$',
];

/** Words with a meaning in a search language or a program, texts that a path, a field or a list would be split at, a tag, and a blank. */
const WORDS = ['AND', 'or', 'not', 'undefined', 'zz/e', 'zz,e', 'name:e', '<e>', ' '];
/** Texts with a meaning in LIKE, which a query with several types may build anew. */
const WILDCARDS = ['%', '_', '\\'];
const TYPES = ['FOLDER', 'WORKBOOK', 'REPORT'] as const;

/** Words of two names as a search language joins them: either would do there. */
function alternativesIn(names: readonly string[]): string[] {
  const [one, other] = new Set(names.flatMap((name) => /^[A-Za-z]{4,}/.exec(name)?.[0] ?? []));
  return one === undefined || other === undefined ? [] : [`${one} OR ${other}`];
}

const ENTITIES: readonly (readonly [character: string, text: string])[] = [
  ['&', 'amp'],
  ['<', 'lt;'],
  ['"', 'quot'],
  ["'", '#39'],
];
const MAX_ESCAPES = 2;

/** Texts that a name would hold as well if it were kept escaped. */
const escapesIn = (name: string): string[] => [
  ...ENTITIES.flatMap(([character, text]) => (name.includes(character) ? text : [])),
  ...[...name].flatMap((letter) =>
    /[\u0080-\uffff]/.test(letter) ? `u${letter.charCodeAt(0).toString(16).padStart(4, '0')}` : [],
  ),
];

const isBlankBetween = (three: readonly string[]): boolean => /^\S \S$/u.test(three.join(''));

/** Searches for a name with a blank between two characters: for those three, for a text that ends in the blank, and for two blanks. */
function blanksIn(name: string): string[] {
  const characters = Array.from(name);
  const start = characters.findIndex((_, index) =>
    isBlankBetween(characters.slice(Math.max(0, index - 1), index + 2)),
  );
  const part = (from: number, to: number): string => characters.slice(from, to).join('');
  return [part(start, start + 3), part(0, start + 1), name.replace(' ', '  ')];
}

// "search: Case-insensitive substring match on item names": a substring match has no wildcards.
test(
  'every character of search stands for itself',
  requirement('workspace-search-literal'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    if (known.all.length < 2) notTested('the workspace needs two items');
    const names = known.all.map(({ name }) => name);
    // A zero is a text like any other, and digits are those of names: an id is none.
    const { id } = known.all.find((item) => !names.some((name) => name.includes(String(item.id)))) ?? {};
    const digits = id === undefined ? ['0'] : ['0', String(id)];
    await expectNamedSearches(workspace, known, [
      ...[...SPECIAL, ...digits, ...WORDS, ...alternativesIn(names)].map((search) => ({ search })),
      ...WILDCARDS.map((search) => ({ search, types: TYPES })),
    ]);

    // Names may be kept escaped, for a page or as JSON: what an escape adds is not part of a name.
    const escapes = names.flatMap(escapesIn);
    for (const search of [...new Set(escapes)].slice(0, MAX_ESCAPES))
      await expectSearch(workspace, known, { search });

    // Blanks count, at either end and two in a row.
    const spaced = names.filter((name) => /\S \S/u.test(name));
    for (const search of spaced.slice(0, 2).flatMap(blanksIn))
      await expectSearch(workspace, known, { search });

    const withOtherCharacters = names.filter((name) => /[^A-Za-z0-9 ]/.test(name));
    if (withOtherCharacters.length > 0) await forTexts(workspace, known, namePieces(withOtherCharacters), 8);
  },
);
