import type { Page } from '@playwright/test';
import { holes } from '../mock-api/holes';
import { pickFiles, record } from '../recordings';
import { waitForHydration } from '../hydration';
import { assetSearches, expect, test, type } from './fixtures';
import { enterAs } from './mock';

/*
 * How compatible backends differ from our own API: lists have fewer fields than an item's own call, fans cannot make some
 * calls, some fields are missing, and authors may have been deleted. Wire contract 2.10, 2.19, 3.
 */

const api = (page: Page, token: string) => ({
  post: (url: string, data: object = {}) => page.request.post(url, { headers: { Authorization: token }, data }),
});

test('an open video keeps playing beside a list without video URLs, and after returning to it', async ({
  page,
  context,
  baseURL,
  mock,
}) => {
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  await mock.control('/subscriptions', { fanId: fan._id, creatorId: creator._id });
  await enterAs(context, baseURL, fan);
  await page.goto(`/${creator.username}?tab=video`);
  await page.getByRole('link', { name: 'Along the quay' }).first().click();
  await page.waitForURL('**/video/**');
  const film = page.getByRole('article').first().locator('video');
  await expect(page.getByRole('heading', { name: /^More from/ })).toBeVisible();
  await expect(film).toHaveAttribute('src', /signed=1/);
  await page.getByRole('link', { name: 'Back at the quay' }).last().click();
  await expect(page.getByRole('article').first()).toContainText('Back at the quay');
  await expect(film).toHaveAttribute('src', /signed=1/);
  await page.goBack();
  await expect(page.getByRole('article').first()).toContainText('Along the quay');
  await expect(film).toHaveAttribute('src', /signed=1/);
});

test('the search page keeps a fan logged in when the backend rejects the call for popular searches', async ({
  page,
  context,
  baseURL,
  mock,
  expectRefused,
}) => {
  expectRefused(403, '/search/list/keywords');
  expectRefused(404, ...assetSearches);
  const fan = await mock.makeFan({ balance: 12.5 });
  await enterAs(context, baseURL, fan);
  const doubted = page.waitForResponse((reply) => reply.url().endsWith('/users/me'));
  await page.goto('/search');
  await waitForHydration(page);
  await doubted;
  await type(page.getByRole('combobox', { name: 'Search creators and posts' }), 'quay');
  await page.getByRole('combobox', { name: 'Search creators and posts' }).press('Enter');
  await page.waitForURL('**/search?q=quay');
  await page.goto('/wallet');
  await expect(page.getByText('$12.50').filter({ visible: true }).first()).toBeVisible();
  expect((await mock.readLog()).filter(({ role }) => role === 'refused')).toEqual([]);
});

test('a digital product is downloaded after purchase, and likes are shown only if the backend sends them', async ({
  page,
  context,
  baseURL,
  mock,
}) => {
  const [fan, creator] = [await mock.makeFan({ balance: 50 }), await mock.makeCreator()];
  const product = (await mock.control('/products', { creatorId: creator._id })) as { _id: string; slug: string };
  await enterAs(context, baseURL, fan);
  await page.goto(`/product/${product.slug}`);
  await expect(page.getByText('$9.00').first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Download' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Like/ })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  await api(page, fan.token).post(`${mock.url}/wallet/charges/product/${product._id}`);
  await page.reload();
  // Leaving the page before the download has started would cancel it.
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect(await (await file).failure()).toBeNull();
  await page.goto('/user/purchased-content');
  await expect(page.getByRole('article').getByRole('link', { name: 'Knots, a guide' })).toBeVisible();
});

test('a digital product and another one are bought from one cart, each by its own call', async ({
  page,
  context,
  baseURL,
  mock,
}) => {
  const [fan, creator] = [await mock.makeFan({ balance: 50 }), await mock.makeCreator()];
  const guides: { slug: string }[] = [];
  for (const name of ['Knots, a guide', 'Splices, a guide']) {
    guides.push((await mock.control('/products', { creatorId: creator._id, name })) as { slug: string });
  }
  await enterAs(context, baseURL, fan);
  for (const { slug } of guides) {
    await page.goto(`/product/${slug}`);
    await page.getByRole('button', { name: 'Add to cart' }).click();
    await expect(page.getByText('Added to your cart')).toBeVisible();
  }
  await page.goto('/cart');
  await page.getByRole('button', { name: 'Checkout' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay $18.00 from wallet' }).click();
  await expect
    .poll(async () => (await mock.readBooks(fan)).charges.map(({ totalPrice }) => totalPrice))
    .toEqual([9, 9]);
  await page.waitForURL('**/user/orders');
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
});

test('posts by a deleted author do not break the posts around them: on Home, under Saved, on their own page', async ({
  page,
  context,
  baseURL,
  mock,
  refusals,
}) => {
  const fan = await mock.makeFan();
  const [gone, creator] = [await mock.makeCreator({ name: 'Nell Gone' }), await mock.makeCreator()];
  const call = api(page, fan.token);
  for (const one of [gone, creator]) {
    await call.post(`${mock.url}/follows/${one._id}`);
    const mark = { objectId: one.feeds[0]?._id, objectType: 'feed', action: 'bookmark' };
    await call.post(`${mock.url}/reactions`, mark);
  }
  await mock.control('/people/remove', { id: gone._id });
  await enterAs(context, baseURL, fan);
  for (const place of ['/home', '/user/bookmarks', `/${creator.username}`]) {
    await page.goto(place);
    await expect(page.getByText('The open one: good morning from the harbour').first()).toBeVisible();
    await expect(page.getByText(/could not reach|Nell Gone/)).toHaveCount(0);
  }
  refusals.expectRefusal(404, `/post/${gone.feeds[0]?.slug}`);
  await page.goto(`/post/${gone.feeds[0]?.slug}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found|isn’t|doesn’t/i);
});

test('a video is saved without empty texts; a product without an image shows an error beside the image field', async ({
  page,
  context,
  baseURL,
  mock,
  expectRefused,
}) => {
  expectRefused(400, '/performer/performer-assets/products');
  const creator = await mock.makeCreator();
  await enterAs(context, baseURL, creator);
  const read = async () =>
    (await mock.readBooks(creator)) as unknown as {
      assets: { _id: string; kind: string; tags?: unknown }[];
      products: { _id: string }[];
    };
  const video = (await read()).assets.find(({ kind }) => kind === 'video')!;
  await page.goto(`/creator/my-video/update/${video._id}`);
  await type(page.getByLabel('Title'), 'Along the north quay');
  await page.getByRole('button', { name: 'Remove harbour' }).first().click();
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await expect(page.getByText(/at least one tag/).first()).toBeVisible();
  await type(page.getByLabel('Tags'), 'quay');
  await page.getByLabel('Tags').press('Enter');
  await page.getByRole('button', { name: /^Save/ }).first().click();
  await page.waitForURL('**/creator/my-video');
  const saved = (await read()).assets.find(({ _id }) => _id === video._id);
  expect(saved?.tags).toBe('quay');

  await page.goto('/creator/my-store/create');
  await type(page.getByLabel('Name'), 'Splicing guide');
  await type(page.getByLabel('Price'), '9');
  await type(page.getByLabel('In stock'), '3');
  const publish = page.getByRole('button', { name: 'Publish now', exact: true });
  await publish.click();
  const choose = page.getByRole('button', { name: 'Choose a picture' });
  await expect(choose).toHaveAccessibleDescription('Add a picture. This site needs one.');
  await pickFiles(page.getByTestId('pick-thumbnail-photo').first(), await record('red.png'));
  await publish.click();
  await page.waitForURL('**/creator/my-store');
  const [product] = (await read()).products;
  await page.goto(`/creator/my-store/update/${product?._id}`);
  await expect(page.getByRole('button', { name: 'Replace the picture' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Remove Picture/ })).toHaveCount(0);
});

test('a creator’s photos are not shown as part of a gallery without a name', async ({
  page,
  context,
  baseURL,
  mock,
}) => {
  await enterAs(context, baseURL, await mock.makeCreator());
  await page.goto('/creator/my-photo');
  await expect(page.getByText('A quay').first()).toBeVisible();
  await expect(page.getByText(/^In /)).toHaveCount(0);
});

const pages = {
  fan: [
    '/home', '/creator', '/user/bookmarks', '/user/bookmarks?tab=creators', '/user/following', '/user/purchased-content',
    '/messages', '/wallet', '/user/my-subscription', '/user/payment-history', '/user/addresses', '/user/account',
  ],
  creator: [
    '/home', '/creator/my-post', '/creator/my-video', '/creator/my-gallery', '/creator/my-photo', '/creator/my-store',
    '/creator/my-subscriber', '/creator/my-follower', '/creator/blacklist', '/creator/earning', '/creator/account',
  ],
}; // prettier-ignore

for (const hole of holes) {
  test(`no page fails if everything but names and ids is ${hole}`, async ({
    page,
    context,
    baseURL,
    mock,
    expectRefused,
  }) => {
    expectRefused(403, '/search/list/keywords');
    const [fan, creator] = [await mock.makeFan({ balance: 50 }), await mock.makeCreator()];
    const call = api(page, fan.token);
    await mock.control('/subscriptions', { fanId: fan._id, creatorId: creator._id });
    await mock.control('/messages', { from: creator._id, to: fan._id, text: 'Hello' });
    await mock.control('/products', { creatorId: creator._id });
    await call.post(`${mock.url}/follows/${creator._id}`);
    await call.post(`${mock.url}/wallet/charges/tip/${creator._id}`, { price: 10 });
    await call.post(`${mock.url}/reactions`, { objectId: creator._id, objectType: 'performer', action: 'bookmark' });
    await call.post(`${mock.url}/comments`, { objectId: creator.feeds[0]?._id, objectType: 'feed', content: 'Calm' });
    for (const [person, places] of [
      [fan, pages.fan],
      [creator, pages.creator],
    ] as const) {
      await mock.control('/holes', { personId: person._id, hole });
      await enterAs(context, baseURL, person);
      for (const place of places) {
        const reply = await page.goto(place);
        expect([place, reply?.status()]).toEqual([place, 200]);
        await waitForHydration(page);
        await expect(page.getByRole('heading', { level: 1 }).first(), place).toBeAttached();
        await expect(page.getByText(/something broke|went wrong|could not reach|\bnull\b/i), place).toHaveCount(0);
        expect(new URL(page.url()).pathname, place).not.toBe('/auth/login');
      }
    }
  });
}
