import type { Page } from '@playwright/test';

/** Pictures of a page for whoever builds it, light and dark, into the folder that SHOTS names; none without it. */
export async function takeShots(page: Page, name: string): Promise<void> {
  const { SHOTS } = process.env;
  if (!SHOTS) return;
  for (const theme of ['light', 'dark']) {
    await page.evaluate((theme) => (document.documentElement.dataset['theme'] = theme), theme);
    const size = page.viewportSize()?.width;
    await page.screenshot({ path: `${SHOTS}/${name}-${size}-${theme}.png`, fullPage: true });
  }
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
}
