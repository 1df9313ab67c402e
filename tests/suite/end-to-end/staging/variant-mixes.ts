import { listVariants } from '../../../../fixtures/reference/faults/index.ts';
import { shuffled } from './random.ts';

/** The option of a server that takes no variant of a choice. */
const NO_VARIANT = undefined;

/**
 * Sets of variants in which each variant occurs at least once. There are as many sets as the largest choice has options,
 * which is the fewest possible. Each set takes one option of every choice in pseudo-random order, so that a variant is
 * combined with different ones.
 */
export function variantMixes(): readonly (readonly string[])[] {
  const choices = new Map<string, (string | typeof NO_VARIANT)[]>();
  for (const { name, choice } of listVariants())
    choices.set(choice, [...(choices.get(choice) ?? [NO_VARIANT]), name]);
  const count = Math.max(...[...choices.values()].map(({ length }) => length));
  // For each choice, the option of every set: all options equally often, in an order of its own.
  const dealt = [...choices.values()].map((options, seed) =>
    shuffled(
      Array.from({ length: count }, (_, index) => options[index % options.length]),
      seed,
    ),
  );
  return Array.from({ length: count }, (_, mix) => dealt.flatMap((options) => options[mix] ?? []));
}
