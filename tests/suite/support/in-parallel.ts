/**
 * Does pieces of work, several at a time.
 *
 * @param jobs - how many at a time
 * @returns the results, in the order of the pieces
 */
export async function inParallel<Piece, Result>(
  pieces: readonly Piece[],
  jobs: number,
  work: (piece: Piece, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const remaining = pieces.entries();
  const worker = async (): Promise<void> => {
    for (const [index, piece] of remaining) results[index] = await work(piece, index);
  };
  await Promise.all(Array.from({ length: jobs }, worker));
  return results;
}
