/** `npm run baseline [-- FILE] [--reason=… --ticket=… --expires=…]`: makes the baseline fit a report. */
import { addSettingsFileOrThrow } from '../schemas/settings-file.ts';
import { baselineCommand } from './baseline-command.ts';

try {
  addSettingsFileOrThrow(process.env);
  console.log(baselineCommand(process.argv.slice(2), process.env, new Date()));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
