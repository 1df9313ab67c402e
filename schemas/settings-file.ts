import { existsSync, readFileSync } from 'node:fs';
import { devNull } from 'node:os';
import { join, relative } from 'node:path';
import { config } from 'dotenv';

type Environment = Readonly<Record<string, string | undefined>>;

/** The file of settings: DOTENV_CONFIG_PATH, dotenv's own variable, names another one than .env of the project, or of where the run is started. */
export const settingsFileOf = ({ DOTENV_CONFIG_PATH }: Environment): string =>
  DOTENV_CONFIG_PATH || ([relative('', join(import.meta.dirname, '../.env'))].find(existsSync) ?? '.env');

/** What is wrong with the file of settings, which dotenv would pass over; undefined where nothing is, or where there is none. */
export function settingsFileProblem(environment: Environment): string | undefined {
  const file = settingsFileOf(environment);
  try {
    const bytes = readFileSync(file);
    // PowerShell writes UTF-16 where > leads into a file: every other byte is 0 then.
    if (bytes.includes(0)) return `${file} is no text in UTF-8: save it as UTF-8.`;
    // So a pipeline writes a secret that is missing. Who wants no file of settings names that of nothing.
    const isEmpty = file !== devNull && bytes.toString().trim() === '';
    return isEmpty
      ? `${file} is empty: write settings into it, or remove it. Is a secret missing?`
      : undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') return `${file} cannot be read: ${message}`;
    return environment.DOTENV_CONFIG_PATH
      ? `DOTENV_CONFIG_PATH=${file} names a file that is not there: correct it, or unset it to read .env.`
      : undefined;
  }
}

/** Adds the settings of the file to an environment, whose own values win. Returns what the file says: nothing where there is none. */
export const addSettingsFile = (environment: NodeJS.ProcessEnv): Readonly<Record<string, string>> =>
  config({
    quiet: true,
    path: settingsFileOf(environment),
    processEnv: environment as Record<string, string>,
  }).parsed ?? {};

/** The same for a command that judges no target. Throws where DOTENV_CONFIG_PATH names a file that is not there. */
export function addSettingsFileOrThrow(environment: NodeJS.ProcessEnv): void {
  const problem = settingsFileProblem(environment);
  if (problem) throw new Error(problem);
  addSettingsFile(environment);
}
