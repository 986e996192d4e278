import type { Locator, Page } from '@playwright/test';
import { demoToken, enter } from './accounts';
import { expect, test } from './fixtures';
import { waitForHydration } from './hydration';

/**
 * Rows of tabs, chips and avatars that scroll sideways. On phones, an edge that clips items has a hint, and all items can be
 * reached.
 */

const pages = {
  '': ['/creator', '/demo-creator', '/search?q=paper'],
  'demo-fan': [
    '/home',
    '/wallet',
    '/user/bookmarks',
    '/user/purchased-content',
    '/user/my-subscription',
    '/user/account',
  ],
  'demo-creator': [
    '/home?show=all',
    '/creator/my-post',
    '/creator/my-post/create',
    '/creator/my-subscriber',
    '/creator/my-follower',
    '/creator/account',
  ],
};

const getStrips = (page: Page): Locator => page.locator('.strip').filter({ visible: true });

/** Reads whether items are clipped on either side, and whether the edge shows that. Padding at the end does not count. */
const readEdges = (strip: Locator) =>
  strip.evaluate((row) => {
    const room = row.getBoundingClientRect();
    return {
      before: row.firstElementChild!.getBoundingClientRect().left < room.left - 2,
      after: row.lastElementChild!.getBoundingClientRect().right > room.right + 2,
      fadesBefore: row.hasAttribute('data-more-before'),
      fadesAfter: row.hasAttribute('data-more-after'),
      isMasked: getComputedStyle(row).maskImage !== 'none',
    };
  });

async function expectHint(strip: Locator): Promise<void> {
  await expect
    .poll(async () => {
      const { before, after, fadesBefore, fadesAfter, isMasked } = await readEdges(strip);
      return before === fadesBefore && after === fadesAfter && isMasked === (before || after);
    })
    .toBe(true);
}

const isWhollySeen = (item: Locator) =>
  item.evaluate((element) => {
    const [at, room] = [element.getBoundingClientRect(), element.closest('.strip')!.getBoundingClientRect()];
    return at.left >= room.left - 1 && at.right <= room.right + 1;
  });

async function walk(page: Page, strip: Locator): Promise<void> {
  await expectHint(strip);
  const items = strip.locator('a, button').filter({ visible: true });
  const chosen = strip.locator('[aria-current], [aria-pressed="true"]').first();
  if ((await chosen.count()) > 0) await expect.poll(() => isWhollySeen(chosen)).toBe(true);
  await items.first().focus();
  const count = await items.count();
  for (let at = 1; at < count; at += 1) await page.keyboard.press('ArrowRight');
  await expect(items.last()).toBeFocused();
  await expect.poll(() => isWhollySeen(items.last())).toBe(true);
  await expectHint(strip);
  for (let at = 1; at < count; at += 1) await page.keyboard.press('ArrowLeft');
  await expect(items.first()).toBeFocused();
  await expect.poll(() => isWhollySeen(items.first())).toBe(true);
}

for (const [username, addresses] of Object.entries(pages)) {
  test(
    `strips show that they continue, and arrow keys reach all items: ${username || 'guest'}`,
    { tag: username === 'demo-fan' ? [] : '@full' },
    async ({ page, context, baseURL, request }) => {
      if (username) await enter(context, baseURL, await demoToken(request, username));
      let scrolling = 0;
      for (const address of addresses) {
        await test.step(address, async () => {
          await page.goto(address);
          await waitForHydration(page);
          await expect(getStrips(page).first()).toBeVisible();
          for (const strip of await getStrips(page).all()) {
            const { after } = await readEdges(strip);
            if (after) scrolling += 1;
            await walk(page, strip);
          }
        });
      }
      if ((page.viewportSize()?.width ?? 0) < 760) expect(scrolling, 'strips wider than the phone').toBeGreaterThan(0);
    },
  );
}

test(
  'on a desktop, all filters of the subscriber list are in view',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    await page.setViewportSize({ width: 1280, height: 900 });
    await enter(context, baseURL, await demoToken(request, 'demo-creator'));
    await page.goto('/creator/my-subscriber');
    const status = page.getByRole('group', { name: 'Status' });
    await expect(status.getByRole('button', { name: 'Ended' })).toBeVisible();
    for (const strip of await getStrips(page).all()) {
      expect(await readEdges(strip)).toMatchObject({ before: false, after: false });
    }
  },
);

test('a finger scrolls a strip, whose selected tab is in view', async ({ page }) => {
  await page.goto('/demo-creator?tab=about');
  await waitForHydration(page);
  const tabs = page.getByRole('navigation', { name: 'Noor Adeyemi: sections' });
  await expect.poll(() => isWhollySeen(tabs.getByRole('link', { name: 'About' }))).toBe(true);
  const overflow = await tabs.evaluate((row) => [getComputedStyle(row).overflowX, getComputedStyle(row).touchAction]);
  expect(overflow).toEqual(['auto', 'auto']);
});
