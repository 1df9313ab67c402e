import type { Packages } from '../support/install-packages.ts';

/** What starts a server that is installed. */
export interface Launch {
  /** The folder into which it is installed, which is its working directory, too. */
  readonly folder: string;
  readonly port: number;
  /** The access token that it must take; of Cube, the secret that signs its tokens. */
  readonly secret: string;
}

/** A server that nobody here wrote, and how it is judged. */
export interface RealServer {
  /** Of its folder, and of its entry among what is expected. */
  readonly name: string;
  /** As its makers call it, with its version. */
  readonly title: string;
  readonly packages: Packages;
  /** The command that serves it on a port of this machine, with its arguments. */
  readonly command: (launch: Launch) => readonly string[];
  /** What of it is ours, for the page. */
  readonly set: string;
  /** Where it has its SCIM API; a server without one has none. */
  readonly scim?: string;
  /** Settings of the run, given the origin of the front. */
  readonly settings: (origin: string, secret: string) => Readonly<Record<string, string>>;
  /** The MUST that it breaks, each by the sentence that the catalogue quotes: true until a new version. */
  readonly breaks: readonly string[];
  /** The MUST that cannot be judged because of what it breaks. */
  readonly unseen?: readonly string[];
  /** How many MUST hold at least: fewer, and it was not judged. */
  readonly holds: number;
  /** Whether it takes longer to install or to judge than `npm test` may. */
  readonly isSlow: boolean;
}
