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
  await expect(async () => {
    await page.keyboard.press('Tab');
    await expect(choose).toBeFocused({ timeout: 100 });
  }).toPass();

  await from.click();
  const days = page.locator('.ant-picker-dropdown:visible');
  await days.locator('td[title]').first().click();
  await expect(from).not.toHaveValue('');
  await page.getByRole('heading', { level: 1 }).click();
  await expect(days).toHaveCount(0);
  await expect(from).toHaveValue('');
  await expect(page).toHaveURL(/my-video$/);

  await from.click();
  await days.locator('td[title]').first().click();
  await days.locator('td[title]').nth(9).click();
  await expect(page).toHaveURL(/from=|days=/);
});
