/** `npm run baseline [-- FILE] [--reason=… --ticket=… --expires=…]`: makes the baseline fit a report. */
import { runCommand } from '../schemas/command-line.ts';
import { addSettingsFileOrThrow } from '../schemas/settings-file.ts';
import { baselineCommand } from './baseline-command.ts';

await runCommand(() => {
  addSettingsFileOrThrow(process.env);
  console.log(baselineCommand(process.argv.slice(2), process.env, new Date()));
  return 0;
});
