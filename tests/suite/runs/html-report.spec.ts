import { existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { AxeBuilder } from '@axe-core/playwright';
import {
  type Browser,
  type BrowserContextOptions,
  expect,
  type Locator,
  type Page,
  test,
} from '@playwright/test';
import { compareReports } from '../../../reporters/comparison.ts';
import type { DocumentInput } from '../../../reporters/documents/common.ts';
import { htmlReport } from '../../../reporters/documents/html/html-report.tsx';
import type { Report } from '../../../reporters/report.ts';
import { hasBrowser, launchBrowser, NO_BROWSER } from '../support/browser.ts';
import { withTemporaryFolder } from '../support/files.ts';
import { runSuite } from '../support/run-suite.ts';
import {
  everyKind,
  everyKindWhole,
  FAILING,
  HOSTILE,
  PASSING,
  report,
  spoiled,
  TOLD,
} from '../support/samples.ts';
import { NEEDED, pick, withReference } from '../support/servers.ts';

// One browser for all of them: they run one after the other.
test.describe.configure({ mode: 'default', timeout: 60_000 });
test.skip(!hasBrowser, NO_BROWSER);

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchBrowser();
});
test.afterAll(() => browser?.close());

/** Opens the page of a report as a file, and lets a test use it. Whatever the page loads or complains of fails the test. */
const withPage = <Result>(
  input: DocumentInput,
  { fragment = '', ...options }: BrowserContextOptions & { readonly fragment?: string },
  use: (page: Page) => Promise<Result>,
): Promise<Result> =>
  withTemporaryFolder(async (folder) => {
    const file = join(folder, 'index.html');
    writeFileSync(file, htmlReport(input));
    const context = await browser.newContext(options);
    try {
      const page = await context.newPage();
      const address = pathToFileURL(file).href;
      const noise: string[] = [];
      page.on('console', (message) => noise.push(message.text()));
      page.on('pageerror', ({ message }) => noise.push(message));
      page.on('request', (request) => noise.push(...(request.url() === address ? [] : [request.url()])));
      await page.goto(`${address}${fragment}`);
      const result = await use(page);
      expect(noise).toEqual([]);
      return result;
    } finally {
      await context.close();
    }
  });

const whole = everyKindWhole();
const entry = (page: Page, id: string): Locator => page.locator(`[id="${id}"]`);

/** How much wider than the screen the page is, in pixels. */
const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

/** The rules that colours can break; all others are the same in both schemes. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
const ALL = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'];

for (const [width, colorScheme] of [
  [360, 'light'],
  [1280, 'light'],
  [768, 'dark'],
] as const)
  test(`nothing keeps anybody out of the page: ${width} px, ${colorScheme}`, async () => {
    const input = { report: everyKind(), comparison: compareReports(report({}), everyKind()) };
    await withPage(input, { colorScheme, viewport: { width, height: 800 } }, async (page) => {
      expect(await overflowOf(page)).toBe(0);
      await page.evaluate(() => {
        for (const closed of Array.from(document.querySelectorAll('details'))) closed.open = true;
      });
      expect(await overflowOf(page)).toBe(0);
      const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
      const checks = colorScheme === 'light' ? axe.withTags(ALL) : axe.withRules(OF_COLOURS);
      const { violations, passes } = await checks.analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(passes.map(({ id }) => id)).toContain('color-contrast');
    });
  });

test('verdict, level, profile and text filter by keyboard, and the number of matches is told', async () => {
  const { requirements } = whole;
  await withPage({ report: whole }, {}, async (page) => {
    const matches = page.locator('#matches');
    await expect(matches).toHaveRole('status');
    for (const [label, keys, keep] of [
      ['Level', 'SHOULD', ({ level, verdict }) => level === 'SHOULD' && verdict !== 'excluded'],
      ['Profile', 'scim', ({ profile }) => profile === 'scim'],
      ['Text', 'TARGET_HTTP_URL', ({ id }) => id === 'auth-https-only'],
      ['Verdict', 'fail', ({ verdict }) => verdict === 'fail'],
    ] as const satisfies [string, string, (row: Report['requirements'][number]) => boolean][]) {
      await page.getByRole('button', { name: 'Show all' }).press('Enter');
      await expect(matches).toHaveText(`${requirements.length} requirements`);
      await page.locator('#filter').getByLabel(label).focus();
      await page.keyboard.type(keys);
      const count = requirements.filter(keep).length;
      await expect(matches).toHaveText(`${count} of ${requirements.length} requirements match`);
    }
    await expect(entry(page, FAILING)).toBeVisible();
    await expect(page.locator('.mention:visible')).toHaveCount(3);
    await expect(entry(page, PASSING)).toBeHidden();
  });
});

test('a link to a requirement opens it, also where a filter hides it', async () => {
  await withPage({ report: whole }, { fragment: `#${PASSING}` }, async (page) => {
    await expect(entry(page, PASSING).getByRole('blockquote')).toBeInViewport();
    await expect(entry(page, PASSING).locator('summary')).toBeFocused();
    await page.getByLabel('Verdict').selectOption('fail');
    await expect(entry(page, 'auth-https-only')).toBeHidden();
    await page.evaluate(() => {
      location.hash = 'auth-https-only';
    });
    await expect(entry(page, 'auth-https-only').getByRole('blockquote')).toBeInViewport();
  });
});

test('without a script everything can be read and opened', async () => {
  await withPage({ report: whole }, { javaScriptEnabled: false }, async (page) => {
    await expect(page.locator('#filter')).toBeHidden();
    await expect(entry(page, FAILING).locator('.step')).toHaveCount(3);
    await expect(entry(page, PASSING)).toBeHidden();
    await page.locator('.section > summary', { hasText: 'List workspace items' }).press('Enter');
    await entry(page, PASSING).locator('summary').press('Enter');
    await expect(entry(page, PASSING).getByRole('blockquote')).toBeVisible();
  });
});

test('a failure is a timeline: what broke is marked, the last command comes first, and the script of all is folded', async () => {
  await withPage({ report: whole }, { fragment: `#${FAILING}` }, async (page) => {
    const steps = entry(page, FAILING).locator('.timeline > li');
    await expect(steps.locator('.step')).toHaveText(['Sent', 'Answered', 'Judged']);
    await expect(steps.nth(0)).toContainText('GET /scim/v2/Users with filter, count');
    await expect(steps.nth(0).locator('.command code:visible')).toHaveText(
      /^curl -sS -i \S+scim\/v2\/Users"$/,
    );
    await steps.nth(0).getByText('All 2 requests in their order').press('Enter');
    await expect(steps.nth(0).locator('.command code:visible').nth(1)).toContainText('# 1. generate-session');
    await expect(steps.nth(1).locator('mark')).toHaveText(['"groups" is missing', /^ +\+ "readers"$/]);
  });
});

test('texts of a target show as text, and nothing in them runs', async () => {
  await withPage({ report: spoiled(everyKind(), HOSTILE) }, {}, async (page) => {
    expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('img, a[href^=javascript], [onerror], [onload], [onfocus]').count()).toBe(0);
    const text = (await page.locator('body').textContent()) ?? '';
    for (const field of ['baseUrl', 'reason', ...TOLD])
      expect(text, field).toContain(`autofocus onfocus=window.ran=5>in-${field}</a>`);
    expect(text).toContain('\\u{1b}[31m\\u{202e}\\u{2066}\\u{0}\\u{d800}\\u{200b}');
    expect(await page.title()).toContain('</script>');
  });
});

/** What a whole run reported, with an address in place of this machine's. */
async function judge(settings: Record<string, string>): Promise<Report> {
  const { report: judged, output } = await runSuite(settings);
  if (!judged) throw new Error(`The run wrote no report: ${output}`);
  return { ...judged, target: { ...judged.target, baseUrl: 'https://acme.analytics.example/api' } };
}

/** Larger ones would make a clone slow. */
const LARGEST = 300_000;

/** Keeps a picture of a page where --update-snapshots asks for it. Pixels differ from machine to machine: they are not compared. */
async function picture(name: string, input: DocumentInput, height: number): Promise<void> {
  const file = `docs/screenshots/${name}.png`;
  const viewport = { width: 1_100, height };
  const png = await withPage(input, { viewport, colorScheme: 'light' }, (page) => page.screenshot());
  const { updateSnapshots } = test.info().config;
  if (updateSnapshots === 'all' || updateSnapshots === 'changed') {
    mkdirSync('docs/screenshots', { recursive: true });
    writeFileSync(file, png);
  }
  expect(existsSync(file), `${file} is there: --update-snapshots makes it`).toBe(true);
  expect(statSync(file).size).toBeLessThan(LARGEST);
}

test('the pictures in docs/screenshots show the reports of three targets', { tag: '@slow' }, async () => {
  test.setTimeout(600_000);
  const { conformant, halfTested } = await withReference({}, async ({ settings }) => ({
    conformant: await judge(settings),
    halfTested: await judge(pick(settings, NEEDED)),
  }));
  const faults = ['workspace-folders-last', 'embed-groups-omitted-clears'];
  const broken = await withReference({ faults }, ({ settings }) => judge(settings));
  expect([conformant, broken, halfTested].map(({ verdict }) => verdict)).toEqual([
    'conformant',
    'not conformant',
    'undetermined',
  ]);
  const comparison = compareReports(conformant, broken);
  await picture('conformant', { report: conformant }, 1_300);
  await picture('broken', { report: broken, comparison }, 2_300);
  await picture('half-tested', { report: halfTested }, 1_800);
});
