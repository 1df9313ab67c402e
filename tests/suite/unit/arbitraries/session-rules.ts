import type { AttributeDefinition, AttributeType } from '../../../../fixtures/target/settings.ts';
import { sessionProblems, unprintable } from './sampling.ts';

/** Rules of the interface that a schema cannot express, written independently of the arbitraries. */

/** A target's groups, more than a test uses, and its attributes, two of each type. */
export const GROUPS: readonly string[] = ['g1', 'g2', 'g3', 'g4', 'g5', 'Group six', 'Ä & Ö'];
export const DEFINITIONS: readonly AttributeDefinition[] = (['a', 'Ä 2 '] as const).flatMap((prefix) =>
  (['string', 'number', 'string_array', 'number_array'] as const).map((type) => ({
    name: `${prefix}${type}`,
    type,
  })),
);

/** @throws Error when no attribute has that name */
export function typeOf(name: string): AttributeType {
  const type = DEFINITIONS.find((one) => one.name === name)?.type;
  if (!type) throw new Error(`No attribute is called "${name}".`);
  return type;
}

/** Whether a value is of an attribute's type. */
export function fits(type: AttributeType, value: unknown): boolean {
  const element = type.replace('_array', '');
  const values = type === element ? [value] : value;
  return Array.isArray(values) && values.every((one) => typeof one === element);
}

/** Whether a lenient parser takes a text for an absolute http or https URL. */
export const isHttpUrl = (text: string): boolean =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);

/** The names that occur again after their first occurrence. */
export const repeated = (names: readonly string[]): string[] =>
  names.filter((name, index) => names.indexOf(name) !== index);

export const isBeyondAscii = (text: string): boolean => /[^ -~]/.test(text);

/** The problems that several checks found. */
export const problemsIn = (...found: (readonly unknown[])[]): unknown[] => found.flat();

/** What is wrong with a value of an attribute. */
export const valueProblems = (name: string, value: unknown): unknown[] =>
  problemsIn(
    sessionProblems({ userAttributes: [{ name, value }] }),
    fits(typeOf(name), value) ? [] : [`is not a ${typeOf(name)}`],
    unprintable(value),
  );

/** What is wrong with `userAttributes`. */
export const assignmentProblems = (given: readonly { name: string; value?: unknown }[]): unknown[] =>
  problemsIn(
    sessionProblems({ userAttributes: given }),
    repeated(given.map(({ name }) => name)),
    given.flatMap(({ name, value }) => valueProblems(name, value)),
  );
