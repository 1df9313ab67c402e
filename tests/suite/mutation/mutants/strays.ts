import { readFileSync, writeFileSync } from 'node:fs';
import type { Score } from './score.ts';

/**
 * The other requirements that a mutant makes fail, beside the one that it breaks, pinned: a new one is a test that
 * looks at too much or a fault that is badly aimed. Mutants that are not listed have none.
 */
export type Strays = Readonly<Record<string, readonly string[]>>;

/** Which tests were run against each mutant: those of the requirement that it breaks, or all that can notice it. */
export type Extent = 'own' | 'whole';

const FILES: Record<Extent, URL> = {
  own: new URL('strays.json', import.meta.url),
  whole: new URL('strays-whole.json', import.meta.url),
};

/** What is pinned. */
export const readStrays = (extent: Extent): Strays =>
  JSON.parse(readFileSync(FILES[extent], 'utf8')) as Strays;

/** Pins the strays of mutants that ran; those of others stay as they were. */
export function writeStrays(extent: Extent, scores: readonly Score[]): void {
  const pinned = new Map(Object.entries(readStrays(extent)));
  for (const { fault, strays } of scores) {
    if (strays.length > 0) pinned.set(fault, strays);
    else pinned.delete(fault);
  }
  const lines = [...pinned]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([fault, strays]) => `  ${JSON.stringify(fault)}: ${JSON.stringify(strays)}`);
  writeFileSync(FILES[extent], `{\n${lines.join(',\n')}\n}\n`);
}

/** Where the strays of a mutant are not as they are pinned; undefined where they are. */
export function strayed({ fault, strays }: Score, pinned: Strays): string | undefined {
  const known = pinned[fault] ?? [];
  const fresh = strays.filter((id) => !known.includes(id));
  const gone = known.filter((id) => !strays.includes(id));
  const parts = [
    ...(fresh.length > 0 ? [`fails ${fresh.join(', ')} too`] : []),
    ...(gone.length > 0 ? [`does not fail ${gone.join(', ')} any more`] : []),
  ];
  return parts.length > 0 ? `${fault} ${parts.join(', and ')}` : undefined;
}
