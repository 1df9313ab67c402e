import type { ComponentChildren, JSX } from 'preact';
import { visible } from '../../../schemas/visible-text.ts';

/** Where the catalogue and the page of rules mark up their words: `code`, [a link](address), *emphasis*. */
const MARKUP = /`([^`]+)`|\[([^\]]+)\]\([^)]*\)|\*([^*\s][^*]*)\*/g;

/** How long a text of unknown origin on one line may get. */
const LONGEST = 1_000;

/**
 * A sentence of the catalogue or of the page of rules. Links stay text: what they lead to is in this page, or not beside it.
 *
 * @param props.text - Markdown of ours
 */
export function Prose({ text }: { text: string }): JSX.Element {
  const parts: ComponentChildren[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKUP)) {
    const [whole, code, link, emphasis] = match;
    parts.push(text.slice(end, match.index));
    if (code !== undefined) parts.push(<code>{code}</code>);
    else if (link !== undefined) parts.push(<Prose text={link} />);
    else parts.push(<em>{emphasis}</em>);
    end = match.index + whole.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}

/**
 * A text of unknown origin on one line, with what nobody would see in it made visible.
 *
 * @param props.text - from the target, the runner or a setting
 * @param props.longest - how many characters are shown
 */
export function Plain({ text, longest = LONGEST }: { text: string; longest?: number }): JSX.Element {
  return <>{visible(text, longest)}</>;
}

/** A part of the page under a heading of its own. */
export function Part({
  id,
  title,
  children,
}: {
  id: string;
  title: string;
  children: ComponentChildren;
}): JSX.Element {
  return (
    <section id={`part-${id}`} aria-labelledby={`title-${id}`}>
      <h2 id={`title-${id}`}>{title}</h2>
      {children}
    </section>
  );
}
