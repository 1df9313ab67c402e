import type { JSX } from 'preact';
import type { Clipped } from './clip.ts';
import { Scroll } from './scroll.tsx';

const CUT = {
  text: 'The rest is left out here; report.json holds all of it.',
  command: 'Too long for this page: this is its beginning. Copy the whole command from report.json.',
} as const;

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
          <code>{isCut ? `${text}…` : text}</code>
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
