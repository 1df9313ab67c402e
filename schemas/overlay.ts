import { visible } from './visible-text.ts';

export interface OverlayDescription {
  /** The file's name, without its folders. */
  file: string;
  title: string;
  version: string;
  digest: string;
}

const LONGEST = 100;

const shown = (text: string): string => visible(text, LONGEST).replace(/\s+/g, ' ');

/** What follows a verdict: it speaks of the contract as the overlay changes it. Empty without an overlay. */
export const withOverlay = (overlay: OverlayDescription | null | undefined): string =>
  overlay ? ` with overlay ${shown(overlay.file)}` : '';

/** An overlay in one line: which file it is, and which state of it. */
export const describeOverlay = ({ file, title, version, digest }: OverlayDescription): string =>
  `${shown(file)}, "${shown(title)}" ${shown(version)}, SHA-256 ${digest}`;
