import { existsSync } from 'node:fs';
import { config } from 'dotenv';

type Environment = Readonly<Record<string, string | undefined>>;

/** The file of settings: DOTENV_CONFIG_PATH, dotenv's own variable, names another one than .env. */
export const settingsFileOf = ({ DOTENV_CONFIG_PATH }: Environment): string => DOTENV_CONFIG_PATH || '.env';

/** Says that DOTENV_CONFIG_PATH names a file that is not there; undefined where it names one, or nothing. */
export const settingsFileProblem = ({ DOTENV_CONFIG_PATH: file }: Environment): string | undefined =>
  file && !existsSync(file)
    ? `DOTENV_CONFIG_PATH=${file} names a file that is not there: correct it, or unset it to read .env.`
    : undefined;

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
