import { writeFileSync } from 'node:fs';
import { readJsonFile } from '../json-files.ts';
import type { Score } from './score.ts';

/**
 * The other requirements that fail with a fault, beside the one that it breaks, pinned by the fault's name. A new one means a
 * test that looks at too much, or a fault that changes too much. Faults that are not listed fail none.
 */
export type AlsoFails = Readonly<Record<string, readonly string[]>>;

/** The project that runs the mutants, which decides which tests are run against each. */
export type MutantProject = 'mutants' | 'mutants-whole';

const FILES: Record<MutantProject, URL> = {
  mutants: new URL('also-fails.json', import.meta.url),
  'mutants-whole': new URL('also-fails-whole.json', import.meta.url),
};

/** What is pinned. */
export const readAlsoFails = (project: MutantProject): AlsoFails => readJsonFile(FILES[project]);

/** Pins the other requirements that failed with the mutants that ran; those of other mutants stay as they were. */
export function writeAlsoFails(project: MutantProject, scores: readonly Score[]): void {
  const pinned = new Map(Object.entries(readAlsoFails(project)));
  for (const { fault, alsoFails } of scores) {
    if (alsoFails.length > 0) pinned.set(fault, alsoFails);
    else pinned.delete(fault);
  }
  const lines = [...pinned]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([fault, requirements]) => `  ${JSON.stringify(fault)}: ${JSON.stringify(requirements)}`);
  writeFileSync(FILES[project], `{\n${lines.join(',\n')}\n}\n`);
}

/** How the other requirements that failed with a mutant differ from what is pinned; no entries where they do not. */
export function differencesFromPinned({ fault, alsoFails }: Score, pinned: AlsoFails): string[] {
  const known = pinned[fault] ?? [];
  const added = alsoFails.filter((id) => !known.includes(id));
  const gone = known.filter((id) => !alsoFails.includes(id));
  return [
    ...(added.length > 0 ? [`also fails ${added.join(', ')}, which is not pinned`] : []),
    ...(gone.length > 0 ? [`no longer fails ${gone.join(', ')}, which is pinned`] : []),
  ];
}
