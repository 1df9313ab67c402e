import { readFile, writeFile } from 'node:fs/promises';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { baselineCommand, type RenewedBaseline, renewBaseline } from '../../../reporters/baseline-command.ts';
import { compareReports, comparisonText } from '../../../reporters/comparison.ts';
import { objections } from '../../../reporters/exit.ts';
import { withBaseline } from '../../../reporters/known-failures.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { parseReport } from '../../../reporters/read-report.ts';
import type { Report } from '../../../reporters/report.ts';
import { summarise } from '../../../reporters/summary.ts';
import type { Baseline, KnownFailure } from '../../../schemas/baseline.ts';
import { parseBaseline } from '../../../schemas/baseline-file.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { idsOf, requirementIn } from '../support/report-queries.ts';
import { environment, runNode } from '../support/run-suite.ts';
import {
  allBut,
  baseline,
  CORE,
  EVIDENCE,
  FAILURE,
  MUST,
  outcome,
  report,
  SHOULD,
} from '../support/samples.ts';

/** The report of a run in which a requirement fails in these ways, a test for each. */
const failing = (received: readonly string[], known: Baseline, id = MUST): Report => {
  const failed = received.map((one) => ({
    ...outcome(id, 'failed'),
    failure: { ...FAILURE, received: one },
  }));
  return report({}, { outcomes: allBut(...failed), baseline: known });
};

test('a known failure does not fail the run, which is not conformant all the same', () => {
  const judged = failing(['b'], baseline({ ticket: 'T-1', expires: '2030-12-31' }));
  expect(judged.verdict).toBe('not conformant');
  expect(objections(judged, [])).toEqual([]);
  expect(requirementIn(judged, MUST)).toMatchObject({
    baseline: 'known',
    baselineReason: 'ticket 7 (until 2030-12-31)',
    baselineTicket: 'T-1',
    baselineObjection: '',
  });
  expect(summarise(judged, [])).toContain(`${MUST} (known failure: ticket 7 (until 2030-12-31), T-1): `);
  expect(parseReport(judged)).toBe(judged);
});

test('an entry of what passes now fails the run, with the line to remove, be it a MUST or a SHOULD', () => {
  for (const id of [MUST, SHOULD]) {
    const judged = report({}, { baseline: baseline({}, id) });
    expect(objections(judged, [])).toEqual([`known.yaml:12: remove "${id}": it passes now`]);
    expect(requirementIn(judged, id)?.baseline).toBe('stale');
  }
});

test('an entry that has expired fails the run', () => {
  // The run of these tests begins on the first day of 1970.
  const [today, yesterday] = ['1970-01-01', '1969-12-31'];
  expect(objections(failing(['b'], baseline({ expires: today })), [])).toEqual([]);
  const over = failing(['b'], baseline({ expires: yesterday }));
  expect(objections(over, [])).toEqual([
    '1 MUST failed',
    `known.yaml:12: remove "${MUST}", or give it a later day: it was tolerated until ${yesterday}`,
  ]);
  expect(summarise(over, [])).toContain(`${MUST} (tolerated no longer: ticket 7 (until ${yesterday})): `);
});

test('with `only`, a failure is known where its expected or received contains one of the texts', () => {
  const knows = (only: string[], ...received: string[]): unknown =>
    requirementIn(failing(received, baseline({ only })), MUST)?.baseline;
  expect(knows(['status 500'], 'status 500 with a page')).toBe('known');
  // Each of these failures expects "a".
  expect(knows(['a'], 'null')).toBe('known');
  expect(knows(['null', '500'], 'status 500', 'null')).toBe('known');
  expect(knows(['[ 1, 2 ]'], '[\n  1,\n  2\n]')).toBe('known');
  expect(knows(['Status'], 'status 500')).toBe('beyond');
});

test('a failure that `only` does not name fails the run, and the objection quotes it', () => {
  const judged = failing(['status 500', 'null'], baseline({ only: ['500'] }));
  expect(objections(judged, [])).toEqual([
    '1 MUST failed',
    `known.yaml:12: "${MUST}" fails in another way, too, than its only says: expected a, received null`,
  ]);
  expect(summarise(judged, [])).toContain(`${MUST} (not only what is known: ticket 7): `);
  expect(objections(failing(['500', 'null'], baseline({ only: ['500'] }, SHOULD), SHOULD), [])).toEqual([]);
});

test('a violation that another test found must be known, too', () => {
  const known = baseline({ only: ['500'] });
  const own = { ...outcome(MUST, 'failed'), failure: { ...FAILURE, received: '500' } };
  const violation = { ...FAILURE, received: 'null', requirement: MUST };
  const other = { ...outcome(SHOULD, 'passed'), evidence: { ...EVIDENCE, violations: [violation] } };
  const both = report({}, { outcomes: allBut(own, other), baseline: known });
  expect(requirementIn(both, MUST)?.baseline).toBe('beyond');
  // The gate, which sees the report alone, judges it the same way.
  expect(withBaseline(both, known, new Date(0))).toEqual(both);
});

test('an entry says nothing of a requirement that was not judged', () => {
  const over = baseline({ expires: '1969-12-31', only: ['x'] });
  for (const status of ['not-tested', 'inconclusive', 'not-applicable'] as const) {
    const judged = report({ [MUST]: status }, { baseline: over });
    expect(requirementIn(judged, MUST)).toMatchObject({ baseline: null, baselineReason: '' });
    expect(objections(judged, []).join(), status).not.toContain('known.yaml');
  }
  const filtered = report({}, { outcomes: [outcome(SHOULD, 'passed')], baseline: over });
  expect(objections(filtered, []).join()).not.toContain('known.yaml');
});

const read = (text: string): Record<string, KnownFailure> =>
  Object.fromEntries(parseBaseline(text, 'known.yaml').known);

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
    [CORE]: { reason: 'why', ticket: 'T-1', expires: '2030-12-31', only: ['[]'], place: 'known.yaml:4' },
    [SHOULD]: { ...ENTRY, expires: '2030-12-31', only: ['one', 'another'], place: 'known.yaml:9' },
  });
});

test('a mistake is told with its line', () => {
  for (const [text, mistake] of [
    [`${MUST}: 12`, `1: ${MUST}: reason: 12 is no text: put it into quotes.`],
    [
      `${MUST}: { reason: why, expires: 2030-02-30 }`,
      `1: ${MUST}: expires: 2030-02-30 is not a day such as 2030-12-31.`,
    ],
    [
      `${MUST}:\n  reason: why\n  tikcet: T-1`,
      `3: ${MUST}: "tikcet" is no field of an entry. Did you mean ticket?`,
    ],
    [`${MUST}: a\n${MUST}: b`, '2: this stands above already: keep one of both.'],
    ['<<: { a: b }', '1: merge keys are not read: list each requirement itself.'],
  ] as const)
    expect(mistakesIn(text)).toEqual([`known.yaml:${mistake}`]);
});

const NOW = new Date('2030-06-01');

const renew = (text: string, changes: Record<string, TestOutcome['status']>): RenewedBaseline =>
  renewBaseline(text, 'known.yaml', report(changes), { reason: 'rewrite' }, NOW);

const FILE = `# Known failures of acme

# The listing

# Ada looks into it
${MUST}: why # since March
# Sessions
${CORE}:
  # asked twice
  ticket: 'T-1'
  reason: why
  expires: 2030-12-31

${SHOULD}: why
# The end
`;

test('what passes now is removed with the comment above it, and all else stays as it is written', () => {
  const { text, kept, removed } = renew(FILE, { [CORE]: 'failed', [SHOULD]: 'failed' });
  expect({ kept, removed }).toEqual({ kept: [CORE, SHOULD], removed: [MUST] });
  const gone = `# Ada looks into it\n${MUST}: why # since March\n`;
  const end = (whole: string): string => whole.replace('why\n# The end', 'why\n\n# The end');
  expect(end(text)).toBe(end(FILE.replace(gone, '')));
  const last = renew(FILE, { [MUST]: 'failed', [CORE]: 'failed' });
  expect(last.text).toContain('# The end');
  expect(last.text).not.toContain(SHOULD);
});

test('an entry stays where its requirement was not judged; all stay where the run was cut short or a part of it is missing', () => {
  for (const status of ['not-tested', 'inconclusive', 'not-applicable'] as const)
    expect(renew(`${MUST}: why`, { [MUST]: status }).kept).toEqual([MUST]);
  const errors = ['the shards judged different targets: a, b'];
  for (const run of [{ outcomes: [] }, { ended: false }, { errors }])
    expect(renewBaseline(FILE, 'known.yaml', report({}, run), {}, NOW)).toMatchObject({
      text: FILE,
      removed: [],
    });
});

test('the command reads the last report, writes the baseline and says what it did', () =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'known.yaml');
    const settings = { CONFORMANCE_REPORT_DIR: folder, CONFORMANCE_BASELINE: file };
    const judged = report({ [MUST]: 'failed', [CORE]: 'not-tested' });
    await writeFile(join(folder, 'report.json'), JSON.stringify(judged));
    await writeFile(file, `${SHOULD}: why\n${CORE}: why\n`);
    expect(() => baselineCommand(['--expires=2030-05-31', '--reason=why'], settings, NOW)).toThrow(
      'is in the past',
    );
    const said = baselineCommand(['--reason=rewrite', '--ticket=T-1', '--expires=2030-06-01'], settings, NOW);
    expect(said.split('\n')).toEqual([
      `added    ${MUST}`,
      `kept     ${CORE}: not tested in this report`,
      `removed  ${SHOULD}: it passes now`,
      `Written: ${file}`,
    ]);
    const written = `${CORE}: why\n${MUST}:\n  reason: rewrite\n  ticket: T-1\n  expires: 2030-06-01\n`;
    expect(await readFile(file, 'utf8')).toBe(written);
    expect(baselineCommand([], settings, new Date('2030-06-02'))).toMatch(
      /^The gate still stays closed because of:\n {2}\S+known\.yaml:2: remove /m,
    );
  }));

const WHOLE = report({});
const FAILED = report({ [MUST]: 'failed' });
/** As from another version of the catalogue. */
const INCOMPLETE = { ...WHOLE, requirements: WHOLE.requirements.filter(({ id }) => id !== MUST) };

const CASES: [what: string, command: string[], reports: Report[], code: number, says: string][] = [
  ['the gate takes the report of the run that it names', ['gate', '--run=c0ffee000001'], [WHOLE], 0, ''],
  ['the gate refuses a report that lacks a requirement', ['gate'], [INCOMPLETE], 1, `${MUST} is missing`],
  ['a comparison with a regression', ['compare'], [WHOLE, FAILED], 1, '1 regression'],
];

for (const [what, [command, ...options], reports, code, says] of CASES)
  test(`${what} exits ${code}`, () =>
    withTemporaryFolder(async (folder) => {
      const files = reports.map((_, index) => join(folder, `${index}.json`));
      for (const [index, file] of files.entries()) await writeFile(file, JSON.stringify(reports[index]));
      const settings = { ...environment(), DOTENV_CONFIG_PATH: devNull };
      const args = ['--import', 'tsx', `reporters/${command}.ts`, ...options, ...files];
      const run = await runNode(args, settings);
      expect(run, run.output).toMatchObject({ code, output: expect.stringContaining(says) });
    }));

test('a MUST that newly fails is a regression, and the text shows what was received', () => {
  for (const before of ['passed', 'not-tested', 'inconclusive'] as const) {
    const comparison = compareReports(report({ [MUST]: before }), report({ [MUST]: 'failed' }));
    expect(idsOf(comparison.newlyFailing), before).toEqual([MUST]);
    expect(comparison.regressions, before).toEqual([MUST]);
    expect(comparisonText(comparison), before).toMatch(/^1 regression\n[\s\S]*expected a, received b/);
  }
});

test('a MUST that passed and is no longer judged is a regression, unless it does not apply', () => {
  for (const after of ['not-tested', 'inconclusive', 'not-applicable'] as const) {
    const comparison = compareReports(report({}), report({ [MUST]: after }));
    expect(idsOf(comparison.noLongerTested), after).toEqual([MUST]);
    expect(comparison.regressions, after).toEqual(after === 'not-applicable' ? [] : [MUST]);
  }
  // A MUST that failed before is no regression when it is no longer tested.
  const unseen = compareReports(report({ [MUST]: 'failed' }), report({ [MUST]: 'not-tested' }));
  expect(idsOf(unseen.noLongerTested)).toEqual([MUST]);
  expect(unseen.regressions).toEqual([]);
});

test('a SHOULD is no regression, and changes of the catalogue are distinguished from changes of the target', () => {
  const comparison = compareReports(report({}), report({ [SHOULD]: 'failed' }));
  expect([idsOf(comparison.newlyFailing), comparison.regressions]).toEqual([[SHOULD], []]);
  const grown = compareReports(INCOMPLETE, report({}));
  expect(idsOf(grown.added)).toEqual([MUST]);
  expect([grown.regressions, grown.newlyTested].flat()).toEqual([]);
  expect(idsOf(compareReports(report({}), INCOMPLETE).removed)).toEqual([MUST]);
  const raised = report({});
  for (const row of raised.requirements) if (row.id === SHOULD) row.level = 'MUST';
  expect(compareReports(report({}), raised).levels).toEqual([`${SHOULD}: SHOULD → MUST`]);
});
