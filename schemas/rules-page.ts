import type { Requirement } from './requirements.ts';

/** The page with the interface's rules, one after the other, from the root of the project. */
export const RULES_PAGE = 'docs/interface.md';

/** Where a rule can be read: the words for it, and its address. */
export interface Reference {
  readonly text: string;
  readonly address: string;
}

/** The anchor that GitHub gives to a heading, and that {@link RULES_PAGE} gives to the rule of that name. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M} _-]/gu, '')
    .replaceAll(' ', '-');

/** Where the rules page tells a source of the catalogue, such as `docs/interface.md#list-workspace-items-rule-2`. */
export const pageOf = (source: string): string => `${RULES_PAGE}#${anchorOf(source)}`;

/** What an RFC is called in statements: `RFC 7644 §3.4.1, §3.12`. */
const CITED = /RFC (\d+)((?:,? §[\d.]*\d)+)/g;

/** The sections of RFCs that a text cites, each with its address. */
export const rfcSectionsOf = (text: string): Reference[] =>
  [...text.matchAll(CITED)].flatMap(([, rfc, sections = '']) =>
    (sections.match(/\d[\d.]*/g) ?? []).map((section) => ({
      text: `RFC ${rfc} §${section}`,
      address: `https://www.rfc-editor.org/rfc/rfc${rfc}#section-${section}`,
    })),
  );

/** Where the rule of a requirement can be read: the sections of RFCs that it cites, or else its place on the rules page. */
export function referencesOf({ source, statement }: Pick<Requirement, 'source' | 'statement'>): Reference[] {
  const sections = rfcSectionsOf(statement);
  return sections.length > 0 ? sections : [{ text: source, address: pageOf(source) }];
}
