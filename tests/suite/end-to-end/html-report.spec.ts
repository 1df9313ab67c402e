import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, expect, type Page, test } from '@playwright/test';
import { compareReports } from '../../../reporters/comparison.ts';
import type { DocumentInput } from '../../../reporters/documents/input.ts';
import { launchChromium, NO_CHROMIUM } from '../support/chromium.ts';
import { type Opening, openAll, overflowOf, withReportPage } from '../support/report-page.ts';
import {
  everyKind,
  everyKindWhole,
  FAILING,
  hostile,
  manyFailures,
  PASSING,
  SHOWN_FIELDS,
  STORY,
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

for (const colorScheme of ['light', 'dark'] as const)
  for (const width of [360, 768, 1280])
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

test('a command is copied, and where that is not allowed it is selected', async () => {
  const button = (page: Page) => page.getByRole('button', { name: `Copy the curl command for ${FAILING}` });
  const permissions = ['clipboard-read', 'clipboard-write'];
  await withPage({ report: whole }, { permissions }, async (page) => {
    await button(page).press('Enter');
    await expect(page.locator('#announce')).toHaveText('Copied');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(STORY.curl);
  });
  await withPage({ report: whole }, {}, async (page) => {
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    await button(page).press('Enter');
    await expect(page.locator('#announce')).toHaveText(/^Selected: press Ctrl\+C/);
    expect(await page.evaluate(() => String(getSelection()))).toBe(STORY.curl);
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

test('paper shows failures that the screen has closed', async () => {
  await withPage({ report: manyFailures(20, 'some text') }, {}, async (page) => {
    const received = page.locator('.is-fail dd').first();
    await expect(received).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(received).toBeVisible();
    await expect(page.locator('#filter, nav, button').filter({ visible: true })).toHaveCount(0);
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

test('200 failures with texts of 1 MB open in less than a second', async () => {
  await withPage({ report: manyFailures(200, '<"é\n'.repeat(250_000)) }, {}, async (page) => {
    const open = () =>
      page.evaluate(() => {
        const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
        const begun = performance.now();
        const text = document.querySelector('input') as HTMLInputElement;
        text.value = 'workspace';
        text.dispatchEvent(new Event('input', { bubbles: true }));
        document.body.getBoundingClientRect();
        return (navigation?.duration ?? Number.NaN) + performance.now() - begun;
      });
    // A machine that is busy with something else gets another try.
    await expect(async () => {
      await page.reload();
      expect(await open()).toBeLessThan(1_000);
    }).toPass({ timeout: 20_000 });
    await expect(matches(page)).not.toHaveText(/^0 of/);
  });
});
