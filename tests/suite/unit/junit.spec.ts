import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { validateXML } from 'xmllint-wasm';
import { junit } from '../../../reporters/documents/junit.ts';
import type { Report } from '../../../reporters/report.ts';
import { oneShard } from '../../../reporters/shards.ts';
import { HOSTILE, spoiled } from '../support/hostile-text.ts';
import { caseFor, casesIn, type JunitCase, suitesIn } from '../support/junit-cases.ts';
import { idsOf } from '../support/report-queries.ts';
import { baseline, FAILURE, MIXED, MUST, report } from './sample-report.ts';

const schema = readFileSync('tests/suite/support/junit.xsd', 'utf8');

const KNOWN = baseline();

const caseOf = (judged: Report, id: string): JunitCase | undefined => caseFor(junit({ report: judged }), id);

/** What the schema objects to. */
async function mistakesIn(xml: string): Promise<string[]> {
  const { errors } = await validateXML({ xml, schema, maxMemoryPages: 4096 });
  return errors.map(({ message }) => message);
}

test('every kind of report is valid, and has a case for each requirement that can be judged', async () => {
  const reports: Record<string, Report> = {
    conformant: report({}),
    mixed: report(MIXED),
    known: report(MIXED, { baseline: KNOWN }),
    empty: report({}, { outcomes: [], ended: false, errors: ['the set-up failed:\n  for a reason'] }),
    shard: report(MIXED, { shards: oneShard({ current: 1, total: 2 }) }),
    hostile: spoiled(report(MIXED), HOSTILE),
    large: spoiled(report(MIXED), HOSTILE.repeat(1 + Math.ceil(1_048_576 / HOSTILE.length))),
  };
  for (const [name, judged] of Object.entries(reports)) {
    const xml = junit({ report: judged });
    expect(await mistakesIn(xml), name).toEqual([]);
    expect(
      casesIn(xml)
        .filter(({ classname }) => classname !== 'the run')
        .map((one) => one.name.split(':')[0])
        .sort(),
      name,
    ).toEqual(idsOf(judged.requirements.filter(({ verdict }) => verdict !== 'excluded')).sort());
  }
});

test('the schema notices what is not JUnit', async () => {
  const xml = junit({ report: report(MIXED) });
  expect(
    await mistakesIn(xml.replace('<failure type', '<failed type').replace('</failure>', '</failed>')),
  ).not.toEqual([]);
  expect(await mistakesIn(xml.replace(/tests="\d+"/, 'tests="many"'))).not.toEqual([]);
});

test('hostile text stands in the story as it came, and ends nothing', () => {
  const xml = junit({ report: spoiled(report(MIXED), HOSTILE) });
  expect(xml).toContain('&amp;lt;&amp;#0;');
  expect(xml).not.toMatch(/&(?!amp;|lt;|gt;|quot;|apos;)/);
  const failed = caseFor(xml, MUST);
  expect(failed?.ending).toBe('failure');
  for (const part of [
    ']]>',
    '</failure></testcase>',
    '\\u0000\\u0007\\u001b[2J',
    '\\ufffe\\uffff\\u202e',
    'lone \\ud800',
  ])
    expect(failed?.text).toContain(part);
});

test('the class is the section, the name the id and the statement, the time that of the tests', () => {
  expect(caseOf(report({}), MUST)).toEqual({
    classname: 'List workspace items',
    name: expect.stringMatching(new RegExp(`^${MUST}: [A-Z]`)),
    time: '0.001',
    ending: 'passed',
    type: '',
    message: '',
    text: '',
  });
});

test('a failure has its whole story', () => {
  const judged = report({ [MUST]: 'failed' });
  for (const row of judged.requirements)
    for (const { failures } of row.tests)
      for (const failure of failures)
        Object.assign(failure, { input: '1. one\n           2. two', curl: '# 1. one\ncurl x' });
  const failed = caseOf(judged, MUST);
  expect(failed).toMatchObject({ ending: 'failure', type: 'nonconformance' });
  expect(failed?.message).toBe('expected a, received b, fix c');
  const { expected, received, fix, replay } = FAILURE;
  for (const line of [
    'rule     docs/interface.md#list-workspace-items-rule-2',
    `test     tests/x.spec.ts:1 ${MUST}`,
    `expected ${expected}`,
    `received ${received}`,
    `fix      ${fix}`,
    'input    1. one\n2. two',
    'curl     # 1. one\ncurl x',
    `replay   ${replay}`,
  ])
    expect(`${failed?.text}\n`).toContain(`\n${line}\n`);
});

test('the numbers of each suite and of all are those of the cases', () => {
  const suites = suitesIn(junit({ report: report(MIXED) }));
  const count = (cases: readonly JunitCase[], ending: string): string =>
    String(cases.filter((one) => one.ending === ending).length);
  const time = (cases: readonly JunitCase[]): string =>
    cases.reduce((sum, one) => sum + Number(one.time), 0).toFixed(3);
  for (const { attributes, cases } of suites) {
    expect(attributes, attributes.name).toMatchObject({
      tests: String(cases.length),
      failures: count(cases, 'failure'),
      errors: count(cases, 'error'),
      time: time(cases),
      ...('skipped' in attributes ? { skipped: count(cases, 'skipped') } : {}),
    });
  }
  expect(suites.map(({ attributes }) => attributes.timestamp).slice(1)).toEqual(
    suites.slice(1).map(() => '1970-01-01T00:00:00.000Z'),
  );
});

test('properties say what the run was, of how much it speaks and why it does not pass', () => {
  const xml = junit({ report: report(MIXED, { required: ['core'] }) });
  const properties = new Map(
    [...xml.matchAll(/<property name="([^"]*)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  );
  expect(Object.fromEntries(properties)).toMatchObject({
    verdict: 'not conformant',
    gate: 'does not pass',
    'gate.objection.1': '1 MUST failed',
    'gate.required': 'core',
    'profile.core': expect.stringMatching(/^undetermined: \d+ of \d+ verified MUST hold, of \d+$/),
    'profile.workspace': expect.stringMatching(/^not conformant: /),
    'summary.MUST': expect.stringMatching(/^\d+ of \d+ verified hold, \d+ of \d+ verified$/),
    suite: 'x 1.0.0',
    node: '20.19.0',
  });
});
