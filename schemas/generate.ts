/** `npm run generate`: renews what is derived from the catalogue. */
import { writeFileSync } from 'node:fs';
import { COVERAGE_FILE, coverageTable, RELEASED_IDS_FILE, readReleased, withNew } from './coverage.ts';

writeFileSync(COVERAGE_FILE, coverageTable());
writeFileSync(RELEASED_IDS_FILE, `${withNew(readReleased()).join('\n')}\n`);
