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

/** Words with a meaning in a search language or a program, texts that a path, a field or a list would be split at, and a tag. */
const WORDS = ['AND', 'or', 'not', 'undefined', 'zz/e', 'zz,e', 'name:e', '<e>'];
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

/** Texts made of a name with a blank between two characters. */
function blanksIn(name: string): { inside: string[]; atEnds: string[] } {
  const characters = Array.from(name);
  const start = characters.findIndex((_, index) =>
    isBlankBetween(characters.slice(Math.max(0, index - 1), index + 2)),
  );
  const part = (from: number, to: number): string => characters.slice(from, to).join('');
  return {
    // Those three, and two blanks in place of one.
    inside: [part(start, start + 3), name.replace(' ', '  ')],
    atEnds: [part(0, start + 1), part(start, characters.length)],
  };
}

/** Some names with a blank between two characters. */
const spacedNames = (names: readonly string[]): string[] =>
  names.filter((name) => /\S \S/u.test(name)).slice(0, 2);

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

    // Blanks count, also two in a row.
    for (const search of spacedNames(names).flatMap((name) => blanksIn(name).inside))
      await expectSearch(workspace, known, { search });

    const withOtherCharacters = names.filter((name) => /[^A-Za-z0-9 ]/.test(name));
    if (withOtherCharacters.length > 0) await forTexts(workspace, known, namePieces(withOtherCharacters), 8);
  },
);

test(
  'blanks at the ends of search stand for themselves',
  requirement('workspace-search-blanks-at-ends'),
  async ({ snapshot, workspace }) => {
    const known = await snapshot();
    const spaced = spacedNames(known.all.map(({ name }) => name));
    if (spaced.length === 0 || known.all.every(({ name }) => name.includes(' ')))
      notTested('the workspace needs an item whose name holds a blank, and one whose name holds none');
    for (const search of [' ', ...spaced.flatMap((name) => blanksIn(name).atEnds)])
      await expectSearch(workspace, known, { search }, search);
  },
);
