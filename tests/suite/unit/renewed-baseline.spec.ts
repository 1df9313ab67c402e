import { expect, test } from '@playwright/test';
import { objections } from '../../../reporters/exit.ts';
import { withBaseline } from '../../../reporters/known-failures.ts';
import type { TestOutcome } from '../../../reporters/outcome.ts';
import { type NewEntry, type RenewedBaseline, renewBaseline } from '../../../reporters/renewed-baseline.ts';
import { parseBaseline } from '../../../schemas/baseline.ts';
import { CORE, MUST, report, SHOULD } from './sample-report.ts';

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

test('new entries follow those that are there, with the ticket and the last day that are given', () => {
  for (const [before, expected] of [
    [`${CORE}: why`, `${CORE}: why\n`],
    [`{ ${CORE}: why }`, `${CORE}: why\n`],
    ['{}', ''],
    ['~\n', ''],
    ['# None yet\n', '# None yet\n\n'],
  ] as const) {
    const given = { reason: 'a: #b', ticket: 'T-2', expires: '2031-01-01' };
    expect(renew(before, { [MUST]: 'failed', [CORE]: 'not-tested' }, given).text, before).toBe(
      `${expected}${MUST}:\n  reason: "a: #b"\n  ticket: T-2\n  expires: 2031-01-01\n`,
    );
  }
});

test('without a reason a new failure is refused, by its id', () => {
  for (const given of [{}, { reason: '' }, { ticket: 'T-1' }])
    expect(() => renew('', { [MUST]: 'failed' }, given)).toThrow(
      `1 failure is not in the baseline yet: ${MUST}. Give a reason`,
    );
  expect(renew(`${MUST}: why`, { [MUST]: 'failed' }, {}).added).toEqual([]);
});

test('a file that needs no change keeps every byte', () => {
  const text = `{ ${CORE}:    'why' ,   ${SHOULD}: "x" }`;
  const renewed = renew(text, { [CORE]: 'not-tested', [SHOULD]: 'failed' }, {});
  expect(renewed).toMatchObject({ text, added: [], kept: [CORE, SHOULD], removed: [] });
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

test('the comments of the file outlast its entries', () => {
  const { text, kept } = renew(FILE, {});
  expect(kept).toEqual([]);
  for (const comment of ['# Known failures of acme', '# The listing', '# The end'])
    expect(text).toContain(comment);
  expect([...parseBaseline(text, 'known.yaml').known]).toEqual([]);
});

test('what was not judged stays', () => {
  for (const status of ['not-tested', 'inconclusive', 'not-applicable'] as const)
    expect(renew(`${MUST}: why`, { [MUST]: status }).kept).toEqual([MUST]);
  const filtered = report({}, { outcomes: [] });
  expect(renewBaseline(FILE, 'known.yaml', filtered, {}, NOW).text).toBe(FILE);
});

test('of a run that was cut short, or of which a part is missing, nothing is removed', () => {
  for (const run of [{ ended: false }, { errors: ['the shards judged different targets: a, b'] }]) {
    const renewed = renewBaseline(FILE, 'known.yaml', report({}, run), {}, NOW);
    expect(renewed).toMatchObject({ text: FILE, removed: [], left: [] });
  }
});

test('the baseline that is written opens the gate for the report that it was made from', () => {
  const judged = report({ [MUST]: 'failed', [SHOULD]: 'failed' });
  const { text, left } = renewBaseline(FILE, 'known.yaml', judged, {}, NOW);
  expect(left).toEqual([]);
  const { known } = parseBaseline(text, 'known.yaml');
  expect(objections(withBaseline(judged, known, NOW), [])).toEqual([]);
});

test('an entry that is over, or about another failure, stays, and the line to mend is told', () => {
  const before = `${SHOULD}: gone\n${MUST}: { reason: why, expires: 2030-01-01 }\n${CORE}: { reason: why, only: '500' }\n`;
  const { text, left } = renew(before, { [MUST]: 'failed', [CORE]: 'failed' });
  expect(text).toBe(before.replace(`${SHOULD}: gone\n`, ''));
  // The lines are those of the file as it is written.
  expect(left).toEqual([
    expect.stringMatching(`^known.yaml:1: remove "${MUST}", or give it a later day`),
    expect.stringMatching(`^known.yaml:2: remove "${CORE}", or correct its only`),
  ]);
});

test('an entry that an alias stands for is not removed', () => {
  const same = `${MUST}: &same why\n${CORE}: *same\n`;
  expect(() => renew(same, { [CORE]: 'failed' })).toThrow(
    /known\.yaml cannot be renewed: .* Nothing was written/,
  );
  expect(renew(same, { [MUST]: 'failed' }).text).toBe(`${MUST}: &same why\n`);
});
