import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Loaded into every process of a run: at its end it notes the most memory that it had, in MiB. */
const { PEAK_MEMORY_FOLDER: folder } = process.env;
if (folder)
  process.on('exit', () => {
    writeFileSync(join(folder, String(process.pid)), String(process.resourceUsage().maxRSS / 1024));
  });
