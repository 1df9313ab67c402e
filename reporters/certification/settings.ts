import { existsSync } from 'node:fs';
import { z } from 'zod';
import { isLeftOut } from '../../fixtures/target/settings.ts';
import { baselinePath } from '../../schemas/baseline.ts';
import { line } from '../../schemas/certificate.ts';
import { nearest } from '../../schemas/nearest.ts';
import { PROFILES } from '../../schemas/requirements.ts';
import { sentences } from '../lists.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Who certifies what: CERTIFY_VENDOR and so on. Names are public: add, never rename. */
const settingsSchema = z.object({
  vendor: line('who certifies'),
  product: line('the name of the product under test'),
  version: line('the version of the product under test').refine(
    (text) => !/^(unknown|latest|dev|n\/?a|none|-|\?)$/i.test(text),
    'names no version: a certificate speaks of one build',
  ),
  contact: line('where a customer asks about the certificate'),
  /** Path of the private key, where the certificate is to be signed. */
  key: z.string().optional(),
});
export type CertifySettings = z.output<typeof settingsSchema>;

const PREFIX = 'CERTIFY_';
const nameOf = (field: PropertyKey): string => `${PREFIX}${String(field).toUpperCase()}`;

export const CERTIFY_SETTINGS = Object.keys(settingsSchema.shape).map(nameOf);

/** Reads who certifies what, or says in a sentence each what is missing, misspelt or malformed. */
export function readCertifySettings(
  environment: Environment,
): { settings: CertifySettings } | { problems: string[] } {
  const given = Object.entries(environment).filter(([name, value]) => name.startsWith(PREFIX) && value);
  const misspelt = given
    .filter(([name]) => !CERTIFY_SETTINGS.includes(name))
    .map(([name]) => `${name} is no setting. Did you mean ${nearest(name, CERTIFY_SETTINGS)}?`);
  const parsed = settingsSchema.safeParse(
    Object.fromEntries(given.map(([name, value]) => [name.slice(PREFIX.length).toLowerCase(), value])),
  );
  const wrong = (parsed.error?.issues ?? []).map(
    ({ code, path: [field = ''], message }) =>
      `${code === 'invalid_type' ? 'set ' : ''}${nameOf(field)}: ${message}`,
  );
  return parsed.success && misspelt.length === 0
    ? { settings: parsed.data }
    : { problems: [...misspelt, ...wrong] };
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

/** Why a run with this environment and these arguments could not be certified, a sentence each. */
export function whyNotCertified(environment: Environment, args: readonly string[]): string[] {
  const baseline = baselinePath(environment.CONFORMANCE_BASELINE);
  return [
    ...sentences(
      args.length > 0 &&
        `take away ${args.join(' ')}: a certificate speaks of the whole catalogue, in one run without filters or shards`,
      !environment.TARGET_BASE_URL &&
        'set TARGET_BASE_URL and what else the target needs: the embedded target is no product',
    ),
    ...NARROWING.filter((name) => environment[name]).map(
      (name) => `unset ${name}: a certificate is made with the suite as it is`,
    ),
    ...sentences(
      (Boolean(environment.CONFORMANCE_BASELINE) || existsSync(baseline)) &&
        `do without the baseline ${baseline}: a certificate knows no tolerated failures`,
    ),
  ];
}

/** Profiles that a run verifies where nothing names any: those that are offered, and the description where there is one. */
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
