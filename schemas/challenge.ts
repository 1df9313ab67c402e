import { createHash } from 'node:crypto';

/** What a run needs of a verifier's challenge. It stands apart from `certificate.ts`: a worker has no use for the library of that. */

/** Variable in which `npm run certify` tells the workers the challenge that their names are drawn from. */
export const CHALLENGE_OF_RUN = 'CHALLENGE_OF_RUN';

/** How the names of definitions begin that are drawn from a challenge. */
export const stemOf = (challenge: string): string => `conformance${lettersOf(challenge).slice(0, 6)}`;

/** A name that is drawn from a challenge: nobody knows it before, and every target takes it. */
export const drawnName = (challenge: string, what: string): string =>
  stemOf(challenge) + lettersOf(`${challenge} ${what}`).slice(0, 4);

const lettersOf = (text: string): string => inLetters(createHash('sha256').update(text).digest('hex'));

/** Letters in place of digits, which a target may refuse in a name. */
export const inLetters = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)));
