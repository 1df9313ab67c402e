import { mixes } from './variant-mixes.ts';
import type { Start } from './targets.ts';
import { inParallel, line, mustsOf, type Told, type WholeRun, wholeRun } from './whole-run.ts';

/** Variants whose workspace is not at rest: what cannot be compared then is inconclusive, and may be. */
const RESTLESS = /workspace-(changes|grows)/;

/** What came of one honest server. */
export interface VariantRun {
  readonly variants: readonly string[];
  readonly seconds: number;
  readonly ended: boolean;
  readonly code: number;
  /** What no honest server deserves. */
  readonly accused: readonly Told[];
}

function accusations(variants: readonly string[], run: WholeRun): readonly Told[] {
  const cut: Told = {
    id: 'the run',
    verdict: 'cut short',
    reason: run.output.trim().split('\n').slice(-5).join(' | '),
  };
  const isRestless = variants.some((name) => RESTLESS.test(name));
  return [
    ...(run.ended ? [] : [cut]),
    ...mustsOf(run, 'fail'),
    ...(isRestless ? [] : mustsOf(run, 'inconclusive')),
  ];
}

async function judge(variants: readonly string[], start: Start): Promise<VariantRun> {
  const run = await wholeRun(start, { variants: variants });
  const { seconds, ended, code } = run;
  return { variants, seconds, ended, code, accused: accusations(variants, run) };
}

/** The smallest sets among the halves of halves that are accused. */
async function culprits(variants: readonly string[], start: Start): Promise<readonly VariantRun[]> {
  const middle = Math.ceil(variants.length / 2);
  const found: VariantRun[] = [];
  for (const half of [variants.slice(0, middle), variants.slice(middle)]) {
    const run = await judge(half, start);
    if (run.accused.length === 0) continue;
    const smaller = half.length > 1 ? await culprits(half, start) : [];
    found.push(...(smaller.length > 0 ? smaller : [run]));
  }
  return found;
}

function print(title: string, { variants, seconds, accused }: VariantRun): void {
  console.log(
    `${title}: ${variants.length} variants, ${seconds} s, ${accused.length === 0 ? 'not accused' : 'ACCUSED'}`,
  );
  if (accused.length > 0) console.log(`  of ${variants.join(', ')}`);
  for (const told of accused) console.log(`  ${line(told)}`);
}

/** What came of all honest servers. */
export interface VariantResult {
  readonly runs: readonly VariantRun[];
  /** The smallest sets that are accused, when they were looked for. */
  readonly culprits: readonly VariantRun[];
}

/**
 * Judges servers that hold every honest variant between them, and prints what comes of each.
 *
 * @param bisect - whether to look for the culprits in servers that are accused
 */
export async function judgeVariants(start: Start, jobs: number, bisect: boolean): Promise<VariantResult> {
  const runs = await inParallel(mixes(), jobs, async (variants, index) => {
    const run = await judge(variants, start);
    print(`mix ${index + 1}`, run);
    return run;
  });
  const accused = bisect ? runs.filter((run) => run.accused.length > 0 && run.variants.length > 1) : [];
  const found = await inParallel(accused, jobs, ({ variants }) => culprits(variants, start));
  for (const run of found.flat()) print('culprit', run);
  return { runs, culprits: found.flat() };
}
