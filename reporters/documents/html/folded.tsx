import type { ComponentChildren, JSX } from 'preact';
import { counted } from './prose.tsx';

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
