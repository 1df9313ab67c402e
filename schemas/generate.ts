/** `npm run generate`: renews what is derived from the catalogue and from the conformance tests. */
import { writeFileSync } from 'node:fs';
import { COVERAGE_FILE, coverageTable, RELEASED_IDS_FILE, readReleased, withNew } from './coverage.ts';
import { listClaims } from './listed-tests.ts';

writeFileSync(COVERAGE_FILE, coverageTable());
writeFileSync(RELEASED_IDS_FILE, `${withNew(readReleased()).join('\n')}\n`);
writeFileSync(
  new URL('tests.json', import.meta.url),
  `${JSON.stringify({ count: listClaims().length }, undefined, 2)}\n`,
);
