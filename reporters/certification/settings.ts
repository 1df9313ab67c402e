import { z } from 'zod';
import { nearest } from '../../schemas/nearest.ts';

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

/**
 * Reads who certifies what.
 *
 * @param environment - e.g. `process.env`
 * @returns the settings, and a sentence for each that is missing, misspelt or malformed
 */
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
