import type { Comparison } from '../../comparison.ts';
import { CHANGES } from '../../comparison-words.ts';

/** The word for what became of each requirement since the earlier run; those that are as they were have none. */
export type Marks = ReadonlyMap<string, string>;

/** Marks what changed; where two words fit, the first one of {@link CHANGES} does. */
export function marksOf(comparison: Comparison | undefined): Marks {
  const marks = new Map<string, string>();
  if (!comparison) return marks;
  for (const [word, changesOf] of CHANGES)
    for (const { id } of changesOf(comparison)) if (!marks.has(id)) marks.set(id, word);
  return marks;
}
