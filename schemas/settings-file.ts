import { readFileSync } from 'node:fs';
import { config } from 'dotenv';

type Environment = Readonly<Record<string, string | undefined>>;

/** The file of settings: DOTENV_CONFIG_PATH, dotenv's own variable, names another one than .env. */
export const settingsFileOf = ({ DOTENV_CONFIG_PATH }: Environment): string => DOTENV_CONFIG_PATH || '.env';

/** What is wrong with the file of settings, which dotenv would pass over; undefined where nothing is, or where there is none. */
export function settingsFileProblem(environment: Environment): string | undefined {
  const file = settingsFileOf(environment);
  try {
    // PowerShell writes UTF-16 where > leads into a file: every other byte is 0 then.
    return readFileSync(file).includes(0) ? `${file} is no text in UTF-8: save it as UTF-8.` : undefined;
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
