/** `npm run baseline [-- FILE] [--reason=… --ticket=… --expires=…]`: makes the baseline fit a report. */
import { config as loadDotenv } from 'dotenv';
import { baselineCommand } from './baseline-command.ts';

try {
  loadDotenv({ quiet: true, path: process.env.DOTENV_CONFIG_PATH || '.env' });
  console.log(baselineCommand(process.argv.slice(2), process.env, new Date()));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
