import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { validateXML } from 'xmllint-wasm';
import { junit } from '../../../reporters/documents/junit.ts';
import type { Report } from '../../../reporters/report.ts';
import { oneShard } from '../../../reporters/shards.ts';
import { HOSTILE, spoiled } from '../support/hostile-text.ts';
import { casesIn } from '../support/junit-cases.ts';
import { idsOf } from '../support/report-queries.ts';
import { baseline, CORE, MIXED, MUST, report, SHOULD } from './sample-report.ts';

const schema = readFileSync('tests/suite/support/junit.xsd', 'utf8');
const KNOWN = baseline();

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

/** Why a run does not pass, as its document says. */
const ofTheRun = (judged: Report, problems: string[] = []): string[] =>
  casesIn(junit({ report: judged, problems }))
    .filter(({ classname, ending }) => classname === 'the run' && ending === 'error')
    .map(({ message }) => message);

test('the document is all green exactly where the run passes', () => {
  const problem = 'index.html cannot be written: EISDIR';
  const runs: [Report, string[]][] = [
    [report({}), []],
    [report({ [SHOULD]: 'failed' }), []],
    [report({ [MUST]: 'failed' }, { baseline: KNOWN }), []],
    [report({ [MUST]: 'failed' }), []],
    [report({ [MUST]: 'inconclusive' }), []],
    [report({ [SHOULD]: 'error' }), []],
    [report({}, { baseline: KNOWN }), []],
    [report({}, { outcomes: [] }), []],
    [report({}, { ended: false }), []],
    [report({}, { errors: ['the set-up failed'] }), []],
    [report({ [CORE]: 'not-tested' }, { required: ['core'] }), []],
    [report({}), [problem]],
  ];
  for (const [judged, problems] of runs) {
    const xml = junit({ report: judged, problems });
    const bad = casesIn(xml).filter(({ ending }) => ending === 'failure' || ending === 'error');
    const against = [...judged.gate.objections, ...problems];
    expect(bad.length === 0, against.join()).toBe(against.length === 0);
  }
  expect(ofTheRun(report({}), [problem])).toEqual([problem]);
  expect(ofTheRun(report({ [MUST]: 'failed' })), 'told by its own case alone').toEqual([]);
});
