import type { ComponentChildren, JSX } from 'preact';

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
