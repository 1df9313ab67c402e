import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readJson } from '../../fixtures/values/json.ts';
import type { SuiteDigests } from '../../schemas/certificate.ts';
import type { Report, ReportedRequirement } from '../report.ts';
import { sha256 } from './digests.ts';

/** Signatures of certificates: in-toto statements (v1) in DSSE envelopes with Ed25519 keys, which other tools check, too. */

const PAYLOAD_TYPE = 'application/vnd.in-toto+json';
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1';
const PREDICATE_TYPE = 'https://in-toto.io/attestation/test-result/v0.1';

const envelopeSchema = z.strictObject({
  payloadType: z.literal(PAYLOAD_TYPE),
  payload: z.base64(),
  signatures: z
    .array(z.strictObject({ keyid: z.string(), sig: z.base64() }))
    .min(1)
    .max(16),
});

/** The result of a run as in-toto's test-result predicate (v0.1) has it, so that policy engines read it. Pure. */
export function testResultOf(
  { gate, requirements, suite, target }: Report,
  { commit }: SuiteDigests,
): object {
  const idsOf = (isMeant: (row: ReportedRequirement) => boolean): string[] =>
    requirements.filter(isMeant).map(({ id }) => id);
  const warned = idsOf(({ level, verdict }) => level === 'SHOULD' && verdict === 'fail');
  return {
    result: gate.objections.length > 0 ? 'FAILED' : warned.length > 0 ? 'WARNED' : 'PASSED',
    configuration: [{ name: suite.name, digest: { gitCommit: commit } }],
    url: target.baseUrl,
    passedTests: idsOf(({ verdict }) => verdict === 'pass'),
    warnedTests: warned,
    failedTests: idsOf(
      ({ level, verdict }) => level === 'MUST' && (verdict === 'fail' || verdict === 'inconclusive'),
    ),
  };
}

const payloadSchema = z.object({
  _type: z.literal(STATEMENT_TYPE),
  subject: z.tuple([z.object({ name: z.string(), digest: z.object({ sha256: z.string() }) })]),
  predicateType: z.literal(PREDICATE_TYPE),
  predicate: z.unknown(),
});

/** What is signed, by DSSE's pre-authentication encoding: type and payload, each after its length. */
const encoded = (payload: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`DSSEv1 ${Buffer.byteLength(PAYLOAD_TYPE)} ${PAYLOAD_TYPE} ${payload.length} `),
    payload,
  ]);

/** Identifies a pair of keys, by either of them: the SHA-256 of the public key's DER form. */
export const keyIdOf = (key: KeyObject): string =>
  sha256((key.type === 'private' ? createPublicKey(key) : key).export({ type: 'spki', format: 'der' }));

/** Reads a key in PEM form. @throws Error whose message ends a sentence that begins with the file's name */
export function readKey(pem: string, type: 'private' | 'public'): KeyObject {
  let key: KeyObject;
  try {
    key = type === 'private' ? createPrivateKey(pem) : createPublicKey(pem);
  } catch (error) {
    throw new Error(`is no ${type} key in PEM form: ${(error as Error).message}`);
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(
      `is a key of the type ${key.asymmetricKeyType}, and certificates are signed with ed25519`,
    );
  return key;
}

/** Signs the bytes of a manifest, and the result of the run, with an Ed25519 key. @returns the envelope */
export function signManifest(manifest: Uint8Array, result: object, key: KeyObject): object {
  const payload = Buffer.from(
    JSON.stringify({
      _type: STATEMENT_TYPE,
      subject: [{ name: 'manifest.json', digest: { sha256: sha256(manifest) } }],
      predicateType: PREDICATE_TYPE,
      predicate: result,
    }),
  );
  return {
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: [{ keyid: keyIdOf(key), sig: sign(null, encoded(payload), key).toString('base64') }],
  };
}

/**
 * Why `signature.dsse.json` does not vouch for a manifest, by the vendor's public key; undefined where it does.
 * @param result - of the run, as {@link testResultOf} has it; undefined where the report could not be read
 */
export function whyNotSigned(
  envelope: Buffer,
  manifest: Uint8Array,
  result: object | undefined,
  key: KeyObject,
): string | undefined {
  const read = envelopeSchema.safeParse(readJson(envelope.toString()));
  if (!read.success) return 'signature.dsse.json is no DSSE envelope of an in-toto statement';
  const { signatures } = read.data;
  const payload = Buffer.from(read.data.payload, 'base64');
  if (!signatures.some(({ sig }) => verify(null, encoded(payload), key, Buffer.from(sig, 'base64'))))
    return `the signature was not made with this key (${short(keyIdOf(key))}): it names ${signatures.map(({ keyid }) => short(keyid)).join(', ')}`;
  const statement = payloadSchema.safeParse(readJson(payload.toString()));
  if (!statement.success) return 'what was signed is no in-toto statement about a certificate';
  if (statement.data.subject[0].digest.sha256 !== sha256(manifest))
    return 'the signature is that of another manifest: files were changed, or the signature is from another bundle';
  return result && !isDeepStrictEqual(statement.data.predicate, result)
    ? 'the test result that was signed is another than that of report.json'
    : undefined;
}

const short = (id: string): string => `${id.slice(0, 16)}…`;
