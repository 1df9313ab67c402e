import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a whole document or nothing: first to a file beside it, which then takes its name. @throws Error that names it */
export function writeDocument(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.tmp`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(unfinished, text);
    renameSync(unfinished, file);
  } catch (error) {
    forget(unfinished);
    throw new Error(`${file} cannot be written: ${(error as Error).message}`);
  }
}

/** Removes what is left of a document. Why it could not be written says more than why this could not be removed. */
function forget(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Below a file there is nothing to remove.
  }
}
