import type { Browser, Page } from '@playwright/test';
import { apiUrl, demoToken, enter, makeFan } from './accounts';
import { expect, expectAccessible, openOther, test, type } from './fixtures';
import { fillWallet, saveCard } from './payments';
import { pickTwentyFirst } from './plans';
import { pickFiles, record } from './recordings';

const writer = 'dariovenn';

const made: { path: string; title: string }[] = [];

/** A unique title. The item with it is deleted after the test. */
function titleFor(words: string, path: string): string {
  const title = `${words} ${Date.now()}`;
  made.push({ path: `/performer/performer-assets/${path}`, title });
  return title;
}

const fileField = (page: Page, slot: string, kind: string) => page.getByTestId(`pick-${slot}-${kind}`).first();
const getRow = (page: Page, list: string, title: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: title });

async function choose(page: Page, row: ReturnType<typeof getRow>, item: string): Promise<void> {
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function store(page: Page, button = 'Publish now'): Promise<void> {
  await expect(page.getByRole('listitem').getByText(/^(Waiting|Uploading)/)).toHaveCount(0);
  await page.getByRole('button', { name: button, exact: true }).click();
}

async function openBuyer(browser: Browser, baseURL: string | undefined, page: Page) {
  const fan = await makeFan(page.request);
  await saveCard(page.request, fan);
  await fillWallet(page.request, fan, 20);
  const other = await openOther(browser, baseURL);
  await enter(other.page.context(), baseURL, fan.token);
  return other;
}

async function unlock(page: Page, price: string): Promise<void> {
  await page.getByRole('button', { name: `Unlock for ${price}` }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: new RegExp(price.replace(/[$.]/g, String.raw`\$&`)) }).click();
  await expect(sheet.getByText('Unlocked')).toBeVisible();
  await page.keyboard.press('Escape');
}

test.beforeEach(async ({ page, baseURL }) => {
  await enter(page.context(), baseURL, await demoToken(page.request, writer));
});

test.afterEach(async ({ page, request }) => {
  await page.goto('about:blank');
  const headers = { Authorization: await demoToken(request, writer) };
  for (const { path, title } of made.splice(0)) {
    const reply = await request.get(`${apiUrl}${path}/search`, { headers, params: { q: title } });
    const { data } = (await reply.json()) as { data: { data: { _id: string }[] } };
    for (const { _id } of data.data) await request.delete(`${apiUrl}${path}/${_id}`, { headers });
  }
});

test('a creator uploads a video by keyboard and sells it, and the buyer plays it', async ({
  page,
  browser,
  baseURL,
}) => {
  const title = titleFor('The long pour', 'videos');
  await page.goto('/creator/my-post');
  await page.getByRole('navigation', { name: 'My content' }).getByRole('link', { name: 'Videos' }).click();
  await page.waitForURL('**/creator/my-video');
  await page.getByRole('link', { name: 'New video' }).first().click();
  await page.waitForURL('**/creator/my-video/upload');
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText('Add a title.');

  await type(page.getByLabel('Title'), title);
  await type(page.getByLabel('Description'), 'Two minutes in one take.');
  await type(page.getByRole('textbox', { name: 'Tags' }), 'bronze, pour,');
  await expect(page.getByRole('list', { name: 'Tags' }).getByText('#pour')).toBeVisible();
  await type(page.getByRole('combobox', { name: 'With' }), 'Mira Oka');
  await expect(page.getByRole('option', { name: /Mira Okafor/ })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Remove Mira Okafor' })).toBeVisible();
  await pickFiles(fileField(page, 'files', 'video'), await record('film.mp4'));
  await pickFiles(fileField(page, 'thumbnail', 'photo'), await record('green.png'));
  await page.getByLabel('For sale').check();
  await type(page.getByLabel('Price'), '6');
  await pickFiles(fileField(page, 'teaser', 'video'), await record('teaser.mp4'));
  const preview = page.getByRole('complementary', { name: 'Preview' });
  await expect(preview.getByText('Unlock for $6.00')).toBeAttached();
  await preview.getByText('Buyer').click();
  await expect(preview.getByText('With Mira Okafor')).toBeAttached();
  await expectAccessible(page);

  await expect(page.getByRole('list', { name: 'Teaser' }).getByText('teaser.mp4')).toBeVisible();
  await store(page);
  await page.waitForURL('**/creator/my-video');
  // Must come first: the notice with the link disappears after some seconds.
  await page.getByRole('link', { name: 'View video' }).click();
  await page.waitForURL('**/video/*');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const address = page.url();

  const fan = await openBuyer(browser, baseURL, page);
  await expect(async () => {
    await fan.page.goto(address);
    await expect(fan.page.getByText('Two minutes in one take.')).toBeVisible();
    await expect(fan.page.getByRole('button', { name: /^Teaser/ })).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await unlock(fan.page, '$6.00');
  await expect(fan.page.getByRole('link', { name: 'Mira Okafor' }).first()).toBeVisible();
  const film = fan.page.getByRole('article').locator('video').first();
  await expect(film).toBeVisible();
  await fan.close();

  await page.goto('/creator/my-video');
  await expect(getRow(page, 'Videos', title).getByText('For sale, $6.00')).toBeVisible();
  await choose(page, getRow(page, 'Videos', title), 'Edit');
  await page.waitForURL('**/creator/my-video/update/*');
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Ready')).toBeVisible();
  await page
    .getByRole('list', { name: 'Teaser' })
    .getByRole('button', { name: /^Remove/ })
    .click();
  await page.getByRole('button', { name: 'Remove bronze' }).click();
  await type(page.getByLabel('Price'), '7');
  await store(page, 'Save changes');
  await page.waitForURL('**/creator/my-video');
  await expect(getRow(page, 'Videos', title).getByText('For sale, $7.00')).toBeVisible();
  await expectAccessible(page);
  await choose(page, getRow(page, 'Videos', title), 'Hide');
  await expect(getRow(page, 'Videos', title).getByText('Hidden')).toBeVisible();
  await choose(page, getRow(page, 'Videos', title), 'Edit');
  await expect(page.getByRole('list', { name: 'Tags' }).getByText('#pour')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files' }).getByText('Ready')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Teaser' })).toHaveCount(0);
  await expect(page.getByRole('list', { name: 'Tags' }).getByText('#bronze')).toHaveCount(0);
});

test(
  'a creator makes and edits a gallery by keyboard; the buyer sees all of it in order',
  { tag: '@full' },
  async ({ page, browser, baseURL }) => {
    const title = titleFor('Patina tests', 'galleries');
    await page.goto('/creator/my-gallery/create');
    await type(page.getByLabel('Title'), title);
    await type(page.getByLabel('Description'), 'Three greens from one recipe.');
    const colours = [await record('red.png'), await record('green.png'), await record('blue.png')];
    await pickFiles(fileField(page, 'files', 'photo'), colours);
    const files = page.getByRole('list', { name: 'Files' });
    await expect(files.getByRole('listitem')).toHaveCount(3);
    await files.getByRole('button', { name: /^Place of blue.png/ }).focus();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    await expect(files.getByRole('listitem').first()).toContainText('blue.png');
    await files.getByRole('button', { name: /^make it the cover.*red.png/ }).click();
    await expect(files.getByRole('listitem').nth(1)).toContainText('Cover');
    await files.getByRole('button', { name: /^describe it.*red.png/ }).click();
    await type(page.getByLabel('Description of red.png'), 'A red plate');
    await page.getByLabel('For sale').check();
    await type(page.getByLabel('Price'), '5');
    await expectAccessible(page);
    await store(page);
    await page.waitForURL('**/creator/my-gallery');
    const address = (await page.getByRole('link', { name: 'View gallery' }).getAttribute('href')) ?? '';
    await expect(getRow(page, 'Galleries', title).getByText('3 photos')).toBeVisible();
    await expect(getRow(page, 'Galleries', title).getByText('Published')).toBeVisible();

    const fan = await openBuyer(browser, baseURL, page);
    await fan.page.goto(address);
    await expect(fan.page.getByText('3 photos').first()).toBeVisible();
    await unlock(fan.page, '$5.00');
    const photos = fan.page.getByRole('article').getByRole('button', { name: /^Open \d of 3/ });
    await expect(photos).toHaveCount(3);
    await photos.nth(1).click();
    await expect(fan.page.getByRole('dialog').getByRole('img', { name: 'A red plate' })).toBeVisible();
    await fan.close();

    await choose(page, getRow(page, 'Galleries', title), 'Edit');
    await page.waitForURL('**/creator/my-gallery/update/*');
    await expect(files.getByRole('listitem')).toHaveCount(3);
    await expect(files.getByRole('listitem').nth(1)).toContainText('Cover');
    await pickFiles(fileField(page, 'files', 'photo'), await record('green.png'));
    await expect(files.getByRole('listitem')).toHaveCount(4);
    await store(page, 'Save changes');
    await page.waitForURL('**/creator/my-gallery');
    await expect(getRow(page, 'Galleries', title).getByText('4 photos')).toBeVisible();
    await expectAccessible(page);
  },
);

test(
  'a gallery is scheduled, listed only for its creator, and unscheduled',
  { tag: '@full' },
  async ({ page, request }) => {
    const title = titleFor('Glaze archive', 'galleries');
    await page.goto('/creator/my-gallery/create');
    await type(page.getByLabel('Title'), title);
    await pickFiles(fileField(page, 'files', 'photo'), [await record('red.png'), await record('blue.png')]);
    await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2);
    await page.getByText('Later', { exact: true }).click();
    const words = await pickTwentyFirst(page);
    await expectAccessible(page);
    await store(page, 'Schedule');
    await page.waitForURL('**/creator/my-gallery');
    const row = getRow(page, 'Galleries', title);
    await expect(row.getByText(words)).toBeVisible();
    await page.getByRole('button', { name: 'Published', exact: true }).click();
    await page.waitForURL('**/creator/my-gallery?state=published');
    await expect(row).toHaveCount(0);
    await page.getByRole('button', { name: 'Scheduled', exact: true }).click();
    await page.waitForURL('**/creator/my-gallery?state=scheduled');
    await expect(row.getByText('2 photos')).toBeVisible();
    await expectAccessible(page);
    const found = await request.get(`${apiUrl}/performer-assets/galleries/search`, { params: { q: title } });
    expect(await found.json()).toMatchObject({ data: { total: 0 } });

    await choose(page, row, 'Edit');
    await page.waitForURL('**/creator/my-gallery/update/*');
    await type(page.getByLabel('Description'), 'Ten years of test tiles.');
    await store(page, 'Save changes');
    await page.waitForURL('**/creator/my-gallery');
    await expect(row.getByText(words)).toBeVisible();
    await choose(page, row, 'Unschedule');
    await expect(row.getByText('Draft')).toBeVisible();
    await choose(page, row, 'Publish now');
    await expect(row.getByText('Published')).toBeVisible();
  },
);

test('a creator adds a product to the store, whose file only buyers get', async ({ page }) => {
  const title = titleFor('Bronze bell', 'products');
  await page.goto('/creator/my-store/create');
  await type(page.getByLabel('Name'), title);
  await type(page.getByLabel('Description'), 'Cast in sand, 9 cm.');
  await pickFiles(fileField(page, 'thumbnail', 'photo'), await record('red.png'));
  await expect(page.getByRole('list', { name: 'Product picture' })).toBeVisible();
  await page.getByRole('button', { name: 'Publish now' }).click();
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText('Set a price.');
  await type(page.getByLabel('Price'), '48');
  await type(page.getByLabel('In stock'), '3');
  await expectAccessible(page);
  await store(page);
  await page.waitForURL('**/creator/my-store');
  await page.getByRole('link', { name: 'View product' }).click();
  await page.waitForURL('**/product/*');
  await expect(page.getByText('$48.00').first()).toBeVisible();
  await expect(page.getByText('3 left', { exact: true })).toBeVisible();

  await page.goto('/creator/my-store');
  const row = getRow(page, 'Products', title);
  await expect(row.getByText('3 in stock')).toBeVisible();
  await choose(page, row, 'Edit');
  await page.waitForURL('**/creator/my-store/update/*');
  await page.getByLabel('Digital').check();
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('main').getByRole('alert').first()).toContainText('Add the file that buyers get.');
  const bell = { name: 'bell.stl', mimeType: 'model/stl', buffer: Buffer.from('solid bell') };
  await pickFiles(fileField(page, 'files', 'file'), bell);
  await expect(page.getByRole('listitem').filter({ hasText: 'bell.stl' })).toBeVisible();
  await store(page, 'Save changes');
  await page.waitForURL('**/creator/my-store');
  await expect(row.getByText('Digital', { exact: true })).toBeVisible();
  await expectAccessible(page);
});

test('single photos get descriptions, are moved into a gallery, found there and deleted', async ({ page }) => {
  const gallery = titleFor('Moulds', 'galleries');
  const title = titleFor('Split mould', 'photos');
  const headers = { Authorization: await demoToken(page.request, writer) };
  await page.request.post(`${apiUrl}/performer/performer-assets/galleries`, { headers, data: { title: gallery } });
  await page.goto('/creator/my-photo/upload');
  await type(page.getByLabel('Title'), title);
  await pickFiles(fileField(page, 'files', 'photo'), [await record('red.png'), await record('blue.png')]);
  await expect(page.getByRole('list', { name: 'Files' }).getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await store(page);
  await page.waitForURL('**/creator/my-photo');
  await expect(getRow(page, 'Photos', title)).toHaveCount(2);
  await choose(page, getRow(page, 'Photos', `${title} 2`), 'Edit');
  await page.waitForURL('**/creator/my-photo/update/*');
  await type(page.getByLabel('Description of the picture'), 'Two halves of plaster');
  await page.getByLabel('Gallery').selectOption(gallery);
  await store(page, 'Save changes');
  await page.waitForURL('**/creator/my-photo');
  await expect(getRow(page, 'Photos', `${title} 2`).getByText(`In ${gallery}`)).toBeVisible();
  await page.getByLabel('Gallery').selectOption(gallery);
  await page.waitForURL(/gallery=/);
  await expect(page.getByRole('list', { name: 'Photos' }).getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await choose(page, getRow(page, 'Photos', title), 'Delete');
  await page.getByRole('button', { name: 'Delete photo' }).click();
  await expect(getRow(page, 'Photos', title)).toHaveCount(0);
});

test(
  'of many videos, each is saved as soon as it is uploaded, and a failed one does not delay the others',
  { tag: '@full' },
  async ({ page, refusals }) => {
    const [first, second] = [titleFor('Crucible', 'videos'), titleFor('Ladle', 'videos')];
    await page.goto('/creator/my-video');
    await page.getByRole('link', { name: 'Upload several' }).click();
    await page.waitForURL('**/creator/my-video/bulk-upload');
    const film = await record('film.mp4');
    const broken = { ...film, name: 'broken_take-2.mp4', buffer: Buffer.alloc(100, 1) };
    refusals.expectRefusal(400, '/uploads');
    refusals.expectRefusal(415, '/uploads');
    const films = [{ ...film, name: 'one.mp4' }, broken, { ...film, name: 'two.mp4' }];
    await pickFiles(page.getByTestId('pick-bulk'), films);
    await expect(page.getByLabel('Title of broken_take-2.mp4')).toHaveValue('broken take 2');
    await type(page.getByLabel('Title of one.mp4'), first);
    await type(page.getByLabel('Title of two.mp4'), second);
    await page.getByLabel('For sale').check();
    await page.getByRole('button', { name: 'Publish all' }).click();
    await expect(page.getByText('Set a price.')).toBeVisible();
    await type(page.getByLabel('Price'), '4');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Publish all' }).click();
    await expect(page.getByText('2 of 3 saved')).toBeVisible();
    await page.getByRole('button', { name: 'Remove broken_take-2.mp4' }).click();
    await page.getByRole('link', { name: 'Close' }).click();
    await page.waitForURL('**/creator/my-video');
    for (const title of [first, second])
      await expect(getRow(page, 'Videos', title).getByText('For sale, $4.00')).toBeVisible();
  },
);
