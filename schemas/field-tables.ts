import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { RULES_PAGE } from './rules-page.ts';

/** A row of a table of fields: what the interface says of a field. */
export interface Field {
  readonly name: string;
  /** What it is, such as `a string or null`. */
  readonly type: string;
  readonly isRequired: boolean;
}

const ROW = /^\| <a id="[^"]*"><\/a>`(\w+)` \| (.+) \| (yes|no) \|$/gm;

let parts: Map<string, string> | undefined;

/**
 * The table of fields below a heading of the page of rules: the one place that lists the fields of a resource in words.
 *
 * @throws Error where the page has no such table
 */
export function fieldTable(heading: string): Field[] {
  parts ??= new Map(
    readFileSync(fileURLToPath(new URL(`../${RULES_PAGE}`, import.meta.url)), 'utf8')
      .replaceAll('\r\n', '\n')
      .split(/^## /m)
      .map((part) => [part.split('\n', 1)[0] ?? '', part]),
  );
  const rows = [...(parts.get(heading) ?? '').matchAll(ROW)];
  if (rows.length === 0) throw new Error(`${RULES_PAGE} has no table of fields below "## ${heading}".`);
  return rows.map(([, name = '', type = '', required]) => ({ name, type, isRequired: required === 'yes' }));
}
