import { demoToken, enter } from './accounts';
import { addFailedJob } from './backdate-rows';
import { expect, expectAccessible, test } from './fixtures';
import { takeShots } from './shots';

/** The console on a desk, where the overview and the menu have all in view. */

test.beforeEach(async ({ context, request, baseURL }) => {
  await enter(context, baseURL, await demoToken(request, 'demo-operator'));
});

test('AD-1: the overview says what waits, and where the money went', async ({ page }) => {
  await addFailedJob();
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Hourly clean-up/ })).toContainText(/last/);
  const menu = page.getByRole('navigation', { name: 'Console' });
  await expect(menu.getByRole('link', { name: /^Jobs \d/ })).toBeVisible();
  await takeShots(page, 'menu');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Held for creators, now')).toBeVisible();
  const sales = page.getByRole('heading', { name: /Where \$[\d,.]+ of sales went/ });
  const month = await sales.innerText();
  const earned = page.getByText('The site earned');
  await expect(earned).toBeInViewport();
  await page.getByText('7 days', { exact: true }).click();
  await expect(page).toHaveURL(/period=7/);
  // The demo sold more in a month than in a week.
  await expect(sales).not.toHaveText(month);
  await page.getByText('Last month', { exact: true }).click();
  await expect(page).toHaveURL(/period=last-month/);
  await expect(earned).toBeInViewport();
  await expectAccessible(page);
  await takeShots(page, 'overview');
  await page.getByRole('button', { name: 'See as a table' }).click();
  await expect(page.getByRole('table', { name: 'Sign-ups' }).getByRole('row')).toHaveCount(15);
});

test('the menu has all places in view, and in a low window those that have the focus', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/admin');
  const menu = page.getByRole('navigation', { name: 'Console' });
  const [first, last] = [menu.getByRole('link', { name: 'Overview' }), menu.getByRole('link', { name: 'Log' })];
  await expect(first).toBeInViewport({ ratio: 1 });
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1280, height: 560 });
  await expect(last).not.toBeInViewport();
  await takeShots(page, 'low-menu');
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  await takeShots(page, 'low-menu-end');
});
