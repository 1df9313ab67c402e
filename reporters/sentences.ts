/** The sentences that apply, in their order: each is named with whether it does. */
export const sentences = (said: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(said).filter((sentence) => said[sentence]);

/** The first of some names, and how many more there are. */
export const firstOf = (names: readonly string[], most: number): string =>
  `${names.slice(0, most).join(', ')}${names.length > most ? ` and ${names.length - most} more` : ''}`;
