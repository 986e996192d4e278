import { demoToken, enter } from './accounts';
import { expect, test } from './fixtures';

test('Tab leaves the date filter, and half a range filters nothing', async ({ page, context, baseURL, request }) => {
  await enter(context, baseURL, await demoToken(request, 'demo-creator'));
  await page.goto('/creator/my-video');
  const [from, to] = [page.getByPlaceholder('From'), page.getByPlaceholder('To')];
  await from.focus();
  await page.keyboard.press('Tab');
  await expect(to).toBeFocused();
  const choose = page.getByRole('checkbox').first();
  await expect(choose).toBeVisible();
  // Checks immediately after each press: another press would move past the checkbox.
  const isThere = () => choose.evaluate((element) => element === document.activeElement);
  await expect(async () => {
    await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  }).toPass();

  await from.click();
  const days = page.locator('.ant-picker-dropdown:visible');
  // This month's days up to today. On the first of the month, that is only one.
  const open = days.locator('td.ant-picker-cell-in-view:not(.ant-picker-cell-disabled)');
  await open.first().click();
  await expect(from).not.toHaveValue('');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(days).toHaveCount(0);
  await expect(from).toHaveValue('');
  await expect(page).toHaveURL(/my-video$/);

  await from.click();
  await open.first().click();
  await open.last().click();
  await expect(page).toHaveURL(/from=|days=/);
});
