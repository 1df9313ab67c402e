import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type KnownFailure, parseBaseline, readBaseline } from '../../../schemas/baseline.ts';
import { isDay, isExpired } from '../../../schemas/known-failure.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';
import { CORE, MUST, SHOULD } from './sample-report.ts';

const read = (text: string): Record<string, KnownFailure> =>
  Object.fromEntries(parseBaseline(text, 'known.yaml').known);

/** The lines that say what is wrong with a file. */
function mistakesIn(text: string): string[] {
  try {
    read(text);
  } catch (error) {
    const [first, ...lines] = (error as Error).message.split('\n');
    expect(first).toBe('The baseline is wrong:');
    return lines.map((line) => line.trim());
  }
  return [];
}

const ENTRY = { reason: 'why', ticket: '', expires: undefined, only: [], place: 'known.yaml:1' };

test('an entry is a reason, or holds reason, ticket, expires and only, and knows its line', () => {
  const file = `# Known failures\n\n${MUST}: why # since March\n${CORE}:
  reason: why
  ticket: T-1
  expires: 2030-12-31
  only: '[]'
${SHOULD}: { reason: why, until: "2030-12-31", only: [one, another] }`;
  expect(read(file)).toEqual({
    [MUST]: { ...ENTRY, place: 'known.yaml:3' },
    [CORE]: {
      reason: 'why',
      ticket: 'T-1',
      expires: '2030-12-31',
      only: ['[]'],
      place: 'known.yaml:4',
    },
    [SHOULD]: { ...ENTRY, expires: '2030-12-31', only: ['one', 'another'], place: 'known.yaml:9' },
  });
});

test('a file without entries is right', () => {
  for (const text of ['', '# none yet\n', '{}', '~', '---\n']) expect(read(text), text).toEqual({});
});

const MISTAKES: [what: string, text: string, mistakes: string[]][] = [
  ['no reason', `${MUST}:`, [`1: ${MUST}: it needs a reason: why is this failure tolerated?`]],
  ['a blank reason', `${MUST}: "  "`, [`1: ${MUST}: it needs a reason: why is this failure tolerated?`]],
  [
    'a map without a reason',
    `${MUST}:\n  ticket: T-1`,
    [`1: ${MUST}: it needs a reason: why is this failure tolerated?`],
  ],
  ['a reason that is a number', `${MUST}: 12`, [`1: ${MUST}: reason: 12 is no text: put it into quotes.`]],
  ['a reason that is a list', `${MUST}: [why]`, [`1: ${MUST}: reason: a list is no text.`]],
  [
    'a ticket that is a number',
    `${MUST}:\n  reason: why\n  ticket: 0471`,
    [`3: ${MUST}: ticket: 0471 is no text: put it into quotes.`],
  ],
  ['an empty ticket', `${MUST}: { reason: why, ticket: }`, [`1: ${MUST}: ticket: it is empty: remove it.`]],
  [
    'a day that is none',
    `${MUST}: { reason: why, expires: 2030-02-30 }`,
    [`1: ${MUST}: expires: 2030-02-30 is not a day such as 2030-12-31.`],
  ],
  [
    'an older name without a day',
    `${MUST}: { reason: why, until: }`,
    [`1: ${MUST}: until: nothing is not a day such as 2030-12-31.`],
  ],
  [
    'both names of the day',
    `${MUST}:\n  reason: why\n  until: 2030-12-31\n  expires: 2030-12-31`,
    [`3: ${MUST}: until is the older name of expires: keep one of both.`],
  ],
  [
    'a misspelt field',
    `${MUST}:\n  reason: why\n  tikcet: T-1`,
    [`3: ${MUST}: "tikcet" is no field of an entry. Did you mean ticket?`],
  ],
  [
    'a field twice',
    `${MUST}:\n  reason: why\n  reason: too`,
    [`3: ${MUST}: reason is given twice: keep one.`],
  ],
  [
    'an entry twice',
    `${MUST}: a\n${MUST}: b`,
    [`2: ${MUST} is listed in known.yaml:1, too: keep one of both.`],
  ],
  [
    'a misspelt requirement',
    'workspace-folders-firts: why',
    [`1: workspace-folders-firts is no requirement. Did you mean ${MUST}?`],
  ],
  [
    'an excluded requirement',
    'embed-picture-display: why',
    [
      '1: embed-picture-display is never judged: only a browser in an embedded dashboard can see it. Remove it.',
    ],
  ],
  ['a merge key', '<<: { a: b }', ['1: merge keys are not read: list each requirement itself.']],
  ['an alias of nothing', `${MUST}: *nothing`, ['1: *nothing stands for nothing above it.']],
  [
    'a list',
    `- ${MUST}`,
    ['1: it must be a map from requirement id to the reason why its failure is known.'],
  ],
  ['two documents', `${MUST}: a\n---\n${CORE}: b`, ['2: a second document begins here: keep one.']],
];

for (const [what, text, mistakes] of MISTAKES) {
  test(`${what} is a mistake that is told with its line`, () => {
    expect(mistakesIn(text)).toEqual(mistakes.map((mistake) => `known.yaml:${mistake}`));
  });
}

test('an only that is empty or no text is a mistake', () => {
  for (const only of ['', '""', '" "', '[]', '[a, ""]', '12', '[12]', '{ a: b }', '[[a]]'])
    expect(mistakesIn(`${MUST}: { reason: why, only: ${only} }`), only).toEqual([
      `known.yaml:1: ${MUST}: only: it must be a text, or a list of texts, that expected or received of the failure contains.`,
    ]);
});

test('all mistakes are told at once, in the order of the file', () => {
  const lines = mistakesIn(`nowhere: why\n${MUST}:\n${CORE}:\n  only: []\n  ticket: 12\n${MUST}: 1`);
  expect(lines.map((line) => line.split(':')[1])).toEqual(['1', '2', '3', '4', '5', '6', '6']);
});

test('aliases are followed, and files that are no YAML or that expand without end are told', () => {
  expect(
    read(`${MUST}: &same { reason: &why why, only: [a] }\n${CORE}: *same\n${SHOULD}: *why`),
  ).toMatchObject({
    [CORE]: { reason: 'why', only: ['a'], place: 'known.yaml:2' },
    [SHOULD]: { reason: 'why' },
  });
  const levels = Array.from(
    { length: 30 },
    (_, at) => `&l${at + 1} [${Array(9).fill(`*l${at}`).join(', ')}]`,
  );
  const bomb = `${MUST}:\n  reason: why\n  only: [&l0 [a], ${levels.join(', ')}]`;
  for (const text of [
    bomb,
    `${MUST}: &self { reason: *self }`,
    '['.repeat(20_000),
    `${MUST}: "open`,
    '\t- a: b',
  ])
    expect(mistakesIn(text)[0], text.slice(0, 40)).toMatch(/^known\.yaml:\d+: /);
});

test('a file is needed where one is named', async () => {
  expect(readBaseline(undefined)).toEqual(new Map());
  expect(() => readBaseline('nowhere.yaml')).toThrow(
    /^CONFORMANCE_BASELINE: nowhere\.yaml cannot be read: ENOENT/,
  );
  await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'known.yaml');
    await writeFile(file, `${MUST}: why`);
    expect(readBaseline(file).get(MUST)).toEqual({ ...ENTRY, place: `${file}:1` });
  });
});

test('an entry is tolerated on its last day, and not on the next', () => {
  const entry = { expires: '2030-12-31' };
  expect(isExpired(entry, new Date('2030-12-31T23:59:59Z'))).toBe(false);
  expect(isExpired(entry, new Date('2031-01-01T00:00:00Z'))).toBe(true);
  expect(isExpired({}, new Date('9999-12-31'))).toBe(false);
});

test('a day is one of the calendar', () => {
  expect(['2028-02-29', '2030-12-31'].filter((day) => !isDay(day))).toEqual([]);
  expect(['2030-02-29', '2030-13-01', '2030-1-1', 'soon', '', '2030-12-31T00:00:00Z'].filter(isDay)).toEqual(
    [],
  );
});
