import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { without } from './assertions.ts';
import { ROOT, type Site, sites } from './sites.ts';

/**
 * `npm run mutate-suite -- --count=10 --seed=1`: takes assertions out of the conformance tests, one at a time and picked
 * at random, and looks whether the suite's own tests notice. Prints the share that nothing noticed.
 */
const { values } = parseArgs({
  options: { count: { type: 'string', default: '10' }, seed: { type: 'string' }, file: { type: 'string' } },
});

const PLAYWRIGHT = join(ROOT, 'node_modules/@playwright/test/cli.js');

/** Exit code and output of a run of the runner. */
function playwright(...args: string[]): { code: number | null; output: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PLAYWRIGHT, 'test', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 256 * 1024 * 1024,
  });
  return { code: status, output: stdout + stderr };
}

/** The requirements that the tests of a file claim. */
function claimsOf(file: string): string[] {
  const { output } = playwright(relative(ROOT, file), '--list', '--reporter=json');
  return [...new Set([...output.matchAll(/"description": "([a-z0-9-]+)"/g)].map(([, id]) => id as string))];
}

/** What notices that an assertion is gone; undefined when nothing does. */
function noticed({ file }: Site): string | undefined {
  const claims = `@(${claimsOf(file).join('|')})(?![\\w-])`;
  const mutants = playwright('-c', 'tests/suite/mutation/mutants', 'mutants.spec', '--grep', claims);
  if (mutants.code !== 0)
    return /^(?:survived|killed by the wrong id): .*/m.exec(mutants.output)?.[0] ?? 'the mutants';
  // An assertion may hold the call that the next ones look at the effect of.
  if (playwright(relative(ROOT, file), '--output=test-results/mutate').code !== 0)
    return 'the test itself, against the embedded target';
  const honest = playwright('-c', 'tests/suite/mutation/variants', 'planned', '--grep', claims);
  if (honest.code !== 0) return /^ACCUSED .*/m.exec(honest.output)?.[0] ?? 'the variants';
  const suite = playwright('-c', 'tests/suite');
  return suite.code === 0 ? undefined : (/^ {2}\d+\) (.*)/m.exec(suite.output)?.[1] ?? "the suite's tests");
}

/** Takes an assertion out, asks who notices, and puts it back. */
function withoutIt(site: Site): string | undefined {
  const source = readFileSync(site.file, 'utf8');
  try {
    writeFileSync(site.file, without(source, site));
    return noticed(site);
  } finally {
    writeFileSync(site.file, source);
  }
}

// Whoever interrupts it gets the source back as it was: the run in progress ends first.
let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    interrupted = true;
  });

const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 31));
const all = sites().filter(({ file }) => file.includes(values.file ?? ''));
const length = Math.min(Number(values.count), all.length);
const [picked = []] = fc.sample(fc.shuffledSubarray(all, { minLength: length, maxLength: length }), {
  seed,
  numRuns: 1,
});
console.log(`${picked.length} of ${all.length} assertions, seed ${seed}`);
// Plans which tests to run against which honest servers.
playwright('-c', 'tests/suite/mutation/asked');
let survived = 0;
for (const site of picked) {
  const by = withoutIt(site);
  await setImmediate();
  if (interrupted) break;
  if (by === undefined) survived += 1;
  console.log(
    `${by === undefined ? 'SURVIVED' : 'noticed '} ${relative(ROOT, site.file)}:${site.line} ${site.text}`,
  );
  if (by !== undefined) console.log(`         by ${by}`);
}
if (interrupted) process.exit(1);
console.log(`survival rate: ${survived} of ${picked.length}`);
// "N passed, N failed": the form that tools look for.
console.log(`mutate-suite: ${picked.length - survived} passed, ${survived} failed`);
process.exitCode = survived === 0 ? 0 : 1;
