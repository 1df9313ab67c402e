import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Browser, expect, test } from '@playwright/test';
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

const WIDTH = 1_100;

const ADDRESS = 'https://acme.analytics.example/api';

/** What a whole run reported and printed, with an address in place of this machine's. */
async function judge(settings: Record<string, string>): Promise<{ report: Report; output: string }> {
  const { report, output } = await runSuite(settings);
  if (!report) throw new Error(`The run wrote no report: ${output}`);
  return {
    report: { ...report, target: { ...report.target, baseUrl: ADDRESS } },
    output: output.replaceAll(report.target.baseUrl, ADDRESS),
  };
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

/** A picture of the last lines that a run printed: its summary. */
async function pictureOfTerminal(browser: Browser, output: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: WIDTH, height: 100 } });
  await page.setContent(
    '<body style="margin:0;background:#14171c"><pre style="margin:0;padding:16px"></pre>',
  );
  await page.evaluate(
    (text) => {
      const pre = document.querySelector('pre') as HTMLPreElement;
      Object.assign(pre.style, {
        color: '#d7dce2',
        font: '13px/1.45 "DejaVu Sans Mono", monospace',
        whiteSpace: 'pre-wrap',
      });
      pre.textContent = text;
    },
    output.slice(output.indexOf('NOT CONFORMANT')).split('\n\nReport:')[0] ?? '',
  );
  const png = await page.screenshot({ fullPage: true });
  await page.close();
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

test('the pictures in docs/screenshots show the reports of three targets, and the terminal', {
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
  expect([conformant, broken, halfTested].map(({ report }) => report.verdict)).toEqual([
    'conformant',
    'not conformant',
    'undetermined',
  ]);
  const browser = await launchChromium();
  try {
    const comparison = compareReports(conformant.report, broken.report);
    keep('conformant', await pictureOf(browser, { report: conformant.report }, 1_300));
    keep('broken', await pictureOf(browser, { report: broken.report, comparison }, 2_400));
    keep('half-tested', await pictureOf(browser, { report: halfTested.report }, 1_800));
    keep('terminal', await pictureOfTerminal(browser, broken.output));
  } finally {
    await browser.close();
  }
});
