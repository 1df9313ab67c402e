import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { SETTING_NAMES } from '../../../fixtures/target/settings.ts';
import { readSettings, readTarget } from '../../../fixtures/target/target.ts';
import { CERTIFY_SETTINGS } from '../../../reporters/certification/settings.ts';

const BASE = { TARGET_BASE_URL: 'https://acme.example/api/' };

test('.env.example explains all settings and nothing else', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...SETTING_NAMES, ...CERTIFY_SETTINGS].sort());
});

test('an empty file of settings is an error: what was to be written into it may be missing', () => {
  const DOTENV_CONFIG_PATH = test.info().outputPath('empty.env');
  writeFileSync(DOTENV_CONFIG_PATH, '\n');
  expect(() => readTarget({ ...BASE, DOTENV_CONFIG_PATH })).toThrow('is empty');
});

test('values are parsed, and a malformed one is named', () => {
  const settings = readSettings({
    ...BASE,
    TARGET_GROUPS: 'a, b',
    TARGET_USER_ATTRIBUTES: 'x:y:string,n:number_array',
    TARGET_DEPLOYMENT_ID: '12',
    CONFORMANCE_POOL: '2/3',
    TARGET_DATA_API_URL: 'HTTPS://data.acme.example/base/',
  });
  expect(settings).toMatchObject({
    TARGET_DATA_API_URL: 'https://data.acme.example/base',
    TARGET_GROUPS: ['a', 'b'],
    TARGET_USER_ATTRIBUTES: [
      { name: 'x:y', type: 'string' },
      { name: 'n', type: 'number_array' },
    ],
    TARGET_DEPLOYMENT_ID: 12,
    CONFORMANCE_POOL: { current: 2, total: 3 },
  });
  for (const wrong of [
    { TARGET_BASE_URL: 'acme' },
    { ...BASE, TARGET_GROUPS: 'one' },
    { ...BASE, TARGET_GROUPS: 'one,one' },
    { ...BASE, TARGET_GROUPS: '"analysts,emea"' },
    { ...BASE, TARGET_INTERNAL_ID: '"grace.hopper"' },
    { ...BASE, TARGET_EMBED_TENANTS: 'tenant-1,Tenant_2' },
    { ...BASE, TARGET_EMBED_TENANTS: 'undefined' },
    { ...BASE, TARGET_INTERNAL_ID: '$TARGET_INTERNAL_ID' },
    { ...BASE, TARGET_CREATOR_MODE: 'yes' },
    { ...BASE, TARGET_LAG_MS: '1.5s' },
    { ...BASE, TARGET_LAG_MS: ' ' },
    { ...BASE, CONFORMANCE_REQUIRE: ' ' },
    { ...BASE, TARGET_CREATOR_MODE: 'off', CONFORMANCE_REQUIRE: 'creator-mode' },
    { ...BASE, TARGET_DATA_SQL: '"SELECT 1"' },
    { ...BASE, CONFORMANCE_REPORT_DIR: "'/report'" },
    { ...BASE, CONFORMANCE_REPORT_DIR: '/report\r' },
    { ...BASE, TARGET_USER_ATTRIBUTES: 'x:text' },
    { TARGET_BASE_URL: 'https://acme.example/api/v1' },
    { TARGET_BASE_URL: 'https://ada:s3cr3t@acme.example/api' },
    { TARGET_BASE_URL: 'https://acme.example/api#top' },
    { ...BASE, TARGET_DATA_API_URL: 'https://data.acme.example/base/v1/load' },
    { ...BASE, CONFORMANCE_POOL: '3/2' },
    { ...BASE, CONFORMACE_REQUIRE: 'core' },
    { ...BASE, target_api_key: 's3cr3t-key' },
  ]) {
    const [name] = Object.keys(wrong).slice(-1);
    expect(() => readSettings(wrong), JSON.stringify(wrong)).toThrow(name as string);
  }
});

test('a credential that a pipeline has spoilt is an error, which does not quote it', () => {
  for (const [value, advice] of [
    ['s3cr3t\n', 'it holds a line break'],
    ['s3cr3t ', 'it begins or ends with a blank'],
    ['s3cr3t\u200b', 'a character that no header can'],
    ['"s3cr3t"', 'it has quotes around it'],
    ['Bearer s3cr3t', 'leave out the word before the credential'],
    ['{"access_token":"s3cr3t","expires_in":60}', 'it is JSON'],
    ['{', 'it is JSON'],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: this is how GitHub writes it
    ['${{ secrets.s3cr3t }}', 'it is the name of a variable'],
    ['$S3CR3T', 'it is the name of a variable'],
    ['#{S3CR3T}#', 'it is the name of a variable'],
    ['***', 'it stands for a value'],
    ['undefined', 'it stands for a value'],
  ] as const) {
    const read = (): unknown => readSettings({ ...BASE, TARGET_API_KEY: value });
    expect(read, value).toThrow(`TARGET_API_KEY: ${advice.startsWith('a ') ? 'it holds ' : ''}${advice}`);
    expect(read, value).not.toThrow(/s3cr3t/i);
  }
  for (const TARGET_API_KEY of ['s3cr3t$with#signs', 'k', 'a b', '"', 'eyJh.eyJz.c2ln==', '$2b$10$abc'])
    expect(readSettings({ ...BASE, TARGET_API_KEY })).toMatchObject({ TARGET_API_KEY });
});

test('settings that mean different things must have different values', () => {
  const keys = { ...BASE, TARGET_ACCESS_TOKEN: 't', TARGET_API_KEY: 'k', TARGET_DEPLOYMENT_ID: '101' };
  for (const [name, value] of [
    ['TARGET_OTHER_ACCESS_TOKEN', 't'],
    ['TARGET_SCOPED_API_KEY', 'k'],
    ['TARGET_MEMBER_API_KEY', 'k'],
    ['TARGET_OUT_OF_SCOPE_DEPLOYMENT_ID', '101'],
    ['TARGET_HTTP_URL', BASE.TARGET_BASE_URL],
  ] as const)
    expect(() => readSettings({ ...keys, [name]: value })).toThrow(`${name} is the same as TARGET_`);
  const plain = { ...keys, TARGET_PLAIN_API_KEY: 'k' };
  expect(() => readSettings(plain)).not.toThrow();
  expect(() => readSettings({ ...plain, TARGET_CREATOR_MODE: 'on' })).toThrow(
    'TARGET_PLAIN_API_KEY is the same as TARGET_API_KEY: it is a key of a tenant without the flag',
  );
});
