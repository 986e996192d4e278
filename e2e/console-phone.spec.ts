import { demoToken, enter } from './accounts';
import { expect, expectAccessible, test } from './fixtures';
import { takeShots } from './shots';

/** The console on a phone, where wide parts have another form. */

test.beforeEach(async ({ context, request, baseURL }) => {
  await enter(context, baseURL, await demoToken(request, 'demo-operator'));
});

test('the days of a list are chosen by shortcuts and a calendar that fit the screen', async ({ page }) => {
  await page.goto('/admin/payments');
  await page.getByRole('button', { name: 'Days: All days' }).click();
  const sheet = page.getByRole('dialog', { name: 'Days' });
  for (const label of ['Today', 'Yesterday', 'Last 7 days', 'Last 30 days', 'Previous month', 'Choose the first day'])
    await expect(sheet.getByRole('button', { name: label, exact: true })).toBeInViewport({ ratio: 1 });
  await expect(sheet.getByRole('table')).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await takeShots(page, 'days');
  await sheet.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page).toHaveURL(/from=(\d{4}-\d\d-\d\d)&to=\1/);
  await expect(sheet).toBeHidden();
  await takeShots(page, 'days-chosen');
});
