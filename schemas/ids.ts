import { pathToFileURL } from 'node:url';
import { testable } from './requirements.ts';

/**
 * The requirements that can be judged, one a line: what `--grep @id` and a baseline name, and what it says.
 *
 * @param words - only those whose id, level, profile, source or statement contain all of these, whatever their case
 */
export function idLines(words: readonly string[] = []): string[] {
  const wanted = words.map((word) => word.toLowerCase());
  return testable
    .filter(({ id, level, profile, source, statement }) => {
      const text = [id, level, profile, source, statement].join('\n').toLowerCase();
      return wanted.every((word) => text.includes(word));
    })
    .map(({ id, level, source, statement }) => `@${id}  ${level}  ${source}\n    ${statement}`);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const lines = idLines(process.argv.slice(2));
  console.log(lines.join('\n') || 'No requirement says that.');
}
