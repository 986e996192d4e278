import type { Page } from '@playwright/test';
import { pickFiles, record } from '../recordings';
import { expect, test, type } from './fixtures';
import { enterAs } from './mock';

const getRow = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Posts' }).getByRole('listitem').filter({ hasText: title });

async function choose(page: Page, title: string, item: string): Promise<void> {
  await getRow(page, title)
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a creator writes a post with an image and a price, hides it and deletes it', async ({
  page,
  context,
  baseURL,
  mock,
}) => {
  const creator = await mock.makeCreator();
  await enterAs(context, baseURL, creator);
  await page.goto('/creator/my-post/create');
  await type(page.getByLabel('Title'), 'Sketchbook');
  await type(page.getByLabel('Text'), 'Two pages from this morning.');
  await pickFiles(page.getByTestId('pick-files-photo').first(), await record('red.png'));
  await expect(page.getByText('1 ready')).toBeVisible();
  await page.getByLabel('For sale').check();
  await type(page.getByLabel('Price'), '4.50');
  await page.getByRole('button', { name: 'Publish now', exact: true }).click();
  await page.waitForURL('**/creator/my-post');
  await expect(getRow(page, 'Sketchbook').getByText('For sale, $4.50')).toBeVisible();
  await choose(page, 'Sketchbook', 'Hide');
  await expect(getRow(page, 'Sketchbook').getByText('Hidden')).toBeVisible();
  await page.reload();
  await expect(getRow(page, 'Sketchbook').getByText('Hidden')).toBeVisible();
  await choose(page, 'Sketchbook', 'Delete');
  await page.getByRole('button', { name: 'Delete post' }).click();
  await expect(getRow(page, 'Sketchbook')).toBeHidden();
});

test('a post cannot be scheduled, because the backend would publish it immediately', async ({
  page,
  context,
  baseURL,
  mock,
}) => {
  await enterAs(context, baseURL, await mock.makeCreator());
  await page.goto('/creator/my-post/create');
  await expect(page.getByRole('button', { name: 'Publish now', exact: true })).toBeVisible();
  await expect(page.getByText(/^Schedule/)).toHaveCount(0);
});

test('a creator blocks a fan, who gets a 404, and unblocks them', async ({
  expectRefused,
  page,
  context,
  baseURL,
  mock,
}) => {
  expectRefused(403, '/performers/');
  const name = `Casey ${Date.now().toString(36)}`;
  const [creator, fan] = [await mock.makeCreator(), await mock.makeFan({ name })];
  await enterAs(context, baseURL, creator);
  await page.goto('/creator/blacklist');
  await type(page.getByRole('searchbox').or(page.getByRole('combobox')).first(), name);
  await page.getByRole('button', { name: `Block ${name}` }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Block/ })
    .click();
  await expect(page.getByRole('button', { name: `Unblock ${name}` })).toBeVisible();
  const address = `${mock.url}/performers/${creator.username}`;
  const isThere = async () => (await page.request.get(address, { headers: { Authorization: fan.token } })).status();
  await expect.poll(isThere).toBe(403);
  await page.getByRole('button', { name: `Unblock ${name}` }).click();
  await expect(page.getByRole('button', { name: `Unblock ${name}` })).toHaveCount(0);
  await expect.poll(isThere).toBe(200);
});

test('a creator sees subscribers, followers and earnings', async ({ page, context, baseURL, mock }) => {
  const [creator, fan] = [await mock.makeCreator(), await mock.makeFan({ balance: 50 })];
  await mock.control('/subscriptions', { fanId: fan._id, creatorId: creator._id });
  const headers = { Authorization: fan.token };
  await page.request.post(`${mock.url}/follows/${creator._id}`, { headers });
  await page.request.post(`${mock.url}/wallet/charges/tip/${creator._id}`, { headers, data: { price: 10 } });
  await enterAs(context, baseURL, creator);
  await page.goto('/creator/my-subscriber');
  await expect(page.getByText('Robin Vale').first()).toBeVisible();
  await page.goto('/creator/my-follower');
  await expect(page.getByText('Robin Vale').first()).toBeVisible();
  await page.goto('/creator/earning');
  await expect(page.getByText('$8.00').filter({ visible: true }).first()).toBeVisible();
});

test('a creator sees no option that the backend would silently ignore', async ({
  page,
  context,
  baseURL,
  mock,
  profile,
}) => {
  const [creator, fan] = [await mock.makeCreator(), await mock.makeFan()];
  await mock.control('/messages', { from: fan._id, to: creator._id, text: 'Hello' });
  await enterAs(context, baseURL, creator);
  await page.goto(`/messages?toSource=user&toId=${fan._id}`);
  await expect(page.getByRole('button', { name: 'Attach photos, video or audio' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Set a price' })).toHaveCount(profile.hasPaidMessages ? 1 : 0);
  await page.goto('/creator/account?section=welcome');
  await expect(page.getByRole('heading', { name: 'Welcome video' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Message for new subscribers' })).toHaveCount(0);
  await page.goto('/creator/account?section=security');
  await expect(page.getByLabel('New password')).toBeVisible();
  await expect(page.getByText('All other devices will be logged out.')).toHaveCount(0);
});

test('a creator’s unread notifications are all counted, if the backend has notifications', async ({
  page,
  context,
  baseURL,
  mock,
  profile,
}) => {
  const [creator, fan] = [await mock.makeCreator(), await mock.makeFan({ balance: 50 })];
  const headers = { Authorization: fan.token };
  await page.request.post(`${mock.url}/follows/${creator._id}`, { headers });
  for (const price of [5, 6])
    await page.request.post(`${mock.url}/wallet/charges/tip/${creator._id}`, { headers, data: { price } });
  await enterAs(context, baseURL, creator);
  await page.goto('/home');
  await expect(page.getByRole('heading', { name: 'Hello, Mira' })).toBeVisible();
  const bell = page.getByRole('link', { name: /^Notifications/ }).filter({ visible: true });
  if (profile.hasNotifications) await expect(bell).toHaveAccessibleName(/3/);
  else await expect(bell).toHaveCount(0);
});

test('a video, a gallery and a product are uploaded through forms that show progress', async ({
  page,
  context,
  baseURL,
  mock,
}) => {
  const creator = await mock.makeCreator();
  await enterAs(context, baseURL, creator);
  const pick = (slot: string, kind: string) => page.getByTestId(`pick-${slot}-${kind}`).first();
  const publish = page.getByRole('button', { name: 'Publish now', exact: true });
  const rowIn = (list: string, title: string) =>
    page.getByRole('list', { name: list, exact: true }).getByRole('listitem').filter({ hasText: title });

  await page.goto('/creator/my-video/upload');
  await type(page.getByLabel('Title'), 'At low tide');
  await pickFiles(pick('files', 'video'), await record('film.mp4'));
  await expect(page.getByText(/uploads when you save/)).toBeVisible();
  await pickFiles(pick('thumbnail', 'photo'), await record('green.png'));
  await expect(page.getByRole('list', { name: 'Thumbnail' }).getByText('green.png')).toBeVisible();
  await expect(page.getByText(/^Schedule/)).toHaveCount(0);
  await publish.click();
  await page.waitForURL('**/creator/my-video');
  await expect(rowIn('Videos', 'At low tide').getByText('Published')).toBeVisible();
  await rowIn('Videos', 'At low tide')
    .getByRole('button', { name: /^More for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Hide' }).click();
  await expect(rowIn('Videos', 'At low tide').getByText('Hidden')).toBeVisible();

  await page.goto('/creator/my-gallery/create');
  await type(page.getByLabel('Title'), 'Knots');
  await pickFiles(pick('files', 'photo'), [await record('red.png'), await record('blue.png')]);
  const files = page.getByRole('list', { name: 'Files' });
  await expect(files.getByRole('listitem')).toHaveCount(2);
  // No scheduling: the backend would publish immediately.
  await expect(page.getByRole('heading', { name: 'When' })).toHaveCount(0);
  // No reordering: the backend keeps the order in which files were uploaded.
  await expect(page.getByRole('button', { name: /^Place of/ })).toHaveCount(0);
  await files.getByRole('button', { name: /^make it the cover/ }).click();
  await publish.click();
  await page.waitForURL('**/creator/my-gallery');
  await expect(rowIn('Galleries', 'Knots').getByText('2 photos')).toBeVisible();
  const [{ _id }] = (
    (await (
      await page.request.get(`${mock.url}/performer/performer-assets/galleries/search?q=Knots`, {
        headers: { Authorization: creator.token },
      })
    ).json()) as { data: { data: [{ _id: string }] } }
  ).data.data;
  await page.goto(`/creator/my-gallery/update/${_id}`);
  await expect(files.getByRole('listitem').nth(1)).toContainText('Cover');

  await page.goto('/creator/my-store/create');
  await type(page.getByLabel('Name'), 'Splicing guide');
  await page.getByLabel('Digital').check();
  await type(page.getByLabel('Price'), '9');
  await expect(page.getByRole('heading', { name: 'When' })).toHaveCount(0);
  const guide = { name: 'guide.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4 guide') };
  await pickFiles(pick('files', 'file'), guide);
  await expect(page.getByRole('listitem').filter({ hasText: 'guide.pdf' })).toBeVisible();
  await pickFiles(pick('thumbnail', 'photo'), await record('green.png'));
  await publish.click();
  await page.waitForURL('**/creator/my-store');
  await expect(rowIn('Products', 'Splicing guide').getByText('For sale, $9.00')).toBeVisible();
});
