import { z } from 'zod';
import { CHECKS } from './recording.ts';

/**
 * `exchanges.har` of a certificate: HTTP Archive 1.2, with fields of our own, which begin with an underscore as its
 * specification asks. A page is a test. Only what is read again is described; viewers find the rest.
 */

export const nameAndValue = z.object({ name: z.string(), value: z.string() });
const count = z.int().min(0);

const check = z.strictObject({
  check: z.enum(CHECKS),
  requirement: z.string(),
  held: z.boolean(),
  wanted: z.string().optional(),
});

const pageSchema = z.object({
  id: z.string(),
  title: z.string(),
  startedDateTime: z.iso.datetime(),
  _test: z.strictObject({ file: z.string(), line: z.int(), requirement: z.string(), failed: z.boolean() }),
  _requests: count,
});

const entrySchema = z.object({
  pageref: z.string(),
  startedDateTime: z.iso.datetime(),
  time: z.number().min(0),
  request: z.object({
    method: z.string(),
    url: z.string().refine((text) => URL.canParse(text), 'is no URL'),
    headers: z.array(nameAndValue),
    postData: z.object({ mimeType: z.string(), text: z.string() }).optional(),
  }),
  response: z.object({
    status: z.int().min(0).max(999),
    headers: z.array(nameAndValue),
    content: z.object({
      size: count,
      mimeType: z.string(),
      /** Absent where the body was left out. */
      text: z.string().optional(),
    }),
    _error: z.string().optional(),
  }),
  /** Number of the exchange among those of its worker. */
  _number: z.int().min(1),
  _operation: z.string(),
  /** The setting whose credential was sent; null where none was, or another text. */
  _caller: z.string().nullable(),
  /** What the requirements that looked at the answer made of it. */
  _checks: z.array(check),
});

export const harSchema = z.object({
  log: z.object({
    version: z.literal('1.2'),
    creator: z.object({ name: z.string(), version: z.string() }),
    pages: z.array(pageSchema),
    entries: z.array(entrySchema),
    /** What was left out, and by which rule. */
    comment: z.string(),
  }),
});

/** The value of a header, whose name may be written in any case. */
export const headerIn = (headers: HarEntry['request']['headers'], wanted: string): string | undefined =>
  headers.find(({ name }) => name.toLowerCase() === wanted)?.value;

/** The worker whose page it is: numbers of exchanges are those of a worker. */
export const workerOf = ({ pageref }: Pick<HarEntry, 'pageref'>): string =>
  pageref.split('-test-', 1)[0] ?? '';

export type Har = z.output<typeof harSchema>;
export type HarPage = z.output<typeof pageSchema>;
export type HarEntry = z.output<typeof entrySchema>;
export type HarCheck = z.output<typeof check>;
