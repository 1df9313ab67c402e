import { expect, test } from '@playwright/test';
import { nearMisses } from '../../../fixtures/target/near-misses.ts';
import { isOrdinary } from '../../../fixtures/target/ordinary-text.ts';
import { formsOf } from '../../../fixtures/target/secret-forms.ts';
import { Secrets } from '../../../fixtures/target/secrets.ts';
import { SETTING_NAMES } from '../../../fixtures/target/settings.ts';
import { catalogue, testable } from '../../../schemas/requirements.ts';

/** Credentials of test environments, which are part of ids, titles or sentences. */
const ORDINARY = [
  'embed-key',
  'ai-key-1',
  'workspace-1',
  'deploy',
  'platform',
  'key',
  'a',
  'requirement',
  'refuses-strangers',
  'TARGET_API_KEY',
  'listDeployments',
  'embed-picture-invalid-rejected',
  'workspace-answers-200-json',
];
const RANDOM = [
  '3f2a9bc1d4',
  'sk_aBcDeFgHiJkLmNoPqRs',
  'key-0123456789',
  'xkqjwzvbnmlpoiuytrewqasd',
  'p@ss/w0rd!',
];

test('a secret that is short, of words, or part of what the suite writes can be ordinary text', () => {
  expect(ORDINARY.filter((secret) => !isOrdinary(secret))).toEqual([]);
  expect(RANDOM.filter(isOrdinary)).toEqual([]);
});

test('no secret changes what the suite itself writes', () => {
  const own = [...catalogue.flatMap((row) => Object.values(row).map(String)), ...SETTING_NAMES];
  for (const secret of [...ORDINARY, ...testable.map(({ id }) => id)]) {
    const secrets = new Secrets({ TARGET_API_KEY: secret });
    const changed = own.filter((text) => secrets.redactSentence(text) !== text);
    expect(changed, secret).toEqual([]);
  }
});

test('an ordinary secret is replaced as a word of its own in what is sent and answered, and so are its near misses', () => {
  for (const secret of ORDINARY) {
    const { redact } = new Secrets({ TARGET_API_KEY: secret });
    expect(redact(`Authorization: Api-Key ${secret}`)).toBe('Authorization: Api-Key $TARGET_API_KEY');
    expect(redact(`{"found":"${secret}"}`)).toBe('{"found":"$TARGET_API_KEY"}');
    expect(redact(`x-${secret}-x`)).toBe(`x-${secret}-x`);
    for (const { credential, expansion } of nearMisses(secret, 'TARGET_API_KEY'))
      expect(redact(`"Api-Key ${credential}"`)).toBe(`"Api-Key ${expansion}"`);
  }
});

test('a secret that is no ordinary text is replaced in a sentence of the suite, too, wherever it stands', () => {
  for (const secret of RANDOM) {
    const secrets = new Secrets({ TARGET_API_KEY: secret });
    for (const form of formsOf(secret).filter((one) => !isOrdinary(one)))
      expect(secrets.redactSentence(`a${form}b`), form).not.toContain(form);
  }
});

test('a further value of a setting is replaced beside the first', () => {
  const secrets = new Secrets({ TARGET_API_KEY: 'k-0123456789' });
  secrets.add('TARGET_API_KEY', 'k-9876543210');
  expect(secrets.redact('k-0123456789 k-9876543210')).toBe('$TARGET_API_KEY $TARGET_API_KEY');
});
