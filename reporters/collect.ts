import { readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { TestCase, TestResult } from '@playwright/test/reporter';
import { ANNOTATION, type Cause, EVIDENCE_ATTACHMENT, type TestEvidence } from '../schemas/evidence.ts';
import type { TestOutcome } from './outcome.ts';

/** The project's root, to which file names are relative. */
export const ROOT = join(import.meta.dirname, '..');

/** Reads how a test ended from what the runner knows of it. Of one that claims no requirement, the id is empty. */
export function outcomeOf(test: TestCase): TestOutcome {
  const requirement = test.annotations.find(({ type }) => type === ANNOTATION.requirement)?.description ?? '';
  const result = test.results.at(-1);
  const evidence = result && evidenceOf(result);
  return {
    requirement,
    title: test.title,
    file: relative(ROOT, test.location.file).split(sep).join('/'),
    line: test.location.line,
    durationMs: Math.round(result?.duration ?? 0),
    ...(test.annotations.some(({ type }) => type === ANNOTATION.also) ? { also: true as const } : {}),
    ...statusOf(test, result, evidence),
    ...(evidence ? { evidence } : {}),
    ...(evidence?.failure && !evidence.disturbed ? { failure: evidence.failure } : {}),
  };
}

/**
 * Shows a test that failed as one that did, to the documents of the runner's own reporters: they are written at the end, when
 * nothing is run any more. While tests run, one that failed after others had is skipped, since the runner would start a new
 * worker after it.
 */
export function showFailed(test: TestCase, result: TestResult): void {
  if (![...test.annotations, ...result.annotations].some(({ type }) => type === ANNOTATION.failed)) return;
  test.expectedStatus = 'passed';
  result.status = 'failed';
}

const LEFT_OUT: Cause = { code: 'left-out', blames: [] };

type Ending = Pick<TestOutcome, 'status' | 'reason' | 'cause'>;

function statusOf(
  test: TestCase,
  result: TestResult | undefined,
  evidence: TestEvidence | undefined,
): Ending {
  if (!result || result.status === 'interrupted')
    return { status: 'not-run', reason: 'the run ended before it', cause: LEFT_OUT };
  if (result.status === 'skipped' && !evidence?.failure) return skipped(result, test);
  if (result.status === 'timedOut') {
    return { status: 'inconclusive', reason: `not observed within the test's time-out: ${errorOf(result)}` };
  }
  if (result.status === 'failed' || result.status === 'skipped') {
    if (evidence?.disturbed) return { status: 'inconclusive', reason: evidence.disturbed };
    return evidence?.failure
      ? { status: 'failed', reason: '' }
      : { status: 'error', reason: `error of the suite: ${evidence?.suiteError ?? errorOf(result)}` };
  }
  if (!evidence)
    return {
      status: 'error',
      reason: 'error of the suite: it passed, and left no evidence of what it judged',
    };
  const failedBefore = test.results.some(({ status }) => status === 'failed');
  return failedBefore
    ? { status: 'flaky', reason: 'it failed once and passed once: not reproducible' }
    : { status: 'passed', reason: '' };
}

function skipped(result: TestResult, test: TestCase): Ending {
  const annotations = [...(result.annotations ?? []), ...test.annotations];
  for (const status of [ANNOTATION.inconclusive, ANNOTATION.notApplicable, ANNOTATION.notTested] as const) {
    const found = annotations.find(({ type }) => type === status);
    if (found) return { status, reason: found.description ?? '', ...causeIn(annotations) };
  }
  return { status: 'not-run', reason: 'skipped without a reason: the run ended before it', cause: LEFT_OUT };
}

function causeIn(annotations: TestCase['annotations']): Pick<TestOutcome, 'cause'> {
  const text = annotations.find(({ type }) => type === ANNOTATION.cause)?.description;
  return text === undefined ? {} : { cause: JSON.parse(text) as Cause };
}

function errorOf({ error }: TestResult): string {
  const [line = ''] = stripVTControlCharacters(error?.message ?? error?.value ?? 'no message').split('\n');
  // So the system ends a process when it runs out of memory, and so a process ends itself.
  const isKilled = /signal=SIG(KILL|ABRT)/.test(line);
  return isKilled ? `${line}: is there too little memory? Give the run more, or set --workers=1` : line;
}

/** The evidence of a result: in memory, or in a file when it comes from a merged blob. */
function evidenceOf({ attachments }: TestResult): TestEvidence | undefined {
  const attachment = attachments.findLast(({ name }) => name === EVIDENCE_ATTACHMENT);
  const body = attachment?.body ?? (attachment?.path ? readFileSync(attachment.path) : undefined);
  return body ? (JSON.parse(body.toString('utf8')) as TestEvidence) : undefined;
}
