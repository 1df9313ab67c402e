import { listVariants } from '../../../../fixtures/reference/faults/index.ts';
import { shuffled } from './disturbances.ts';

/** What a server does that takes none of the variants of a choice. */
const USUAL = undefined;

/**
 * Sets of honest variants that hold each of them at least once, and few sets: as many as the largest choice has options.
 * Each set takes one option of every choice, at random, so that no variant always meets the same others.
 */
export function mixes(): readonly (readonly string[])[] {
  const choices = new Map<string, (string | typeof USUAL)[]>();
  for (const { name, choice } of listVariants())
    choices.set(choice, [...(choices.get(choice) ?? [USUAL]), name]);
  const most = Math.max(...[...choices.values()].map(({ length }) => length));
  // Of each choice, every option as often as the others, in an order of its own.
  const dealt = [...choices.values()].map((options, seed) =>
    shuffled(
      Array.from({ length: most }, (_, place) => options[place % options.length]),
      seed,
    ),
  );
  return Array.from({ length: most }, (_, mix) => dealt.flatMap((options) => options[mix] ?? []));
}
