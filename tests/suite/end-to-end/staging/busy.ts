/** Keeps one core busy until the process that forked this one is gone or ends it. */

const SLICE_MS = 50;

process.on('disconnect', () => process.exit());

/** Works in slices, between which it can learn that nobody needs it any more. */
function work(): void {
  const end = performance.now() + SLICE_MS;
  while (performance.now() < end);
  setImmediate(work);
}

work();
