import { inParallel } from '../../support/in-parallel.ts';
import type { Start } from './targets.ts';
import { variantMixes } from './variant-mixes.ts';
import { line, mustsOf, type Summary, type WholeRun, wholeRun } from './whole-run.ts';

/** Variants whose workspace changes by itself: what cannot be compared then may be inconclusive. */
const CHANGING = /workspace-(changes|grows)/;

/** One run against an honest server, and its result. */
interface VariantRun {
  readonly variants: readonly string[];
  readonly seconds: number;
  readonly ended: boolean;
  readonly code: number;
  /** The verdicts that an honest server must not get. */
  readonly accused: readonly Summary[];
}

function accusations(variants: readonly string[], run: WholeRun): readonly Summary[] {
  const cutShort: Summary = {
    id: 'the run',
    verdict: 'cut short',
    reason: run.output.trim().split('\n').slice(-5).join(' | '),
  };
  const isChanging = variants.some((name) => CHANGING.test(name));
  return [
    ...(run.ended ? [] : [cutShort]),
    ...mustsOf(run, 'fail'),
    ...(isChanging ? [] : mustsOf(run, 'inconclusive')),
  ];
}

async function judge(variants: readonly string[], start: Start): Promise<VariantRun> {
  const run = await wholeRun(start, { variants });
  const { seconds, ended, code } = run;
  return { variants, seconds, ended, code, accused: accusations(variants, run) };
}

/** The smallest accused sets that repeated halving finds. */
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
  for (const summary of accused) console.log(`  ${line(summary)}`);
}

/** The results for all honest servers. */
export interface VariantResult {
  readonly runs: readonly VariantRun[];
  /** The smallest accused sets, if they were searched for. */
  readonly culprits: readonly VariantRun[];
}

/**
 * Judges honest servers that have every variant between them, and prints the result of each.
 *
 * @param bisect - whether to search accused servers for the variants that cause it
 */
export async function judgeVariants(start: Start, jobs: number, bisect: boolean): Promise<VariantResult> {
  const runs = await inParallel(variantMixes(), jobs, async (variants, index) => {
    const run = await judge(variants, start);
    print(`mix ${index + 1}`, run);
    return run;
  });
  const accused = bisect ? runs.filter((run) => run.accused.length > 0 && run.variants.length > 1) : [];
  const found = await inParallel(accused, jobs, ({ variants }) => culprits(variants, start));
  for (const run of found.flat()) print('culprit', run);
  return { runs, culprits: found.flat() };
}
