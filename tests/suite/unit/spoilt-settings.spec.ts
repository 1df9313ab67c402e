import { expect, test } from '@playwright/test';
import { namesProxy } from '../../../fixtures/http/connections.ts';
import { readSettings } from '../../../fixtures/target/read-settings.ts';

/** Settings as clumsy pipelines hand them over: each is told before a target could be accused of it. */

const BASE = { TARGET_BASE_URL: 'https://acme.example/api/' };

test('a list in which nothing is left is an error, and an unknown name is quoted', () => {
  for (const name of ['CONFORMANCE_REQUIRE', 'TARGET_OFFERS', 'CONFORMANCE_DOCUMENTS'])
    expect(() => readSettings({ ...BASE, [name]: ' , ' })).toThrow(`${name}: it names nothing`);
  expect(() => readSettings({ ...BASE, CONFORMANCE_REQUIRE: 'core,sim' })).toThrow(
    /"sim" is none of core, .*: did you mean scim/,
  );
});

test('a credential that a pipeline has spoilt is an error, which does not quote it', () => {
  for (const [value, advice] of [
    ['s3cr3t\n', 'it holds a line break'],
    ['s3cr3t\r', 'it holds a line break'],
    ['  ', 'it begins or ends with a blank'],
    ['s3cr3t ', 'it begins or ends with a blank'],
    ['s3cr3t\u200b', 'a character that no header can'],
    ['"s3cr3t"', 'it has quotes around it'],
    ['Bearer s3cr3t', 'leave out the word before the credential'],
    ['api-key s3cr3t', 'leave out the word before the credential'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how GitHub writes it
    ['${{ secrets.s3cr3t }}', 'it is the name of a variable'],
    ['$(s3cr3t)', 'it is the name of a variable'],
    ['$S3CR3T', 'it is the name of a variable'],
    ['***', 'it stands for a credential'],
    ['<s3cr3t>', 'it stands for a credential'],
  ] as const) {
    const read = (): unknown => readSettings({ ...BASE, TARGET_API_KEY: value });
    expect(read, value).toThrow(`TARGET_API_KEY: ${advice.startsWith('a ') ? 'it holds ' : ''}${advice}`);
    expect(read, value).not.toThrow(/s3cr3t/i);
  }
  for (const TARGET_API_KEY of ['s3cr3t$with#signs', 'k', 'a b', '"', 'eyJh.eyJz.c2ln==', '$2b$10$abc'])
    expect(readSettings({ ...BASE, TARGET_API_KEY })).toMatchObject({ TARGET_API_KEY });
});

test('credentials that can do different things are not the same', () => {
  const keys = { ...BASE, TARGET_ACCESS_TOKEN: 't', TARGET_API_KEY: 'k' };
  for (const [name, value] of [
    ['TARGET_OTHER_ACCESS_TOKEN', 't'],
    ['TARGET_SCOPED_API_KEY', 'k'],
    ['TARGET_MEMBER_API_KEY', 'k'],
  ] as const)
    expect(() => readSettings({ ...keys, [name]: value })).toThrow(`${name} is the same as TARGET_`);
  expect(() =>
    readSettings({ ...keys, TARGET_SCOPED_API_KEY: 's', TARGET_MEMBER_API_KEY: 's' }),
  ).not.toThrow();
  const plain = { ...keys, TARGET_PLAIN_API_KEY: 'k' };
  expect(() => readSettings(plain)).not.toThrow();
  expect(() => readSettings({ ...plain, TARGET_CREATOR_MODE: 'on' })).toThrow(
    'TARGET_PLAIN_API_KEY is the same as TARGET_API_KEY: it is a key of a tenant without the flag',
  );
});

test('a base address has neither a password nor a query', () => {
  for (const [address, advice] of [
    ['https://ada:s3cr3t@acme.example/api', 'leave out the name and the password'],
    ['http://ada:s3cr3t@acme.example/api', 'leave out the name and the password'],
    ['https://acme.example/api?v=1', 'leave out what begins with ? or #'],
    ['https://acme.example/api#top', 'leave out what begins with ? or #'],
  ] as const) {
    const read = (): unknown => readSettings({ TARGET_BASE_URL: address });
    expect(read).toThrow(`TARGET_BASE_URL: ${advice}`);
    expect(read).not.toThrow('s3cr3t');
  }
});

test('a proxy that is no address is named, and not quoted', () => {
  expect(() => namesProxy({ HTTPS_PROXY: 's3cr3t' })).toThrow('HTTPS_PROXY is no address of a proxy');
  expect(namesProxy({ https_proxy: 'http://proxy.example:3128' })).toBe(true);
  expect(namesProxy({})).toBe(false);
});
