import { demoToken, enter } from './accounts';
import { expect, test } from './fixtures';

test('days of a list: the keyboard gets past them, and half a choice is none', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  await enter(context, baseURL, await demoToken(request, 'demo-creator'));
  await page.goto('/creator/my-video');
  const [from, to] = [page.getByPlaceholder('From'), page.getByPlaceholder('To')];
  await from.focus();
  await page.keyboard.press('Tab');
  await expect(to).toBeFocused();
  // Out of them, and on into the list.
  const choose = page.getByRole('checkbox').first();
  await expect(choose).toBeVisible();
  // Looked at once after each press, however long that takes: the next one would lead past it.
  const isThere = () => choose.evaluate((element) => element === document.activeElement);
  await expect(async () => {
    await page.keyboard.press('Tab');
    expect(await isThere()).toBe(true);
  }).toPass();

  await from.click();
  const days = page.locator('.ant-picker-dropdown:visible');
  // Of this month, from the first to today: on its first day they are one.
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
