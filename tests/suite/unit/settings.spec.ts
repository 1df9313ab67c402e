import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { adviceOnTrust } from '../../../fixtures/http/connections.ts';
import { readSettings } from '../../../fixtures/target/read-settings.ts';
import { Secrets } from '../../../fixtures/target/secrets.ts';
import { SECRET_SETTINGS, SETTING_NAMES } from '../../../fixtures/target/settings.ts';
import { readTarget } from '../../../fixtures/target/target.ts';
import { CERTIFY_SETTINGS } from '../../../reporters/certification/settings.ts';
import { readWithDotenvAndShell } from '../support/env-files.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';

const BASE = { TARGET_BASE_URL: 'https://acme.example/api/' };

test('.env.example explains all settings and nothing else', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z_]+)=/gm)].map(([, name]) => name);
  expect(named.toSorted()).toEqual([...SETTING_NAMES, ...CERTIFY_SETTINGS].sort());
});

test('the examples of .env.example mean the same to dotenv and to a shell', async () => {
  const examples = [...readFileSync('.env.example', 'utf8').matchAll(/^# {3}([A-Z_]+=.*)$/gm)].map(
    ([, one]) => one,
  );
  const { dotenv, shell } = await readWithDotenvAndShell(examples.join('\n'));
  expect(dotenv).toEqual({
    TARGET_ACCESS_TOKEN: 's3cr3t$with#signs',
    TARGET_GROUPS: 'Sales team,R&D',
    TARGET_USER_ATTRIBUTES: 'sales region:string,limit:number',
    TARGET_INTERNAL_ID: "ada.o'brien@example.com",
    TARGET_API_KEY_COMMAND: 'vault read -field=key "secret/$USER/analytics"',
    TARGET_DATA_QUERY: '{"measures":["orders.count"],"dimensions":["orders.status"]}',
    TARGET_DATA_SQL: 'SELECT status, MEASURE(count) FROM orders GROUP BY 1',
  });
  expect(shell).toEqual(dotenv);
});

test('a misspelt name is an error that names the nearest setting', () => {
  expect(() => readSettings({ ...BASE, TARGET_API_KEI: 'x' })).toThrow(
    'TARGET_API_KEI is no setting. Did you mean TARGET_API_KEY?',
  );
  expect(() => readSettings({ CONFORMANCE_SEEDS: '1' })).toThrow('Did you mean CONFORMANCE_SEED?');
});

test('variables of other programs are ignored', () => {
  expect(readSettings({ ...BASE, PATH: '/bin', TARGETED: 'x' })).toEqual({
    TARGET_BASE_URL: 'https://acme.example/api',
  });
});

test('values are parsed, and a malformed one is named', () => {
  const settings = readSettings({
    ...BASE,
    TARGET_GROUPS: 'a, b',
    TARGET_USER_ATTRIBUTES: 'x:y:string,n:number_array',
    TARGET_DEPLOYMENT_ID: '12',
    CONFORMANCE_POOL: '2/3',
  });
  expect(settings).toMatchObject({
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
    { ...BASE, TARGET_CREATOR_MODE: 'yes' },
    { ...BASE, TARGET_USER_ATTRIBUTES: 'x:text' },
    { ...BASE, CONFORMANCE_REQUIRE: 'everything' },
    { TARGET_BASE_URL: 'http://acme.example/api' },
    { TARGET_BASE_URL: 'https://acme.example/api/v1' },
    { TARGET_BASE_URL: 'https://acme.example/api/scim/v2/Users' },
    { ...BASE, TARGET_DATA_API_URL: 'https://data.acme.example/base/v1/load' },
    {
      ...BASE,
      TARGET_AI_API_URL: 'https://ai.acme.example/api/v1/public/acme/agents/1/chat/stream-chat-state',
    },
    { ...BASE, CONFORMANCE_POOL: '3/2' },
    { ...BASE, CONFORMANCE_POOL: 'half' },
  ]) {
    const [name] = Object.keys(wrong).slice(-1);
    expect(() => readSettings(wrong), JSON.stringify(wrong)).toThrow(name as string);
  }
});

test('a base address may be on any domain, and plain HTTP leads to this machine only', () => {
  const right = {
    TARGET_BASE_URL: 'http://127.0.0.1:8080/creator/api',
    TARGET_PLAIN_BASE_URL: 'https://analytics.acme.example/api/',
    TARGET_DATA_API_URL: 'https://sales.eu.data.example/custom/base',
    TARGET_AI_API_URL: 'https://ai.example/api/v1/public/acme/agents/17',
  };
  expect(readSettings({ ...right, TARGET_PLAIN_API_KEY: 'k' })).toMatchObject({
    ...right,
    TARGET_PLAIN_BASE_URL: 'https://analytics.acme.example/api',
  });
});

test('a setting that needs a target is an error without a base URL', () => {
  expect(() => readSettings({ TARGET_API_KEY: 'k' })).toThrow(
    'TARGET_API_KEY given without TARGET_BASE_URL: set it, or unset it',
  );
  expect(() => readSettings({ TARGET_API_KEY: 'k', CONFORMANCE_REQUIRE: 'core' })).toThrow(
    'TARGET_API_KEY, CONFORMANCE_REQUIRE given without TARGET_BASE_URL: set it, or unset them',
  );
  expect(() => readTarget({ CONFORMANCE_REQUIRE: 'core', EMBEDDED_TARGET: '{}' })).toThrow(
    'CONFORMANCE_REQUIRE given without TARGET_BASE_URL',
  );
  expect(() => readTarget({ ...BASE, DOTENV_CONFIG_PATH: 'nowhere.env' })).toThrow(
    'DOTENV_CONFIG_PATH=nowhere.env names a file that is not there',
  );
});

test('a required profile must be offered', () => {
  expect(() =>
    readSettings({ ...BASE, TARGET_OFFERS: 'embed', CONFORMANCE_REQUIRE: 'core,embed,scim' }),
  ).toThrow('CONFORMANCE_REQUIRE names scim, which TARGET_OFFERS does not.');
  expect(readSettings({ ...BASE, TARGET_OFFERS: 'embed, scim' }).TARGET_OFFERS).toEqual(['embed', 'scim']);
  expect(() => readSettings({ ...BASE, TARGET_OFFERS: 'everything' })).toThrow('TARGET_OFFERS');
});

test('an empty setting of the target is an error, as when a secret is missing, but an empty setting of the run counts as unset', () => {
  for (const name of ['TARGET_BASE_URL', 'TARGET_API_KEY', 'TARGET_GROUPS']) {
    expect(() => readSettings({ ...BASE, [name]: '' })).toThrow(`${name} is set and empty`);
    expect(() => readTarget({ [name]: '', EMBEDDED_TARGET: '{}' })).toThrow(`${name} is set and empty`);
  }
  expect(readSettings({ ...BASE, CONFORMANCE_SEED: '' })).not.toHaveProperty('CONFORMANCE_SEED');
});

test('the settings of the embedded target are used unless another target is set', () => {
  const EMBEDDED_TARGET = JSON.stringify({ TARGET_BASE_URL: 'https://127.0.0.1:1/api', TARGET_API_KEY: 'k' });
  expect(readTarget({ EMBEDDED_TARGET })).toMatchObject({
    embedded: true,
    settings: { TARGET_API_KEY: 'k' },
  });
  expect(readTarget({ ...BASE, EMBEDDED_TARGET })).toMatchObject({
    embedded: false,
    settings: { TARGET_BASE_URL: 'https://acme.example/api' },
  });
});

test('every secret is replaced by the name of its setting, in every form', () => {
  expect(SECRET_SETTINGS).toHaveLength(9);
  for (const name of SECRET_SETTINGS) {
    const secret = `s3cr/t+"${name}"`;
    const redact = new Secrets({ [name]: secret }).redact;
    for (const form of [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret),
      Buffer.from(secret).toString('base64'),
    ]) {
      const text = redact(`before ${form} after`);
      expect(text).toContain(`$${name}`);
      expect(text).not.toContain('s3cr');
      expect(text).not.toContain(Buffer.from(secret).toString('base64').slice(0, 12));
    }
  }
});

test('a truncated or extended secret is hidden, and a shell expands what stands for it', () => {
  const redact = new Secrets({ TARGET_API_KEY: 'abcdef012345' }).redact;
  expect(redact('"Api-Key abcdef012"')).toBe(['"Api-Key $', '{TARGET_API_KEY%???}"'].join(''));
  expect(redact('"Api-Key abcdef012345xyz"')).toBe(['"Api-Key $', '{TARGET_API_KEY}xyz"'].join(''));
});

test('a wrong base address is rejected with a hint', () => {
  expect(() => readSettings({ TARGET_BASE_URL: 'http://acme.example/api' })).toThrow(
    'write https://acme.example/api',
  );
  expect(() => readSettings({ TARGET_BASE_URL: 'acme.example/api' })).toThrow('write the whole address');
});

test('advice on an untrusted certificate names the file in use, and where that is set', async () => {
  const UNTRUSTED = 'DEPTH_ZERO_SELF_SIGNED_CERT';
  await withTemporaryFolder(async (folder) => {
    const file = join(folder, 'settings.env');
    const advice = (code: string, inUse?: string): string =>
      adviceOnTrust(code, inUse, { DOTENV_CONFIG_PATH: file });
    expect(advice(UNTRUSTED)).toBe('set NODE_EXTRA_CA_CERTS to the PEM file of its authority');
    expect(advice(UNTRUSTED, '/shell.pem')).toContain(
      'NODE_EXTRA_CA_CERTS=/shell.pem (from the environment)',
    );
    await writeFile(file, 'NODE_EXTRA_CA_CERTS=/own.pem');
    expect(advice(UNTRUSTED, '/own.pem')).toContain(`(from ${file})`);
    expect(advice(UNTRUSTED, '/shell.pem')).toContain(
      `(from the environment, which wins over /own.pem in ${file})`,
    );
    expect(advice('ERR_TLS_CERT_ALTNAME_INVALID', '/own.pem')).toContain('is the address right?');
  });
});
