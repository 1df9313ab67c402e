import { cite, outline } from '../../../schemas/outline.ts';
import type { ReportedRequirement } from '../../report.ts';

/** A section of the interface, and what the catalogue has of it. */
export interface PageSection {
  readonly heading: string;
  readonly rows: readonly ReportedRequirement[];
}

/** Of each source: its section, and its place in the interface. */
const places = new Map(
  outline
    .flatMap((part) => part.entries.map((entry) => [cite(part, entry), part.heading] as const))
    .map(([source, heading], index) => [source, { heading, index }] as const),
);

const ELSEWHERE = { heading: 'Elsewhere', index: places.size };

/** Requirements by section of the interface, in its order. */
export function sectionsOf(rows: readonly ReportedRequirement[]): PageSection[] {
  const placed = rows
    .map((row) => ({ row, ...(places.get(row.source) ?? ELSEWHERE) }))
    .sort((a, b) => a.index - b.index);
  const sections = new Map<string, ReportedRequirement[]>();
  for (const { heading, row } of placed) sections.set(heading, [...(sections.get(heading) ?? []), row]);
  return [...sections].map(([heading, own]) => ({ heading, rows: own }));
}
