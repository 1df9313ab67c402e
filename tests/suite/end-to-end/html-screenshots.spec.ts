import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from '@playwright/test';
import { compareReports } from '../../../reporters/comparison.ts';
import type { DocumentInput } from '../../../reporters/documents/input.ts';
import type { Report } from '../../../reporters/report.ts';
import { launchChromium, NO_CHROMIUM } from '../support/chromium.ts';
import { withReportPage } from '../support/report-page.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** What a target breaks whose report is shown: one failure is told as a story. */
const FAULTS = ['workspace-folders-last', 'embed-groups-omitted-clears'];

/** Larger ones would make a clone slow. */
const LARGEST = 300_000;

/** The report of a whole run, with an address in place of this machine's. */
async function judge(settings: Record<string, string>): Promise<Report> {
  const { report, output } = await runSuite(settings);
  if (!report) throw new Error(`The run wrote no report: ${output}`);
  return { ...report, target: { ...report.target, baseUrl: 'https://acme.analytics.example/api' } };
}

/** A picture of the first so many pixels of a page. */
async function picture(input: DocumentInput, height: number): Promise<Buffer> {
  const browser = await launchChromium();
  try {
    let png: Buffer = Buffer.alloc(0);
    const viewport = { width: 1100, height };
    await withReportPage(browser, input, { viewport, colorScheme: 'light' }, async (page) => {
      png = await page.screenshot();
    });
    return png;
  } finally {
    await browser.close();
  }
}

/** Writes a picture where --update-snapshots asks for it. Pixels differ from machine to machine: they are not compared. */
async function keep(name: string, input: DocumentInput, height: number): Promise<void> {
  const file = `docs/screenshots/${name}.png`;
  const png = await picture(input, height);
  const { updateSnapshots } = test.info().config;
  if (updateSnapshots === 'all' || updateSnapshots === 'changed') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, png);
  }
  expect(existsSync(file), `${file} is there: --update-snapshots makes it`).toBe(true);
  expect(statSync(file).size).toBeLessThan(LARGEST);
}

test('the pictures in docs/screenshots show the reports of three targets', { tag: '@slow' }, async () => {
  test.skip(NO_CHROMIUM !== undefined, NO_CHROMIUM ?? '');
  test.setTimeout(600_000);
  const { conformant, halfTested } = await withReference({}, async ({ settings }) => {
    const { TARGET_BASE_URL = '', TARGET_ACCESS_TOKEN = '', NODE_EXTRA_CA_CERTS = '' } = settings;
    return {
      conformant: await judge(settings),
      halfTested: await judge({ TARGET_BASE_URL, TARGET_ACCESS_TOKEN, NODE_EXTRA_CA_CERTS }),
    };
  });
  const broken = await withReference({ faults: FAULTS }, ({ settings }) => judge(settings));
  expect([conformant, broken, halfTested].map(({ verdict }) => verdict)).toEqual([
    'conformant',
    'not conformant',
    'undetermined',
  ]);
  await keep('conformant', { report: conformant }, 1_300);
  await keep('broken', { report: broken, comparison: compareReports(conformant, broken) }, 2_400);
  await keep('half-tested', { report: halfTested }, 1_800);
});
