/** `npm run generate`: renews what is derived from the catalogue. */
import { writeFileSync } from 'node:fs';
import { COVERAGE_FILE, coverageTable } from './coverage.ts';
import { RELEASED_IDS_FILE, readReleased, withNew } from './released-ids.ts';

writeFileSync(COVERAGE_FILE, coverageTable());
writeFileSync(RELEASED_IDS_FILE, `${withNew(readReleased()).join('\n')}\n`);
