import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Reads the arguments of a command: files, and options.
 *
 * @param usage - how the command is called and what it takes
 * @throws Error that tells the usage, where it is asked for by --help, or an option is unknown or lacks its value
 */
export function readArguments<const Options extends NonNullable<ParseArgsConfig['options']>>(
  usage: string,
  args: readonly string[],
  options: Options,
) {
  if (args.includes('--help')) throw new Error(usage);
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`);
  }
}

/**
 * Runs a command, and ends the process with the exit code that it returns.
 *
 * @param broken - the exit code where it throws; the message goes to the standard error
 */
export async function runCommand(run: () => number | Promise<number>, broken = 1): Promise<void> {
  try {
    process.exitCode = await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = broken;
  }
}
