/** Holds the project to its size: part of `npm run check`. */
import { readdirSync, readFileSync } from 'node:fs';

/** Lines of all files that end in .ts. */
const MOST_IN_ALL = 60_000;

/** So many lines of faults and of tests of the suite may stand beside a hundred that judge. */
const MOST_PER_HUNDRED = 80;

const files = ['fixtures', 'reporters', 'schemas', 'tests']
  .flatMap((top) => readdirSync(top, { recursive: true, encoding: 'utf8' }).map((file) => `${top}/${file}`))
  .concat('playwright.config.ts')
  .filter((file) => /\.tsx?$/.test(file));
const linesOf = (isCounted: (file: string) => boolean): number =>
  files.filter(isCounted).reduce((sum, file) => sum + readFileSync(file, 'utf8').split('\n').length - 1, 0);

const all = linesOf((file) => file.endsWith('.ts'));
const problems: string[] = [];
if (all > MOST_IN_ALL) problems.push(`there are ${all} lines of TypeScript, and may be ${MOST_IN_ALL}`);
const isBeside = (file: string): boolean => /^(fixtures\/reference\/faults|tests\/suite)\//.test(file);
const isJudging = (file: string): boolean =>
  /^(fixtures|tests|schemas)\//.test(file) && !/^(fixtures\/reference|tests\/suite)\//.test(file);
const share = Math.round((100 * linesOf(isBeside)) / linesOf(isJudging));
if (share > MOST_PER_HUNDRED)
  problems.push(
    `there are ${share} lines of faults and of tests of the suite for a hundred that judge, and may be ${MOST_PER_HUNDRED}`,
  );

console.log(`${all} lines of TypeScript, ${share} beside a hundred that judge`);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
