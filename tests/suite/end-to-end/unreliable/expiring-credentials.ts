import { createHmac } from 'node:crypto';
import { CREDENTIAL_SETTINGS } from '../../../../fixtures/target/settings.ts';
import type { Treat } from '../../support/proxy/proxy.ts';
import { own } from '../../support/proxy/treatment.ts';
import type { Mode } from './mode.ts';

/** How long a credential is taken: a run behind a network takes many times as long. */
const LIFETIME_MS = 15_000;
const LATENCY_MS = 20;
const KEY = 'of the issuer';
const EXPIRED = {
  status: 401,
  headers: { 'content-type': 'application/json' },
  body: '{"message":"Expired"}',
};

/** A credential as it is issued: with the time of its issue, and a seal that no other credential has. */
const ISSUED = /^(.*)\.(\d{13})\.([0-9a-f]{16})$/;
const sealOf = (credential: string, issuedAt: string): string =>
  createHmac('sha256', KEY).update(`${credential} ${issuedAt}`).digest('hex').slice(0, 16);

/** The part of a header that is the credential: what follows a scheme, or all of it. */
const credentialIn = (header: string): string => header.replace(/^\S+ /, '');

/** Passes on what was issued a short time ago, as the target knows it. Anything else reaches the target as it is. */
const takeFresh: Treat = ({ authorization }) => {
  const [, before, issuedAt = '', seal] = ISSUED.exec(authorization ?? '') ?? [];
  if (before === undefined || seal !== sealOf(credentialIn(before), issuedAt)) return { delayMs: LATENCY_MS };
  const isFresh = Date.now() - Number(issuedAt) < LIFETIME_MS;
  return isFresh ? { delayMs: LATENCY_MS, authorization: before } : { instead: own(EXPIRED) };
};

/** A program that prints a credential, issued now. */
const issuer = (credential: string): string =>
  `"${process.execPath}" -e "const t = String(Date.now()); console.log(process.argv[1] + '.' + t + '.' + ` +
  `require('crypto').createHmac('sha256', process.argv[2]).update(process.argv[1] + ' ' + t).digest('hex').slice(0, 16))" ` +
  `"${credential}" "${KEY}"`;

/** Credentials that a gateway takes for a short time. */
export const EXPIRING_CREDENTIALS: Mode = {
  name: 'expiring-credentials',
  does: `Every credential is taken for ${LIFETIME_MS / 1_000} seconds; a command prints a fresh one.`,
  expected: 'conformant',
  treat: () => takeFresh,
  settings: (target) =>
    Object.fromEntries(
      CREDENTIAL_SETTINGS.flatMap((setting) => {
        const credential = target[setting];
        return credential === undefined ? [] : [[`${setting}_COMMAND`, issuer(credential)]];
      }),
    ),
  limitSeconds: 600,
  // Plain HTTP does not lead through the proxy, which alone knows what was issued.
  hides: ['auth-https-only'],
};
