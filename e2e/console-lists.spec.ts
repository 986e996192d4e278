import { readFile } from 'node:fs/promises';
import { demoToken, enter, makeFan } from './accounts';
import { expect, expectAccessible, test, type } from './fixtures';
import { takeShots } from './shots';

/** ux.md AD-1. */

test('an operator finds a person from any page, and downloads a list with its filters', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const fan = await makeFan(request, 'Wilma Lists');
  await enter(context, baseURL, await demoToken(request, 'demo-operator'));
  await page.goto('/admin/payouts?status=all');
  const search = page.getByRole('search', { name: 'Search the console' });
  await type(search.getByRole('searchbox'), fan.username);
  await takeShots(page, 'console-search');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Wilma Lists');
  await page.goto('/admin/search?q=Wilma');
  await expect(page.getByRole('link', { name: 'Wilma Lists' }).first()).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'console-found');

  await page.goto(`/admin/people?q=${fan.username}`);
  await page.getByRole('button', { name: 'Download CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download this list?' });
  await expect(dialog.getByText('1 row')).toBeVisible();
  await takeShots(page, 'console-export');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  const file = await saving;
  expect(file.suggestedFilename()).toMatch(/^people_[\d-]{10}\.csv$/);
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('Wilma Lists');
  expect(text.trimEnd().split('\r\n')).toHaveLength(2);
  await page.goto('/admin/log');
  await expect(page.getByText('downloaded the list of people').first()).toBeVisible();
});
