import type { Page } from '@playwright/test';

/** Light and dark screenshots for developers, in the folder that SHOTS names; none by default. */
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
