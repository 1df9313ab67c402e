import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/** Loaded into every process of a run: at its end it notes the most memory that it had, in MiB, and the seconds of a processor that it took. */
const { USAGE_FOLDER: folder } = process.env;
if (folder && isMainThread)
  process.on('exit', () => {
    const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
    const usage = { peakMb: maxRSS / 1024, cpuSeconds: (userCPUTime + systemCPUTime) / 1e6 };
    writeFileSync(join(folder, String(process.pid)), JSON.stringify(usage));
  });
