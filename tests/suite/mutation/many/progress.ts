import type { TestCase } from '@playwright/test/reporter';

const STEP = 100;

/** Says after every hundred tests how far a run of many targets is. */
export class Progress {
  #done = 0;

  constructor(private readonly all: number) {}

  /** Counts a test that ended. */
  count({ parent }: TestCase): void {
    this.#done += 1;
    if (this.#done % STEP === 0) process.stdout.write(`${this.#done}/${this.all} ${parent.title}\n`);
  }
}
