import { stripVTControlCharacters } from 'node:util';
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter';
import { testable } from '../schemas/requirements.ts';
import { visible, visibleLines } from '../schemas/visible-text.ts';
import { outcomeOf } from './collect.ts';
import { sentences } from './lists.ts';
import type { TestOutcome } from './outcome.ts';

const shouldIds = new Set(testable.filter(({ level }) => level === 'SHOULD').map(({ id }) => id));

/** How far a run is, and what can be said of its verdict so far. */
export class Progress {
  #ended = 0;
  readonly #failed = new Set<string>();
  readonly #notFollowed = new Set<string>();
  readonly #inconclusive = new Set<string>();

  constructor(private readonly total: number) {}

  count({ requirement, status, evidence }: TestOutcome): void {
    this.#ended += 1;
    for (const { requirement: broken } of evidence?.violations ?? []) this.#fail(broken);
    if (status === 'failed') this.#fail(evidence?.blames ?? requirement);
    if (status === 'inconclusive' || status === 'flaky' || status === 'error')
      this.#inconclusive.add(requirement);
  }

  #fail(requirement: string): void {
    (shouldIds.has(requirement) ? this.#notFollowed : this.#failed).add(requirement);
  }

  /** Such as `57 of 312 tests: 2 MUST failed, 1 inconclusive`. */
  toString(): string {
    const parts = sentences(
      this.#failed.size > 0 && `${this.#failed.size} MUST failed`,
      this.#notFollowed.size > 0 && `${this.#notFollowed.size} SHOULD failed`,
      this.#inconclusive.size > 0 && `${this.#inconclusive.size} inconclusive`,
    );
    return `${this.#ended} of ${this.total} tests: ${parts.join(', ') || 'nothing failed so far'}`;
  }
}

const CLEAR = '\r\u001b[2K';

/**
 * What a person at a terminal sees while tests run: one line that says how far the run is, what is being judged and what can
 * be said of the verdict so far, and above it each failure as it happens. The verdict follows from the reporter that gives it.
 */
export default class TerminalReporter implements Reporter {
  #progress = new Progress(0);
  #line = '';
  readonly #out = process.stdout;

  onBegin(_config: FullConfig, suite: Suite): void {
    this.#progress = new Progress(suite.allTests().length);
  }

  onTestBegin({ title, tags }: TestCase): void {
    this.#show(`${tags.join(' ')}  ${title}`);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const outcome = outcomeOf(test);
    this.#progress.count(outcome);
    const told = tellingOf(outcome, result);
    if (told) this.#say(told);
    else this.#show(this.#line);
  }

  onError(error: TestError): void {
    this.#say(textOf(error));
  }

  onStdOut(chunk: string | Buffer): void {
    this.#say(String(chunk).trimEnd());
  }

  onStdErr(chunk: string | Buffer): void {
    this.onStdOut(chunk);
  }

  onEnd(): void {
    this.#out.write(CLEAR);
  }

  /** Writes something that stays, and the line below it. */
  #say(text: string): void {
    this.#out.write(`${CLEAR}${text}\n\n`);
    this.#show(this.#line);
  }

  #show(line: string): void {
    this.#line = line;
    const text = `${this.#progress}  ${line}`;
    this.#out.write(`${CLEAR}${text.slice(0, (this.#out.columns ?? 100) - 1)}`);
  }
}

/** What is worth a look while the run goes on; empty for a test that ended as most do. */
function tellingOf({ requirement, status, reason, failure }: TestOutcome, { errors }: TestResult): string {
  if (status === 'failed' && failure)
    return `${requirement} failed\n  expected ${visible(failure.expected)}\n  received ${visible(failure.received)}`;
  if (status === 'error') return `${requirement}: error of the suite\n${errors.map(textOf).join('\n')}`;
  return status === 'inconclusive' || status === 'flaky'
    ? `${requirement} inconclusive: ${visible(reason)}`
    : '';
}

const textOf = ({ stack, message, value }: TestError): string =>
  visibleLines(stripVTControlCharacters(stack ?? message ?? value ?? 'an error without a message'));

/** Columns of a terminal that everybody has. */
const COLUMNS = 80;
/** Where a curl line may go on after a backslash: before what it sends, which is one word of the shell. */
const OPTIONS = / (?=-[HX] |"\$TARGET)/;

/** Lines that fit a terminal, broken at blanks. A command goes on after a backslash, so that a shell reads it as it was. */
export const wrapped = (text: string): string => text.split('\n').flatMap(wrappedLine).join('\n');

function wrappedLine(line: string): string[] {
  if (line.length <= COLUMNS) return [line];
  const indent = `${/^ */.exec(line)?.[0] ?? ''}  `;
  const isCommand = line.includes('curl -');
  const [head = '', ...body] = isCommand ? line.split(/(?= --data-raw )/) : [line];
  const words = head.trimStart().split(isCommand ? OPTIONS : ' ');
  const lines = [indent.slice(2)];
  for (const word of words) {
    const last = lines.at(-1) ?? '';
    const isFirst = last.trim() === '';
    if (isFirst || last.length + 1 + word.length <= COLUMNS - 2)
      lines[lines.length - 1] = isFirst ? `${last}${word}` : `${last} ${word}`;
    else lines.push(`${indent}${word}`);
  }
  if (!isCommand) return lines;
  const all = [...lines, ...body.map((one) => `${indent}${one.trimStart()}`)];
  return all.map((one, index) => (index < all.length - 1 ? `${one} \\` : one));
}
