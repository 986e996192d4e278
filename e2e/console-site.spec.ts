import type { Page } from '@playwright/test';
import { demoToken, enter } from './accounts';
import { addFailedJob } from './backdate-rows';
import { expect, expectAccessible, fresh, test, type } from './fixtures';
import { takeShots } from './shots';

/** The console, as the owner of the demo site uses it. */

test.beforeEach(async ({ context, request, baseURL }) => {
  await enter(context, baseURL, await demoToken(request, 'demo-operator'));
});

const open = async (page: Page, name: string) => {
  const menu = page.getByRole('navigation', { name: 'Console' });
  // On phones the places are behind a button.
  const opener = menu.getByRole('button');
  if (await opener.isVisible()) await opener.click();
  await menu.getByRole('link', { name: new RegExp(`^${name}`) }).click();
};
const getDialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });

/** A row of a table, or a card on phones. */
const getRow = (page: Page, text: string) =>
  page
    .getByRole('table')
    .getByRole('row')
    .or(page.locator('.ant-card'))
    .filter({ hasText: text })
    .filter({ visible: true })
    .first();

test('AD-7: settings say bounds, effect and since when, and name both sides of a contradiction', async ({
  page,
  refusals,
}) => {
  refusals.expectRefusal(422, '/admin/settings');
  await page.goto('/admin/settings?group=company');
  const row = page.getByRole('listitem').filter({ hasText: 'Tax id' });
  await row.getByRole('button', { name: 'Change “Tax id”' }).click();
  const id = fresh('VAT');
  const dialog = getDialog(page, 'Tax id');
  await type(dialog.getByLabel('Tax id'), id);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await expect(row).toContainText(id);
  await expect(row).toContainText(/Since \w+day/);
  await takeShots(page, 'settings');

  await page.goto('/admin/settings?group=money');
  await page.getByRole('button', { name: 'Change “Smallest price per minute”' }).click();
  const price = getDialog(page, 'Smallest price per minute');
  await type(price.getByLabel('Smallest price per minute'), '9999');
  await price.getByRole('button', { name: 'Save' }).click();
  await expect(price.getByRole('alert')).toHaveText(
    /“Smallest price per minute” would be above “Largest price per minute”\. Nothing was changed\./,
  );
  await takeShots(page, 'setting-refused');
  await expectAccessible(page);
  await price.getByRole('button', { name: 'Cancel' }).click();
  await getDialog(page, 'Discard what you wrote?').getByRole('button', { name: 'Discard' }).click();
  await expect(price).toBeHidden();

  await page.goto('/admin/settings');
  await page.getByRole('button', { name: 'Change “Menus”' }).click();
  await expect(getDialog(page, 'Menus').getByRole('group')).toHaveCount(9);
  await takeShots(page, 'menus');
  await getDialog(page, 'Menus').getByRole('button', { name: 'Cancel' }).click();

  await page.goto('/admin/log');
  await expect(getRow(page, 'changed the setting “Tax id”')).toContainText('Mina Falk');
});

test('a country is closed and opened again', async ({ page }) => {
  await page.goto('/admin/countries');
  const choose = async () => {
    // Typing opens the list, too. A click more may close it while it opens.
    await type(page.getByRole('combobox', { name: 'Closed to' }), 'Antarctica');
    await page.locator('.ant-select-item-option').filter({ hasText: 'Antarctica' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Save' }).click();
  };
  const dialog = getDialog(page, 'Change the closed countries?');
  for (const effect of ['Closes the site to Antarctica.', 'Opens it to Antarctica.']) {
    await choose();
    await expect(dialog.getByText(effect)).toBeVisible();
    await takeShots(page, 'countries');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
  }
  await expectAccessible(page);
});

test('AD-8: a page is written, previewed and published', async ({ page }) => {
  const slug = fresh('house-rules');
  await page.goto('/admin/pages');
  await takeShots(page, 'pages');
  await page.getByRole('button', { name: 'New page' }).click();
  const dialog = getDialog(page, 'New page');
  await type(dialog.getByLabel('Title'), 'House rules');
  await page.keyboard.press('Escape');
  await getDialog(page, 'Discard what you wrote?').getByRole('button', { name: 'Keep writing' }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue('House rules');
  await type(dialog.getByLabel('Address'), slug);
  await dialog.getByRole('button', { name: 'Create draft' }).click();
  await page.waitForURL(`**/admin/pages/${slug}`);
  await type(page.getByLabel('Text, as HTML'), '<h2>Be kind</h2><p>To all.</p><script>alert(1)</script>');
  const preview = page.getByRole('region', { name: 'Preview' });
  await expect(preview.getByRole('heading', { name: 'Be kind' })).toBeVisible();
  await expect(preview).not.toContainText('alert');
  await expectAccessible(page);
  await takeShots(page, 'page-editor');
  await page.getByRole('button', { name: 'Publish' }).click();
  await page.getByRole('link', { name: 'Open on the site' }).click();
  await expect(page.getByRole('heading', { name: 'Be kind' })).toBeVisible();
});

test('a coupon is created, found and ended', async ({ page }) => {
  const code = fresh('SPRING').toUpperCase();
  await page.goto('/admin/coupons');
  await page.getByRole('button', { name: 'New coupon' }).click();
  const dialog = getDialog(page, 'New coupon');
  await type(dialog.getByLabel('Code'), code);
  await type(dialog.getByLabel('Last day'), '31 December 2031');
  await dialog.getByLabel('Last day').press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  await type(page.getByLabel('Search coupons'), code);
  await page.getByLabel('Search coupons').press('Enter');
  await expect(page).toHaveURL(new RegExp(`q=${code}`));
  await expect(getRow(page, code)).toContainText('20%');
  await expectAccessible(page);
  await takeShots(page, 'coupons');
  await getRow(page, code).getByRole('button', { name: 'End' }).click();
  await getDialog(page, `End ${code}?`).getByRole('button', { name: 'End coupon' }).click();
  await expect(getRow(page, code)).toContainText('Ended');
});

test('categories and announcements are added, an announcement is removed', async ({ page }) => {
  const slug = fresh('glass');
  await page.goto('/admin/categories');
  await page.getByRole('button', { name: 'New category' }).click();
  const dialog = getDialog(page, 'New category');
  await type(dialog.getByLabel('Name', { exact: true }), 'Glass');
  await type(dialog.getByLabel('Name in addresses'), slug);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(getRow(page, slug)).toContainText('Glass');
  await takeShots(page, 'categories');
  await open(page, 'Announcements');
  await page.getByRole('button', { name: 'New announcement' }).click();
  const title = `Open studio ${slug}`;
  await type(getDialog(page, 'New announcement').getByLabel('Title'), title);
  await getDialog(page, 'New announcement').getByRole('button', { name: 'Show it' }).click();
  await expect(getRow(page, title)).toContainText('Shown');
  await expectAccessible(page);
  await takeShots(page, 'announcements');
  await page.getByRole('button', { name: `Remove “${title}”` }).click();
  await getDialog(page, `Remove “${title}”?`).getByRole('button', { name: 'Remove' }).click();
  await expect(getRow(page, title)).toHaveCount(0);
});

test('a retried job stays in sight, with its result', async ({ page }) => {
  const words = fresh('the wick was wet');
  await addFailedJob(words);
  await page.goto('/admin/jobs');
  await getRow(page, words).getByRole('button', { name: 'Retry' }).click();
  const dialog = getDialog(page, 'Run “Hourly clean-up” again?');
  await takeShots(page, 'jobs-retry');
  await dialog.getByRole('button', { name: 'Retry' }).click();
  await expect(getRow(page, words)).toHaveCount(0);
  await expect(async () => {
    await page.getByRole('button', { name: 'Refresh' }).click();
    await expect(page.getByText('Succeeded').first()).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await takeShots(page, 'jobs-retried');
});

test('the commission by kind of sale fits the screen', async ({ page }) => {
  await page.goto('/admin/settings?group=money');
  await page.getByRole('button', { name: 'Change “Commission by kind of sale”' }).click();
  const save = page.getByRole('dialog').getByRole('button', { name: 'Save' });
  await expect(save).toBeInViewport();
  await takeShots(page, 'commission-by-kind');
});

test('a failed job is found from the overview, and discarded', async ({ page }) => {
  const words = fresh('the lamp went out');
  await addFailedJob(words);
  await page.goto('/admin');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Hourly clean-up/ })
    .click();
  await page.waitForURL('**/admin/jobs');
  await expect(getRow(page, words)).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'jobs');
  await getRow(page, words).getByRole('button', { name: 'Discard' }).click();
  await getDialog(page, 'Discard “Hourly clean-up”?').getByRole('button', { name: 'Discard' }).click();
  await expect(getRow(page, words)).toHaveCount(0);
});
