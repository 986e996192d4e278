import type { Page } from '@playwright/test';
import { demoToken, enter, makeFan } from './accounts';
import { expect, expectAccessible, test } from './fixtures';
import { fillWallet, saveCard } from './payments';
import { waitForHydration } from './hydration';

const getPhotos = (page: Page) => page.getByRole('article').getByRole('button', { name: /^Open \d of 3/ });

test('a guest sees what a locked gallery contains, but none of its images', async ({ page }) => {
  const pictures: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/media/') && !request.url().includes('/blurred'))
      pictures.push(request.url());
  });
  await page.goto('/gallery/mira-gallery-commission');
  const gallery = page.getByRole('article', { name: 'Gallery by Mira Okafor' });
  await expect(gallery.getByText('A dinner service, from lump to table')).toBeVisible();
  await expect(gallery.getByText('3 photos')).toBeVisible();
  await expect(gallery.getByRole('link', { name: 'Unlock for $5.00' })).toHaveAttribute('href', /register/);
  await expectAccessible(page);
  await waitForHydration(page);
  await page.waitForLoadState('networkidle');
  // A creator's avatar and cover are public.
  expect(pictures.filter((url) => !url.includes('/media/public/'))).toEqual([]);
});

test('a fan finds a gallery on a creator’s page, buys it and finds it in their library', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const fan = await makeFan(request, 'Gail Gallery');
  await saveCard(request, fan);
  await fillWallet(request, fan, 20);
  await enter(context, baseURL, fan.token);
  await page.goto('/miraokafor');
  await page.getByRole('link', { name: /^Galleries/ }).click();
  await page.waitForURL(/tab=gallery/);
  await page.getByRole('link', { name: 'A dinner service, from lump to table' }).click();
  await page.waitForURL('**/gallery/mira-gallery-commission');
  await page.getByRole('button', { name: 'Unlock for $5.00' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /\$5\.00/ }).click();
  await expect(sheet.getByText('Unlocked')).toBeVisible();
  await page.keyboard.press('Escape');

  await expect(getPhotos(page)).toHaveCount(3);
  await getPhotos(page).first().click();
  const slide = page.locator('.yarl__slide_current img');
  await expect(slide).toHaveAttribute('alt', 'Bowls laid out from above');
  await expect(page.locator('.yarl__container')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(slide).toHaveAttribute('alt', 'A shelf of matching pots');
  await page.keyboard.press('Escape');

  const saved = page.waitForResponse(
    (reply) => reply.url().endsWith('/reactions') && reply.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
  await page.goto('/user/bookmarks?tab=gallery');
  await expect(page.getByRole('link', { name: 'A dinner service, from lump to table' })).toBeVisible();
  await page.goto('/user/purchased-content');
  await page.getByRole('article').getByRole('link').click();
  await page.waitForURL(/\/gallery\//);
  await expect(getPhotos(page)).toHaveCount(3);
});

test('a video shows its length, plays for those with access, and shows its teaser to others', async ({ page }) => {
  await page.goto('/demo-creator?tab=video');
  const list = page.getByRole('listitem').filter({ hasText: 'Welcome to the painting table' });
  await expect(list.getByText(/^0:0\d$/)).toBeVisible();
  await list.getByRole('link').click();
  await page.waitForURL('**/video/noor-video-welcome-to-the-table');
  await expect(page.getByRole('article').locator('video')).toHaveCount(1);
  await expect(page.getByRole('heading', { name: /Comments/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Leaves that turn away from you' }).click();
  await page.waitForURL('**/video/noor-video-fern-masterclass');
  await expect(page.getByRole('link', { name: 'Unlock for $14.00' })).toBeVisible();
  await page.getByRole('button', { name: /^Teaser/ }).click();
  await expect(page.getByLabel(/^Teaser of/)).toBeVisible();
});

test('a product shows price and delivery; the buyer of a digital one downloads its file', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  await page.goto('/demo-creator?tab=product');
  await page.getByRole('link', { name: 'Line drawings to trace, spring' }).click();
  await page.waitForURL('**/product/noor-product-tracing-booklet');
  const product = page.getByRole('article', { name: 'Product by Noor Adeyemi' });
  await expect(product.getByText('$5.50')).toBeVisible();
  await expect(product.getByText('Digital: a file to download')).toBeVisible();
  await expect(product.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await expectAccessible(page);

  await enter(context, baseURL, await demoToken(request, 'gretalindqvist'));
  await page.reload();
  const download = page.waitForEvent('download');
  await product.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toMatch(/\.pdf$/);
});
