import { execFileSync } from 'node:child_process';
import { expect, test } from '@playwright/test';
import { credentialsToRefuse } from '../../../fixtures/authentication/bad-credentials.ts';
import { nearMisses } from '../../../fixtures/target/near-misses.ts';
import { Secrets } from '../../../fixtures/target/secrets.ts';

const REAL = 'sk_aBcDeFgHiJkLmNoPqRs';

test('near misses differ from the credential and from one another', () => {
  const forged = nearMisses(REAL).map(({ credential }) => credential);
  expect(forged).toEqual([
    'sk_aBcDeFgHiJkLmNoPqR',
    'k_aBcDeFgHiJkLmNoPqRs',
    'sk_aBcDeFgHiJkLmNoPqRsx',
    'xsk_aBcDeFgHiJkLmNoPqRs',
    'sk_aBcDeFgHiJkLmNoPxyz',
    'sk_aBcDeFgH_JkLmNoPqRs',
    'sk_aBcDeFgHiJkLmNoPqR%',
    'SK_AbCdEfGhIjKlMnOpQrS',
  ]);
  expect(new Set([REAL, ...forged]).size).toBe(forged.length + 1);
});

test('a credential whose letters are all of one case is not sent in the other one, and of a short one nothing is', () => {
  const names = nearMisses('0189-abcdef-4567').map(({ name }) => name);
  expect(names.filter((name) => name.includes('case'))).toEqual([]);
  expect(nearMisses('secret7')).toEqual([]);
});

test('a JWT loses its signature, and a shell writes that', () => {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = [part({ alg: 'HS256' }), part({ sub: 'ada' }), 'c2lnbmVk'].join('.');
  const isUnsigned = ({ name }: { name: string }): boolean => name.endsWith('not signed');
  const [unsigned] = nearMisses(token, 'TARGET_DATA_API_TOKEN').filter(isUnsigned);
  expect(unsigned?.credential).toBe(`${part({ alg: 'none', typ: 'JWT' })}.${part({ sub: 'ada' })}.`);
  const env = { ...process.env, TARGET_DATA_API_TOKEN: token };
  const written = execFileSync('sh', ['-c', `printf %s "${unsigned?.expansion}"`], { env, encoding: 'utf8' });
  expect(written).toBe(unsigned?.credential);
  for (const other of [REAL, 'not.a.jwt', token.replace(/^[^.]*/, part({ alg: 'none' }))])
    expect(nearMisses(other).filter(isUnsigned)).toEqual([]);
});

test('no near miss shows more of a secret than a character, and a shell writes it', () => {
  const redact = new Secrets({ TARGET_API_KEY: REAL }).redact;
  for (const { credential, expansion, name } of nearMisses(REAL, 'TARGET_API_KEY')) {
    const shown = redact(`Api-Key ${credential}`);
    expect(shown, name).toBe(`Api-Key ${expansion}`);
    expect(shown, name).not.toMatch(/BcDe|bCdE/);
  }
});

test('what servers take most often is tried first, in the scheme of the route', () => {
  const { usual, others } = credentialsToRefuse('Bearer ', REAL);
  expect(usual.slice(0, 4).map(({ authorization }) => authorization)).toEqual([
    undefined,
    'Bearer sk_aBcDeFgHiJkLmNoPqR',
    'Bearer sk_aBcDeFgHiJkLmNoPqRsx',
    'Bearer SK_AbCdEfGhIjKlMnOpQrS',
  ]);
  const all = [...usual, ...others].map(({ authorization }) => authorization);
  expect(new Set(all).size).toBe(all.length);
  expect(all).not.toContain(`Bearer ${REAL}`);
  expect(credentialsToRefuse('', REAL).usual.map(({ name }) => name)).not.toContain(
    'a scheme without a credential',
  );
});
