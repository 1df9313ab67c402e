import { listAlternatives } from '../../../fixtures/reference/faults.ts';

/** What a server does that takes none of the variants of a choice. */
const USUAL = undefined;

/**
 * As few sets of honest variants as hold each of them at least once: as many as the largest choice has variants. Each
 * set has one of every choice, or none of it where the choice has few.
 */
export function mixes(): readonly (readonly string[])[] {
  const choices = new Map<string, string[]>();
  for (const { name, choice } of listAlternatives())
    choices.set(choice, [...(choices.get(choice) ?? []), name]);
  const most = Math.max(...[...choices.values()].map((names) => names.length));
  const options = [...choices.values()].map((names) => (names.length < most ? [...names, USUAL] : names));
  return Array.from({ length: most }, (_, mix) =>
    options.flatMap((names, choice) => names[(mix + choice) % names.length] ?? []),
  );
}
