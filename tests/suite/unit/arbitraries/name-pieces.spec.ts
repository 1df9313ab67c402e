import { namePieces, namePiecesInAnyCase } from '../../../../fixtures/workspace/arbitrary-queries.ts';
import { includes, queryProblems } from './query-rules.ts';
import { NAMES } from './sample-workspaces.ts';
import { type Cases, testArbitrary } from './sampling.ts';
import { isBeyondAscii, problemsIn } from './session-rules.ts';

/** Arbitraries of pieces of names, for which the workspace listing is searched. */

const LOWER = NAMES.map((name) => name.toLowerCase());
const ofSomeName = (is: (name: string, piece: string) => boolean) => (piece: string) =>
  LOWER.some((name) => is(name, piece.toLowerCase()));
const isStart = ofSomeName((name, piece) => name.startsWith(piece) && name !== piece);
const isEnd = ofSomeName((name, piece) => name.endsWith(piece) && name !== piece);
const PIECES: Cases<string> = {
  'one character': (piece) => [...piece].length === 1,
  'a whole name': [5, ofSomeName((name, piece) => name === piece)],
  'a start': isStart,
  'an end': isEnd,
  'a middle': (piece) => !isStart(piece) && !isEnd(piece),
  'a blank inside': (piece) => piece.includes(' '),
  'beyond ASCII': isBeyondAscii,
  'a pair of surrogates': (piece) => /[^\0-\uffff]/u.test(piece),
  ...Object.fromEntries(
    ['%', '_', '*', '+', '&', '\\', '"', "'"].map((sign) => [sign, (piece: string) => piece.includes(sign)]),
  ),
};
const pieceProblems = (search: string): unknown[] =>
  problemsIn(
    queryProblems({ search }),
    search.trim() === search ? [] : ['has a blank at one end'],
    search === '' ? ['is empty'] : [],
  );
testArbitrary(
  'namePieces',
  namePieces(NAMES),
  (search) =>
    problemsIn(
      pieceProblems(search),
      NAMES.some((name) => name.includes(search)) ? [] : ['is part of no name'],
    ),
  PIECES,
);
testArbitrary(
  'namePiecesInAnyCase',
  namePiecesInAnyCase(NAMES),
  (search) =>
    problemsIn(
      pieceProblems(search),
      NAMES.some((name) => includes(name, search)) ? [] : ['is part of no name'],
    ),
  { ...PIECES, 'another case': (piece) => NAMES.every((name) => !name.includes(piece)) },
);
