import type { Page } from '@playwright/test';

/** For developers: takes light and dark screenshots into the folder that SHOTS names, or none if it is not set. */
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
