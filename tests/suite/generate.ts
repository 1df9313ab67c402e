/** `npm run generate`: renews what is derived from the catalogue and from the conformance tests. */
import { writeFileSync } from 'node:fs';
import {
  COVERAGE_FILE,
  coverageTable,
  RELEASED_IDS_FILE,
  readReleased,
  withNew,
} from '../../schemas/coverage.ts';
import { listConformanceTests } from './mutation/declare.ts';

writeFileSync(COVERAGE_FILE, coverageTable());
writeFileSync(RELEASED_IDS_FILE, `${withNew(readReleased()).join('\n')}\n`);
const { length: count } = await listConformanceTests();
writeFileSync(
  new URL('../../schemas/tests.json', import.meta.url),
  `${JSON.stringify({ count }, undefined, 2)}\n`,
);
