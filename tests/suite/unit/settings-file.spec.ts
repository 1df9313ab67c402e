import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { loadSettingsFile, outvotedSettings } from '../../../fixtures/target/settings-file.ts';
import { withTemporaryFolder } from '../support/temporary-folder.ts';

/** The environment after a file of settings with this text was loaded into it. */
const loaded = (text: string, environment: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> =>
  withTemporaryFolder(async (folder) => {
    const DOTENV_CONFIG_PATH = join(folder, 'settings.env');
    await writeFile(DOTENV_CONFIG_PATH, text);
    const result = { ...environment, DOTENV_CONFIG_PATH };
    loadSettingsFile(result);
    return result;
  });

test('the environment wins over the file, and the settings are named of which it has another value', async () => {
  const text = 'TARGET_API_KEY=one\nTARGET_GROUPS=a,b\nTARGET_AI_API_KEY=same\nHOME=/elsewhere\n';
  const environment = await loaded(text, { TARGET_API_KEY: 'two', TARGET_AI_API_KEY: 'same', HOME: '/home' });
  expect(environment).toMatchObject({ TARGET_API_KEY: 'two', TARGET_GROUPS: 'a,b' });
  expect(outvotedSettings(environment)).toEqual(['TARGET_API_KEY']);
});

test('a setting that is empty in the environment wins too', async () => {
  expect(outvotedSettings(await loaded('TARGET_API_KEY=one', { TARGET_API_KEY: '' }))).toEqual([
    'TARGET_API_KEY',
  ]);
});

test('what replaces a value during the run is not taken for one of the environment', async () => {
  const environment = await loaded('CONFORMANCE_SEED=random', {});
  expect(
    outvotedSettings(await loaded('CONFORMANCE_SEED=random', { ...environment, CONFORMANCE_SEED: '7' })),
  ).toEqual([]);
});

test('without a file nothing is loaded', () => {
  const environment = { DOTENV_CONFIG_PATH: 'nowhere.env' };
  loadSettingsFile(environment);
  expect(outvotedSettings(environment)).toEqual([]);
});
