import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { compareReports } from '../../../reporters/comparison.ts';
import type { DocumentInput } from '../../../reporters/documents/story.ts';
import { launchChromium, NO_CHROMIUM } from '../support/chromium.ts';
import { type Opening, openAll, overflowOf, withReportPage } from '../support/report-page.ts';
import {
  everyKind,
  everyKindWhole,
  FAILING,
  hostile,
  PASSING,
  SHOWN_FIELDS,
} from '../support/sample-pages.ts';
import { report } from '../unit/sample-report.ts';

// One browser for all of them: they run one after the other.
test.describe.configure({ mode: 'default', timeout: 60_000 });
test.skip(NO_CHROMIUM !== undefined, NO_CHROMIUM ?? '');

let browser: Browser;
test.beforeAll(async () => {
  browser = await launchChromium();
});
test.afterAll(() => browser?.close());

const withPage = (
  input: DocumentInput,
  opening: Opening,
  use: (page: Page) => Promise<void>,
): Promise<void> => withReportPage(browser, input, opening, use);

const whole = everyKindWhole();
const entry = (page: Page, id: string) => page.locator(`[id="${id}"]`);
const matches = (page: Page) => page.locator('#matches');

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
      await openAll(page);
      expect(await overflowOf(page)).toBe(0);
      const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
      const { violations, passes } = await (colorScheme === 'light'
        ? axe.withTags(ALL)
        : axe.withRules(OF_COLOURS)
      ).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
      expect(passes.map(({ id }) => id)).toContain('color-contrast');
    });
  });

test('verdict, level, profile and text filter by keyboard, and the number of matches is told', async () => {
  const count = (keep: (row: (typeof whole.requirements)[number]) => boolean): string =>
    `${whole.requirements.filter(keep).length} of ${whole.requirements.length} requirements match`;
  await withPage({ report: whole }, {}, async (page) => {
    const choose = async (label: string, keys: string): Promise<void> => {
      await page.getByRole('button', { name: 'Show all' }).press('Enter');
      await expect(matches(page)).toHaveText(`${whole.requirements.length} requirements`);
      await page.locator('#filter').getByLabel(label).focus();
      await page.keyboard.type(keys);
    };
    await expect(matches(page)).toHaveRole('status');
    await choose('Verdict', 'fail');
    await expect(matches(page)).toHaveText(count(({ verdict }) => verdict === 'fail'));
    await expect(entry(page, FAILING)).toBeVisible();
    await expect(page.locator('.mention:visible')).toHaveCount(3);
    await expect(entry(page, PASSING)).toBeHidden();
    await choose('Level', 'SHOULD');
    await expect(matches(page)).toHaveText(
      count(({ level, verdict }) => level === 'SHOULD' && verdict !== 'excluded'),
    );
    await choose('Profile', 'scim');
    await expect(matches(page)).toHaveText(count(({ profile }) => profile === 'scim'));
    await choose('Text', 'TARGET_HTTP_URL');
    await expect(matches(page)).toHaveText(count(({ id }) => id === 'auth-https-only'));
    await expect(entry(page, 'auth-https-only')).toBeVisible();
    await expect(page.locator('.reasons .group:visible')).toHaveCount(1);
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
    await expect(page.locator('.story li')).toHaveCount(2);
    await expect(entry(page, PASSING)).toBeHidden();
    await page.locator('.section > summary', { hasText: 'List workspace items' }).press('Enter');
    await entry(page, PASSING).locator('summary').press('Enter');
    await expect(entry(page, PASSING).getByRole('blockquote')).toBeVisible();
  });
});

test('texts of a target show as text, and nothing in them runs', async () => {
  await withPage({ report: hostile() }, {}, async (page) => {
    expect(await page.evaluate(() => Reflect.get(window, 'ran'))).toBeUndefined();
    expect(await page.locator('script').count()).toBe(1);
    expect(await page.locator('img, a[href^=javascript], [onerror], [onload], [onfocus]').count()).toBe(0);
    const text = (await page.locator('body').textContent()) ?? '';
    for (const field of SHOWN_FIELDS)
      expect(text, field).toContain(`autofocus onfocus=window.ran=5>in-${field}</a>`);
    expect(text).toContain('\\u{1b}[31m\\u{202e}\\u{2066}\\u{0}\\u{d800}\\u{200b}');
    expect(await page.title()).toContain('</script>');
  });
});
