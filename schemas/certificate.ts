import { z } from 'zod';
import { PROFILES } from './requirements.ts';

/** The files of a certificate's bundle. Names and fields are public, see `docs/certification.md`: add, never rename. */

/** The files of a bundle. All but the last two are named in the manifest; the signature speaks of the manifest. */
export const BUNDLE_FILES = [
  'statement.json',
  'report.json',
  'index.html',
  'exchanges.har',
  'suite.json',
  'settings.json',
  'manifest.json',
  'signature.dsse.json',
] as const;
export type BundleFile = (typeof BUNDLE_FILES)[number];

export const SCHEMA_VERSION = 1;
const schemaVersion = z.literal(SCHEMA_VERSION, {
  error: ({ input }) => `is ${String(input)}, and this release reads version ${SCHEMA_VERSION}`,
});
const text = z.string().min(1);

/** A name that people read: one line, without characters that nobody would see. */
export const line = (use: string) =>
  z
    .string({ error: use })
    .trim()
    .min(1)
    .max(200)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'holds characters that nobody would see');

/** What a verifier asks for, so that the run cannot have been made before: the seed and names follow from it. */
export const challengeSchema = z
  .string()
  .regex(/^[\w.-]{8,100}$/, 'is no challenge: 8 to 100 letters, digits, dots and hyphens');

const sha256 = z.string().regex(/^[0-9a-f]{64}$/, 'is no SHA-256 digest');
const verdict = z.enum(['conformant', 'not conformant', 'undetermined']);

/** `statement.json`: who says what of which product. */
export const statementSchema = z.strictObject({
  schemaVersion,
  vendor: line('is no name'),
  product: line('is no name'),
  version: line('is no version'),
  contact: line('is no contact'),
  target: text,
  /** TARGET_OFFERS, where it was set: the verdict speaks of that. */
  offers: z.array(z.enum(PROFILES)).optional(),
  /** The challenge of a verifier, where the run answers one. */
  challenge: challengeSchema.optional(),
  startedAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  suite: z.strictObject({ name: text, version: text, commit: z.string(), digest: sha256 }),
  contract: z.strictObject({ version: text, catalogue: text }),
  required: z.array(z.enum(PROFILES)),
  profiles: z.array(
    z.strictObject({
      name: z.enum(PROFILES),
      verdict: z.enum([...verdict.options, 'not tested', 'not applicable']),
    }),
  ),
  verdict,
  passes: z.boolean(),
});
export type Statement = z.output<typeof statementSchema>;

/** `suite.json`: the digest of every file of the suite that made the bundle. */
export const suiteSchema = z.strictObject({
  schemaVersion,
  commit: z.string().regex(/^[0-9a-f]{40}$/, 'is no commit'),
  /** Path relative to the project's root, with slashes, to the SHA-256 of the file. */
  files: z.record(text, sha256),
});
export type SuiteDigests = z.output<typeof suiteSchema>;

/** `settings.json`: the seed, and the settings that were set, by name. */
export const settingsSchema = z.strictObject({
  schemaVersion,
  seed: z.int(),
  settings: z.array(text),
});

/** `manifest.json`: the digests of the other files. */
export const manifestSchema = z.strictObject({
  schemaVersion,
  files: z.record(z.enum(BUNDLE_FILES.slice(0, -2) as ['statement.json']), sha256),
});
