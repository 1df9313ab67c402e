import { expect, test } from '@playwright/test';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { testable } from '../../../schemas/requirements.ts';
import { FAULTS } from '../end-to-end/unreliable/faults.ts';
import { objectionsTo } from '../end-to-end/unreliable/judge.ts';
import type { Expected, Mode } from '../end-to-end/unreliable/mode.ts';
import { sometimes } from '../end-to-end/unreliable/mode.ts';
import { MODES, modeNamed } from '../end-to-end/unreliable/modes.ts';
import { isWhole, page } from '../end-to-end/unreliable/page.ts';
import type { MeasuredRun } from '../support/measured-run.ts';
import { Fates } from '../support/proxy/fates.ts';
import { CORE, MUST, report } from './sample-report.ts';

/** What decides over requests behind an unreliable network, and how the runs there are judged. */

const REQUESTS = 2_000;
const chancesOf = (seed: number): number[] => {
  const fates = new Fates(seed);
  return Array.from({ length: REQUESTS }, (_, n) => fates.next('GET', `/${n}`, '').chance);
};

test('the fate of a request depends on the seed, what is asked, and how often, not on what is asked in between', () => {
  expect(chancesOf(1)).toEqual(chancesOf(1));
  expect(chancesOf(1)).not.toEqual(chancesOf(2));
  const alone = new Fates(1);
  const chances = [1, 2, 3].map(() => alone.next('GET', '/a', '').chance);
  const among = new Fates(1);
  const seen = ['/a', '/b', '/a', '/b', '/b', '/a'].map((path) => among.next('GET', path, ''));
  expect(seen.filter(({ path }) => path === '/a').map(({ chance }) => chance)).toEqual(chances);
  expect(seen.map(({ again, before }) => [again, before])).toEqual([
    [0, 0],
    [0, 1],
    [1, 2],
    [1, 3],
    [2, 4],
    [2, 5],
  ]);
  const others = [
    ['POST', '/a', ''],
    ['GET', '/c', ''],
    ['GET', '/a', '{}'],
  ] as const;
  for (const [method, path, body] of others)
    expect(new Fates(1).next(method, path, body).chance).not.toBe(chances[0]);
});

test('a share of the requests is treated, in each way equally often', () => {
  const [one, two] = [{ delayMs: 1 }, { delayMs: 2 }];
  const treat = sometimes(0.1, one, two);
  const fates = new Fates(3);
  const treated = Array.from({ length: REQUESTS }, (_, n) => treat(fates.next('GET', `/${n}`, '')));
  expect(treated.filter(Boolean).length / REQUESTS).toBeCloseTo(0.1, 1);
  expect(treated.filter((way) => way === one).length / REQUESTS).toBeCloseTo(0.05, 1);
  expect(treated.filter((way) => way === two).length).toBeGreaterThan(0);
});

const mode = (expected: Expected): Mode => ({
  name: 'x',
  does: 'x',
  expected,
  treat: () => () => undefined,
  limitSeconds: 60,
});
const ENDS: Expected = { endsWith: /it (went|ran) away( after \d+)?/, says: 'it went away' };

/** A run with these tests not passed. */
function run(changes: Record<string, TestOutcome['status']>, more: Partial<MeasuredRun> = {}): MeasuredRun {
  return { code: 0, output: '', report: report(changes), seconds: 30, peakMb: 200, ...more };
}
const ended = (...objections: string[]): MeasuredRun => {
  const { report: whole, ...others } = run({}, { code: 1 });
  return { ...others, report: whole && { ...whole, gate: { ...whole.gate, objections } } };
};

const CASES: [what: string, run: MeasuredRun, expected: Expected, objection: RegExp | undefined][] = [
  ['a conformant run', run({}), 'conformant', undefined],
  ['a conformant run where less would do', run({}), 'not accused', undefined],
  ['an inconclusive run', run({ [CORE]: 'inconclusive' }, { code: 1 }), 'not accused', undefined],
  ['an inconclusive run', run({ [CORE]: 'inconclusive' }, { code: 1 }), 'conformant', /exit 1, expected 0/],
  ['exit 0', run({ [CORE]: 'inconclusive' }), 'not accused', /exit 0 although embed-session-id stayed incon/],
  ['exit 0', run({ [MUST]: 'not-tested' }), 'not accused', /exit 0 although .*-first was not tested/],
  [
    'a failed MUST',
    run({ [MUST]: 'failed' }, { code: 1 }),
    'not accused',
    /accused: workspace-folders-first/,
  ],
  ['a failed MUST', run({ [MUST]: 'failed' }, { code: 1 }), 'ends', undefined],
  ['exit 0 where rules are broken', run({}), 'ends', /exit 0, expected 1/],
  ['an error', run({ [MUST]: 'error' }, { code: 1 }), 'not accused', /errors of the suite/],
  ['a long run', run({}, { seconds: 61 }), 'conformant', /it took 61 s, more than 60 s/],
  ['a large process', run({}, { peakMb: 5_000 }), 'conformant', /5000 MiB/],
  ['no report', run({}, { report: undefined, output: 'a\nb' }), 'not accused', /no report: a b/],
  ['a sentence', ended('it went away after 7'), ENDS, undefined],
  ['two numbers', ended('it went away after 7', 'it went away after 8'), ENDS, /told 2 times/],
  ['one sentence of two workers', ended('it went away after 7', 'it went away after 7'), ENDS, undefined],
  ['two sentences', ended('it went away after 7', 'it ran away'), ENDS, /told 2 times/],
  ['another sentence', ended('x'), ENDS, /told 0 times, expected once: it went away/],
  ['exit 0 where it should end', run({}), ENDS, /exit 0, expected 1/],
];

for (const [what, made, expected, objection] of CASES)
  test(`of ${what} where ${typeof expected === 'object' ? 'a sentence' : expected} is expected: ${objection ?? 'nothing'} is wrong`, () => {
    const found = objectionsTo(made, mode(expected));
    if (objection) expect(found.join('\n')).toMatch(objection);
    else expect(found).toEqual([]);
  });

test('a mode that is misspelt is named, with those that there are', () => {
  expect(() => modeNamed('gzipp')).toThrow(/--mode=gzipp: there are gzip, br, /);
});

test('names of modes are unique, and twenty faults of different MUSTs are looked for', () => {
  expect(new Set(MODES.map(({ name }) => name)).size).toBe(MODES.length);
  const musts = testable.filter(({ level }) => level === 'MUST').map(({ id }) => id);
  const broken = FAULTS.map(({ breaks }) => breaks);
  expect(new Set(broken).size).toBe(20);
  expect(broken.filter((id) => !musts.includes(id))).toEqual([]);
});

test('a row tells what a mode came to, and what is wrong with it', () => {
  const honest = {
    code: 1,
    verdict: 'x',
    verified: 7,
    inconclusive: 2,
    seconds: 3,
    peakMb: 4,
    objections: ['a|b'],
  };
  const one = mode('not accused');
  const row = { honest, faults: { judged: 20, missed: ['some-id'] } };
  expect(page([one], { x: row })).toContain(
    '| `x` | x | not accused | 1 | 7 | 2 | 3 | 4 MiB | 19 of 20 | **no**: a\\|b; not failed: some-id |',
  );
  expect(isWhole(one, row)).toBe(true);
  expect(isWhole(one, { honest })).toBe(false);
  expect(isWhole({ ...one, hidesAll: true }, { honest })).toBe(true);
});
