import { writeFileSync } from 'node:fs';
import type { Reporter } from '@playwright/test/reporter';

/** The variable that names the file in which the time of the first test is noted, in milliseconds since 1970. */
export const FIRST_TEST_FILE = 'FIRST_TEST_FILE';

/** Notes when the first test begins. */
export default class FirstTestReporter implements Reporter {
  #isNoted = false;

  onTestBegin(): void {
    const file = process.env[FIRST_TEST_FILE];
    if (this.#isNoted || !file) return;
    this.#isNoted = true;
    writeFileSync(file, String(Date.now()));
  }
}
