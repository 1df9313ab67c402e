import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContextOptions, expect, type Page } from '@playwright/test';
import { htmlReport } from '../../../reporters/documents/html/html-report.tsx';
import type { DocumentInput } from '../../../reporters/documents/story.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** How a page is opened. */
export interface Opening extends BrowserContextOptions {
  /** Of the address, such as `#id`. */
  readonly fragment?: string;
}

/**
 * Opens the page of a report as a file, and lets a test use it. Whatever the page loads or complains of fails the test.
 *
 * @param input - what the page is made from
 * @param use - the test, given the page
 */
export const withReportPage = (
  browser: Browser,
  input: DocumentInput,
  { fragment = '', ...options }: Opening,
  use: (page: Page) => Promise<void>,
): Promise<void> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'index.html');
    await writeFile(file, htmlReport(input));
    const context = await browser.newContext(options);
    try {
      const page = await context.newPage();
      const address = pathToFileURL(file).href;
      const noise: string[] = [];
      page.on('console', (message) => noise.push(message.text()));
      page.on('pageerror', ({ message }) => noise.push(message));
      page.on('request', (request) => noise.push(...(request.url() === address ? [] : [request.url()])));
      await page.goto(`${address}${fragment}`);
      await use(page);
      expect(noise).toEqual([]);
    } finally {
      await context.close();
    }
  });

/** How much wider than the screen the page is, in pixels. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** Opens all that is closed. */
export const openAll = (page: Page): Promise<void> =>
  page.evaluate(() => {
    document.querySelectorAll('details').forEach((closed) => {
      closed.open = true;
    });
  });
