import { existsSync } from 'node:fs';
import { z } from 'zod';
import { isLeftOut } from '../../fixtures/target/offers.ts';
import { baselinePath } from '../../schemas/baseline.ts';
import { nearest } from '../../schemas/nearest.ts';
import { PROFILES } from '../../schemas/requirements.ts';

/** One line that a person reads. */
const line = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^[^\p{Cc}\p{Cf}]*$/u, 'holds characters that nobody would see');

/** Who certifies what. Names are public: add, never rename. */
const settingsSchema = z.object({
  CERTIFY_VENDOR: line,
  CERTIFY_PRODUCT: line,
  CERTIFY_VERSION: line.refine((text) => !/^(unknown|latest|dev|n\/?a|none|-|\?)$/i.test(text), {
    error: 'names no version: a certificate speaks of one build',
  }),
  CERTIFY_CONTACT: line,
  CERTIFY_KEY: z.string().optional(),
});

/** The names of these settings, in the order of `.env.example`. */
export const CERTIFY_SETTINGS = Object.keys(settingsSchema.shape);

export interface CertifySettings {
  vendor: string;
  product: string;
  /** Of the product. */
  version: string;
  /** Where a customer asks. */
  contact: string;
  /** Path of the private key, where the certificate is to be signed. */
  key?: string | undefined;
}

/** What each setting is for, where it is missing. */
const NEEDED: Readonly<Record<string, string>> = {
  CERTIFY_VENDOR: 'who certifies',
  CERTIFY_PRODUCT: 'the name of the product under test',
  CERTIFY_VERSION: 'the version of the product under test',
  CERTIFY_CONTACT: 'where a customer asks about the certificate',
};

/** Reads who certifies what, or says in a sentence each what is missing, misspelt or malformed. */
export function readCertifySettings(
  environment: Readonly<Record<string, string | undefined>>,
): { settings: CertifySettings } | { problems: string[] } {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => name.startsWith('CERTIFY_') && value),
  );
  const misspelt = Object.keys(given)
    .filter((name) => !CERTIFY_SETTINGS.includes(name))
    .map((name) => `${name} is no setting. Did you mean ${nearest(name, CERTIFY_SETTINGS)}?`);
  const parsed = settingsSchema.safeParse(given);
  const wrong = (parsed.error?.issues ?? []).map(({ path, message }) => {
    const name = String(path[0]);
    return given[name] === undefined ? `set ${name}: ${NEEDED[name]}` : `${name}: ${message}`;
  });
  if (!parsed.success || misspelt.length > 0) return { problems: [...misspelt, ...wrong] };
  const { data } = parsed;
  return {
    settings: {
      vendor: data.CERTIFY_VENDOR,
      product: data.CERTIFY_PRODUCT,
      version: data.CERTIFY_VERSION,
      contact: data.CERTIFY_CONTACT,
      key: data.CERTIFY_KEY,
    },
  };
}

/** Settings that make a run look at less, or tell less: a certificate is made with the suite as it is. */
const NARROWING = [
  'CONFORMANCE_PATH',
  'CONFORMANCE_RUNS',
  'CONFORMANCE_WORKSPACE_REQUESTS',
  'CONFORMANCE_LIST_REQUESTS',
  'CONFORMANCE_OVERLAY',
  'PW_TEST_REPORTER',
] as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Why a run with this environment and these arguments could not be certified, a sentence each. */
export function whyNotCertified(environment: Environment, args: readonly string[]): string[] {
  const baseline = baselinePath(environment.CONFORMANCE_BASELINE);
  return [
    ...(args.length > 0
      ? [
          `take away ${args.join(' ')}: a certificate speaks of the whole catalogue, in one run without filters or shards`,
        ]
      : []),
    ...(environment.TARGET_BASE_URL
      ? []
      : ['set TARGET_BASE_URL and what else the target needs: the embedded target is no product']),
    ...NARROWING.filter((name) => environment[name]).map(
      (name) => `unset ${name}: a certificate is made with the suite as it is`,
    ),
    ...(environment.CONFORMANCE_BASELINE || existsSync(baseline)
      ? [`do without the baseline ${baseline}: a certificate knows no tolerated failures`]
      : []),
  ];
}

/**
 * Profiles that a run verifies where nothing names any: those that TARGET_OFFERS names, or all; the target's own description where
 * TARGET_OPENAPI names it.
 */
export function requiredOf({
  CONFORMANCE_REQUIRE: named,
  TARGET_OFFERS: offers,
  TARGET_OPENAPI: description,
}: Environment): string {
  if (named) return named;
  const names = offers?.split(',').map((name) => name.trim());
  const offered = PROFILES.filter((name) => names?.includes(name));
  return PROFILES.filter((name) => {
    if (name === 'description') return description !== undefined;
    return !isLeftOut(name, names ? { TARGET_OFFERS: offered } : {});
  }).join(',');
}
