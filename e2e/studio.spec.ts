import { expect, expectAccessible, logIn, test } from './fixtures';

/** Not the demo creator: other journeys look at that page while posts come and go here. */
const writer = 'wenhalloran';

/** A 2 × 2 picture, red. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg==',
  'base64',
);

test('a creator writes a post with a picture and a price, changes it, takes it down', async ({ page }) => {
  const title = `Sketchbook ${Date.now()}`;
  await logIn(page, writer);
  await page.goto('/creator/my-post/create');
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Text').fill('Two pages from this morning.');
  await page
    .getByTestId('pick-files-photo')
    .setInputFiles({ name: 'page.png', mimeType: 'image/png', buffer: picture });
  await expect(page.getByText('1 ready')).toBeVisible();
  await page.getByLabel('For sale').check();
  await page.getByLabel('Price').fill('4.50');
  await page.getByLabel('What is inside').fill('Two pages, scanned');
  await expect(page.getByRole('button', { name: 'Unlock for $4.50' })).toBeAttached();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.waitForURL('**/creator/my-post');
  const row = page.getByRole('listitem').filter({ hasText: title });
  await expect(row.getByText('For sale, $4.50')).toBeVisible();
  await expectAccessible(page);

  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.waitForURL('**/creator/my-post/edit/*');
  await page.getByLabel('Price').fill('5.00');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await page.waitForURL('**/creator/my-post');
  await expect(row.getByText('For sale, $5.00')).toBeVisible();

  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete post' }).click();
  await expect(row).toBeHidden();
});

test('a post with a poll; a post without words is not published', async ({ page }) => {
  await logIn(page, writer);
  await page.goto('/creator/my-post/create');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByText('Write something, or add a file.')).toBeVisible();
  const text = `Which flower next? ${Date.now()}`;
  await page.getByLabel('Text').fill(text);
  await page.getByRole('button', { name: 'Poll' }).click();
  await page.getByLabel('Question').fill('Which one?');
  await page.getByLabel('Answer 1').fill('Hellebore');
  await page.getByLabel('Answer 2').fill('Witch hazel');
  await page.getByRole('radio', { name: /^Everyone/ }).check();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await page.waitForURL('**/creator/my-post');
  await page.getByRole('link', { name: text }).click();
  await page.waitForURL('**/post/*');
  await expect(page.getByText('Witch hazel')).toBeVisible();
});

test('earnings show sums that agree, and a table beside the chart', async ({ page }) => {
  await logIn(page, 'creator@demo.test');
  await page.goto('/creator/earning?period=90');
  await expect(page.getByText('Yours in the last 90 days')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'See as a table' }).click();
  await expect(page.getByRole('table').first()).toBeVisible();
});
