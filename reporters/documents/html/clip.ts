import type { Failure } from '../../../schemas/evidence.ts';
import { visibleLines } from '../../../schemas/visible-text.ts';
import type { Report } from '../../report.ts';

export interface Limits {
  /** For what was expected, what was received and the fix, each. */
  readonly text: number;
  /** For the smallest input, or the story. */
  readonly input: number;
  /** For the command, which is of use only where it is whole. */
  readonly curl: number;
}

export interface Clipped {
  readonly text: string;
  readonly isCut: boolean;
}

const GENEROUS: Limits = { text: 2_000, input: 6_000, curl: 20_000 };

/** What all failures together may take: the page stays far below 5 MB. */
const TOGETHER: Limits = { text: 300_000, input: 1_000_000, curl: 2_000_000 };

/** What is left of a command that is too long: enough to see which request it was. */
const BEGINNING = 600;

/** How many bytes a character takes in the page, where `<`, `&` and quotes are written as entities. */
function weightOf(character: string): number {
  if (character === '"') return 6;
  if (character === '&') return 5;
  if (character === '<' || character === '>') return 4;
  return character < '\u0080' ? 1 : Buffer.byteLength(character);
}

/** A text of unknown origin, shown as far as it fits into so many bytes of the page. */
export function clip(text: string, bytes: number): Clipped {
  // Every character takes a byte or more: what lies behind that is not even looked at.
  const shown = visibleLines(text.slice(0, bytes + 1), Number.POSITIVE_INFINITY);
  let weight = 0;
  let end = 0;
  for (const character of shown) {
    weight += weightOf(character);
    if (weight > bytes) return { text: shown.slice(0, end), isCut: true };
    end += character.length;
  }
  return { text: shown, isCut: text.length > bytes + 1 };
}

/** A command: whole, or its beginning where it is too long. */
export function clipCommand(command: string, bytes: number): Clipped {
  const whole = clip(command, bytes);
  return whole.isCut ? { ...clip(command, Math.min(bytes, BEGINNING)), isCut: true } : whole;
}

const failuresOf = ({ requirements }: Report): Failure[] =>
  requirements.flatMap(({ tests }) => tests.flatMap(({ failures }) => failures));

/** How much room each failure of a report has: the more there are, the less. */
export function limitsOf(report: Report): Limits {
  const failures = failuresOf(report);
  const share = (part: keyof Limits): number =>
    Math.min(GENEROUS[part], Math.floor(TOGETHER[part] / Math.max(1, failures.length)));
  const commands = failures.map(({ curl }) => [...clipCommand(curl, GENEROUS.curl).text]);
  const all = commands.flat().reduce((sum, character) => sum + weightOf(character), 0);
  return {
    text: share('text'),
    input: share('input'),
    curl: all > TOGETHER.curl ? share('curl') : GENEROUS.curl,
  };
}
