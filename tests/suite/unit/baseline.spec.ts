import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { baselineCommand } from '../../../reporters/baseline-command.ts';
import { objections } from '../../../reporters/exit.ts';
import { withBaseline } from '../../../reporters/known-failures.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { type NewEntry, type RenewedBaseline, renewBaseline } from '../../../reporters/renewed-baseline.ts';
import { parseBaseline } from '../../../schemas/baseline.ts';
import type { KnownFailure } from '../../../schemas/known-failure.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { CORE, MUST, report, SHOULD } from '../support/samples.ts';

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

test('a mistake is told with its line', () => {
  for (const [text, mistake] of [
    [`${MUST}:`, `1: ${MUST}: it needs a reason: why is this failure tolerated?`],
    [`${MUST}: 12`, `1: ${MUST}: reason: 12 is no text: put it into quotes.`],
    [
      `${MUST}: { reason: why, expires: 2030-02-30 }`,
      `1: ${MUST}: expires: 2030-02-30 is not a day such as 2030-12-31.`,
    ],
    [
      `${MUST}:\n  reason: why\n  tikcet: T-1`,
      `3: ${MUST}: "tikcet" is no field of an entry. Did you mean ticket?`,
    ],
    [`${MUST}: a\n${MUST}: b`, `2: ${MUST} is listed in known.yaml:1, too: keep one of both.`],
    ['workspace-folders-firts: why', `1: workspace-folders-firts is no requirement. Did you mean ${MUST}?`],
    ['<<: { a: b }', '1: merge keys are not read: list each requirement itself.'],
  ] as const)
    expect(mistakesIn(text)).toEqual([`known.yaml:${mistake}`]);
});

test('aliases are followed, and what is no YAML, or holds itself, is told', () => {
  expect(
    read(`${MUST}: &same { reason: &why why, only: [a] }\n${CORE}: *same\n${SHOULD}: *why`),
  ).toMatchObject({
    [CORE]: { reason: 'why', only: ['a'], place: 'known.yaml:2' },
    [SHOULD]: { reason: 'why' },
  });
  for (const text of [`${MUST}: &self { reason: *self }`, '['.repeat(20_000), '\t- a: b'])
    expect(mistakesIn(text)[0], text.slice(0, 40)).toMatch(/^known\.yaml:\d+: /);
});

const NOW = new Date('2030-06-01');

/** The file, renewed from a run with these statuses. */
const renew = (
  text: string,
  changes: Record<string, TestOutcome['status']>,
  given: NewEntry = { reason: 'rewrite' },
): RenewedBaseline => renewBaseline(text, 'known.yaml', report(changes), given, NOW);

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

test('each MUST that fails and is not listed gets an entry, and a SHOULD gets none', () => {
  const { text, added } = renew('', { [MUST]: 'failed', [SHOULD]: 'failed', [CORE]: 'inconclusive' });
  expect(added).toEqual([MUST]);
  expect(text).toMatch(/^# Failures that are known .*\n\n/);
  expect(text.split('\n').slice(2)).toEqual([`${MUST}: rewrite`, '']);
});

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

test('what was not judged stays, and so does all in a run that was cut short, or of which a part is missing', () => {
  for (const status of ['not-tested', 'inconclusive', 'not-applicable'] as const)
    expect(renew(`${MUST}: why`, { [MUST]: status }).kept).toEqual([MUST]);
  const errors = ['the shards judged different targets: a, b'];
  for (const run of [{ outcomes: [] }, { ended: false }, { errors }])
    expect(renewBaseline(FILE, 'known.yaml', report({}, run), {}, NOW)).toMatchObject({
      text: FILE,
      removed: [],
    });
});

test('the baseline that is written opens the gate for the report that it was made from', () => {
  const judged = report({ [MUST]: 'failed', [SHOULD]: 'failed' });
  const { text, left } = renewBaseline(FILE, 'known.yaml', judged, {}, NOW);
  expect(left).toEqual([]);
  const { known } = parseBaseline(text, 'known.yaml');
  expect(objections(withBaseline(judged, known, NOW), [])).toEqual([]);
});

test('the command reads the last report, writes the baseline and says what it did', () =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'known.yaml');
    const settings = { CONFORMANCE_REPORT_DIR: folder, CONFORMANCE_BASELINE: file };
    const judged = report({ [MUST]: 'failed', [CORE]: 'not-tested' });
    await writeFile(join(folder, 'report.json'), JSON.stringify(judged));
    await writeFile(file, `${SHOULD}: why\n${CORE}: why\n`);
    expect(() => baselineCommand(['--expires=2030-05-31', '--reason=why'], settings, NOW)).toThrow('is over');
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
