import { expect, test } from '@playwright/test';
import { nearMisses } from '../../../fixtures/target/near-misses.ts';
import { formsOf, GrantedSecrets, isOrdinary, Secrets } from '../../../fixtures/target/secrets.ts';
import { SETTING_NAMES } from '../../../fixtures/target/settings.ts';
import { catalogue, testable } from '../../../schemas/requirements.ts';

const ID = 'ses_0123/45+6 é';

test('the id of a session, a cookie and a token that the target grants are replaced in every form', () => {
  const granted = new GrantedSecrets();
  granted.note(
    { data: [{ sessionId: ID, refreshToken: 'token-0123456789' }] },
    'sid=cookie-01234567; Path=/',
    '',
  );
  for (const form of formsOf(ID))
    expect(granted.redact(`before ${form} after`)).toBe('before <session id> after');
  expect(granted.redact('token-0123456789 cookie-01234567')).toBe('<refreshToken> <cookie>');
});

test('values that are short, words, not text, or sent by the caller stay', () => {
  const granted = new GrantedSecrets();
  for (const sessionId of ['', 'ses_1', 'undefined', 'embed-session', 12345678, null, ['ses_01234567']])
    granted.note({ sessionId }, undefined, '');
  granted.note({ sessionId: 'conformanceuser1' }, undefined, '{"externalId":"conformanceuser1"}');
  const text = 'ses_1 undefined embed-session 12345678 null conformanceuser1';
  expect(granted.redact(text)).toBe(text);
});

test('cursors of another user are replaced', () => {
  const granted = new GrantedSecrets();
  const page = { pageInfo: { endCursor: 'eyJyYW5rIjoxfQ' } };
  granted.note(page, undefined, '');
  expect(granted.redact('?after=eyJyYW5rIjoxfQ')).toBe('?after=eyJyYW5rIjoxfQ');
  granted.noteCursors(page);
  expect(granted.redact('?after=eyJyYW5rIjoxfQ')).toBe('?after=<cursor of another user>');
  // A target may give the same cursor to both: then it protects nothing.
  granted.noteOwnCursors(page);
  expect(granted.redact('?after=eyJyYW5rIjoxfQ')).toBe('?after=eyJyYW5rIjoxfQ');
  granted.noteCursors(page);
  expect(granted.redact('?after=eyJyYW5rIjoxfQ')).toBe('?after=eyJyYW5rIjoxfQ');
});

/** Secrets that are easily missed: signs of patterns, of addresses and of JSON, other letters, and a very long one. */
const SECRETS = [
  'a.b*c(d)[e]{2}|^$\\w+',
  '100%25 "quoted" \'twice\' $& $1',
  'schlüssel-€-鍵-🔑',
  'x9'.repeat(2_000),
];

test('a secret of any content is replaced in every form, also inside longer texts', () => {
  for (const secret of SECRETS) {
    const redact = new Secrets({ TARGET_API_KEY: secret }).redact;
    for (const form of formsOf(secret)) expect(redact(`<${form}>`)).toBe('<$TARGET_API_KEY>');
    for (const around of ['', 'x', 'xx', 'Api-Key ']) {
      const encoded = Buffer.from(`${around}${secret}${around}`).toString('base64');
      expect(redact(encoded)).toContain('TARGET_API_KEY');
    }
    expect(redact(JSON.stringify(JSON.stringify({ key: secret })))).toContain('$TARGET_API_KEY');
  }
});

/** Credentials of test environments, which are part of ids, titles or sentences. */
const ORDINARY =
  'embed-key ai-key-1 workspace-1 deploy platform key a requirement refuses-strangers TARGET_API_KEY listDeployments embed-picture-invalid-rejected'.split(
    ' ',
  );

const IDS = testable.map(({ id }) => id);

const RANDOM = [
  '3f2a9bc1d4',
  'sk_aBcDeFgHiJkLmNoPqRs',
  'key-0123456789',
  'xkqjwzvbnmlpoiuytrewqasd',
  'p@ss/w0rd!',
];

test('a secret that is short, made of words, or part of what the suite writes counts as ordinary text; any other is removed from sentences', () => {
  expect([...ORDINARY, ...IDS].filter((secret) => !isOrdinary(secret))).toEqual([]);
  expect(RANDOM.filter(isOrdinary)).toEqual([]);
  for (const secret of RANDOM) {
    const secrets = new Secrets({ TARGET_API_KEY: secret });
    for (const form of formsOf(secret).filter((one) => !isOrdinary(one)))
      expect(secrets.redactSentence(`a${form}b`), form).not.toContain(form);
  }
});

test('no secret changes what the suite itself writes', () => {
  const rows = catalogue.flatMap((row) => Object.values(row).map(String));
  const own = [...rows, ...SETTING_NAMES].join('\n');
  // It takes ten milliseconds to work out the forms of each.
  for (const secret of [...ORDINARY, ...IDS.filter((_, index) => index % 8 === 0)])
    expect(new Secrets({ TARGET_API_KEY: secret }).redactSentence(own), secret).toBe(own);
});

test('in requests and answers an ordinary secret is replaced where it is a whole word, and so are its near misses', () => {
  for (const secret of ORDINARY) {
    const { redact } = new Secrets({ TARGET_API_KEY: secret });
    expect(redact(`Authorization: Api-Key ${secret}`)).toBe('Authorization: Api-Key $TARGET_API_KEY');
    expect(redact(`{"found":"${secret}"}`)).toBe('{"found":"$TARGET_API_KEY"}');
    expect(redact(`x-${secret}-x`)).toBe(`x-${secret}-x`);
    for (const { credential, expansion } of nearMisses(secret, 'TARGET_API_KEY'))
      expect(redact(`"Api-Key ${credential}"`)).toBe(`"Api-Key ${expansion}"`);
  }
});

const REAL = ['sk_aBcDeFgHiJkLmNoPqRs', 'c2thQmNEZUZnSGlKa0xtTm9QcVI='];

test('a near miss shows at most one character of the secret, and is written as a shell expansion', () => {
  for (const real of REAL) {
    const redact = new Secrets({ TARGET_API_KEY: real }).redact;
    for (const { credential, expansion, name } of nearMisses(real, 'TARGET_API_KEY')) {
      const shown = redact(`Api-Key ${credential}`);
      expect(shown, name).toBe(`Api-Key ${expansion}`);
      expect(shown, name).not.toMatch(/BcDe|bCdE|mNEZ|MneZ/);
    }
  }
});
