/** Keeps one core busy until the parent process ends, or ends this one. */

const SLICE_MS = 50;

process.on('disconnect', () => process.exit());

/** Works in slices: between two of them the process can notice that its parent has gone. */
function work(): void {
  const end = performance.now() + SLICE_MS;
  while (performance.now() < end);
  setImmediate(work);
}

work();
