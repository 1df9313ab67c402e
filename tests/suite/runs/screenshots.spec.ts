import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Browser, expect, test } from '@playwright/test';
import { compareReports } from '../../../reporters/comparison.ts';
import type { DocumentInput } from '../../../reporters/documents/story.ts';
import type { Report } from '../../../reporters/report.ts';
import { launchChromium, NO_CHROMIUM } from '../support/chromium.ts';
import { withReportPage } from '../support/report-page.ts';
import { runSuite } from '../support/run-suite.ts';
import { withReference } from '../support/with-reference.ts';

/** What a target breaks whose report is shown: one failure is told as a story. */
const FAULTS = ['workspace-folders-last', 'embed-groups-omitted-clears'];

/** Larger ones would make a clone slow. */
const LARGEST = 300_000;

const WIDTH = 1_100;

/** What a whole run reported, with an address in place of this machine's. */
async function judge(settings: Record<string, string>): Promise<Report> {
  const { report, output } = await runSuite(settings);
  if (!report) throw new Error(`The run wrote no report: ${output}`);
  return { ...report, target: { ...report.target, baseUrl: 'https://acme.analytics.example/api' } };
}

/** A picture of the first so many pixels of the page of a report. */
async function pictureOf(browser: Browser, input: DocumentInput, height: number): Promise<Buffer> {
  let png: Buffer = Buffer.alloc(0);
  const viewport = { width: WIDTH, height };
  await withReportPage(browser, input, { viewport, colorScheme: 'light' }, async (page) => {
    png = await page.screenshot();
  });
  return png;
}

/** Writes a picture where --update-snapshots asks for it. Pixels differ from machine to machine: they are not compared. */
function keep(name: string, png: Buffer): void {
  const file = `docs/screenshots/${name}.png`;
  const { updateSnapshots } = test.info().config;
  if (updateSnapshots === 'all' || updateSnapshots === 'changed') {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, png);
  }
  expect(existsSync(file), `${file} is there: --update-snapshots makes it`).toBe(true);
  expect(statSync(file).size).toBeLessThan(LARGEST);
}

test('the pictures in docs/screenshots show the reports of three targets', {
  tag: '@slow',
}, async () => {
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
  const browser = await launchChromium();
  try {
    const comparison = compareReports(conformant, broken);
    keep('conformant', await pictureOf(browser, { report: conformant }, 1_300));
    keep('broken', await pictureOf(browser, { report: broken, comparison }, 2_400));
    keep('half-tested', await pictureOf(browser, { report: halfTested }, 1_800));
  } finally {
    await browser.close();
  }
});
