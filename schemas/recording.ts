/**
 * What a run notes of its exchanges while it is recorded, for a certificate: each worker writes a file of lines, JSON each, an
 * exchange as soon as it ended and a test when it ended. All texts are redacted.
 */

/** Variable in which `npm run certify` tells the workers into which folder they write. */
export const RECORDING_FOLDER = 'RECORDING_FOLDER';

/**
 * What a test made of an answer: each can be judged again from the answer alone. The control of a refusal of strangers is that the
 * caller was let in, whatever became of the request; who is turned away was refused, or sent to a sign-in page without data.
 */
export const CHECKS = [
  'contract',
  'control',
  'let in',
  'accepted',
  'rejected',
  'turned away',
  'status',
  'says',
] as const;
export type Check = (typeof CHECKS)[number];

/** The checks that are positive controls, and those that are stated refusals: a report counts both for each test. */
export const CONTROLS: readonly Check[] = ['control', 'let in'];
export const REFUSALS: readonly Check[] = ['rejected', 'turned away', 'status', 'says'];

export interface RecordedCheck {
  exchange: number;
  check: Check;
  requirement: string;
  held: boolean;
  /** The status, or the text that the answer says. */
  wanted?: string;
}

export interface RecordedExchange {
  kind: 'exchange';
  /** Counted from 1 by each worker. */
  number: number;
  /** Number of the test within its worker, from 1; 0 between tests. */
  test: number;
  startedAt: string;
  durationMs: number;
  operation: string;
  /** The setting whose credential was sent; null where none was, or another text. */
  caller: string | null;
  request: { method: string; url: string; headers: Record<string, string>; body?: string };
  answer?: {
    status: number;
    headers: Record<string, string>;
    text: string;
    /** Length of the text in UTF-8, also where the text was left out. */
    bytes: number;
    /** Set where the text was too long, see {@link LONGEST_BODY}. */
    isLeftOut?: true;
  };
  error?: string;
}

export interface RecordedTest {
  kind: 'test';
  test: number;
  requirement: string;
  title: string;
  /** Relative to the project's root. */
  file: string;
  line: number;
  /** Whether it ended with a finding about the target. */
  failed: boolean;
  checks: RecordedCheck[];
}

export type RecordedLine = RecordedExchange | RecordedTest;

/** Bodies up to this many bytes are recorded whole. */
export const LONGEST_BODY = 1024 * 1024;
/** When a worker has recorded so many bytes of bodies, only short ones are recorded. */
export const [BODIES_OF_WORKER, SHORT_BODY] = [96 * 1024 * 1024, 16 * 1024];
