import type { ComponentChildren, JSX } from 'preact';
import type { BrokenPart } from '../../../schemas/evidence.ts';
import { counted } from '../../lists.ts';
import type { Clipped } from './clip.ts';

const CUT = {
  text: 'The rest is left out here; report.json holds all of it.',
  command: 'Too long for this page: this is its beginning. Copy the whole command from report.json.',
} as const;

/** Where two values are compared line by line, those that only what came has are marked: they begin with a plus sign. */
const linesOf = (text: string): ComponentChildren =>
  text.split(/(?<=\n)/).map((line) => (/^ +\+ /.test(line) ? <mark>{line}</mark> : line));

/**
 * A text of a failure as it is, line by line. It scrolls in itself, and the keyboard reaches it.
 *
 * @param props.label - what it is, for those who do not see where it stands
 * @param props.isCommand - whether it is meant to be copied to a shell
 */
export function Code({
  clipped,
  label,
  isCommand = false,
}: {
  clipped: Clipped;
  label: string;
  isCommand?: boolean;
}): JSX.Element {
  const { text, isCut } = clipped;
  return (
    <div class={isCommand ? 'code command' : 'code'}>
      <Scroll label={label}>
        <pre>
          <code>{linesOf(text)}</code>
        </pre>
      </Scroll>
      {isCommand && !isCut && (
        <button type="button" class="copy" hidden aria-label={`Copy the ${label}`}>
          Copy
        </button>
      )}
      {isCut && <p class="cut">{isCommand ? CUT.command : CUT.text}</p>}
    </div>
  );
}

/** Lines of a body, the broken one marked. */
export const BodyPart = ({ lines, label }: { lines: BrokenPart; label: string }): JSX.Element => (
  <div class="code">
    <Scroll label={label}>
      <pre>
        <code>
          {lines.before.map((line) => `${line}\n`)}
          <mark>{lines.broken}</mark>
          {lines.after.map((line) => `\n${line}`)}
        </code>
      </pre>
    </Scroll>
  </div>
);

/** A list of requirements, closed where it is long. */
export function Folded({
  count,
  shown,
  children,
}: {
  count: number;
  /** How many are shown from the start. */
  shown: number;
  children: ComponentChildren;
}): JSX.Element {
  if (count <= shown) return <>{children}</>;
  return (
    <details>
      <summary>{counted(count, 'requirement')}</summary>
      {children}
    </details>
  );
}

/**
 * What may be wider than a small screen: it scrolls in itself, and the keyboard reaches it.
 *
 * @param props.label - what it is, for those who do not see where it stands
 */
export function Scroll({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is a group of inputs
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
    <div class="scroll" role="group" aria-label={label} tabIndex={0}>
      {children}
    </div>
  );
}
