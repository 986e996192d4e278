import { apiUrl, demoToken, enter, follow, makeFan, postPath } from './accounts';
import { expect, expectAccessible, openOther, test, type } from './fixtures';
import { fillWallet, saveCard } from './payments';
import { waitForHydration } from './hydration';

test('a fan finds an unlocked post in the library, opens it there, and finds its receipt', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const fan = await makeFan(request);
  await saveCard(request, fan);
  await fillWallet(request, fan, 30);
  await enter(context, baseURL, fan.token);
  await page.goto(await postPath(request, 'storm-log'));
  await page.getByRole('button', { name: 'Unlock for $2.50' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByRole('button', { name: /\$2\.50/ }).click();
  await expect(sheet.getByText('Unlocked')).toBeVisible();
  await page.goto('/user/purchased-content');
  await expect(page.getByRole('heading', { level: 1, name: 'Purchases' })).toBeVisible();
  const tile = page.getByRole('article');
  await expect(tile).toHaveCount(1);
  await expect(tile).toContainText('Callum');
  await expectAccessible(page);

  const search = page.getByRole('searchbox', { name: 'Search purchases' });
  await search.pressSequentially('nothing like it');
  await expect(page.getByText('No purchases match')).toBeVisible();
  await page.getByRole('button', { name: 'Clear search' }).click();
  await tile.getByRole('link').click();
  await page.waitForURL(/open=/);
  await expect(page.getByRole('dialog').getByRole('article')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await page.getByText('Receipts', { exact: true }).click();
  const row = page.getByRole('row').nth(1);
  await expect(row).toContainText('$2.50');
  await row.getByRole('link').click();
  await page.waitForURL('**/payment/receipt/*');
});

test('a creator’s home shows income, sales and fans', async ({ page, context, baseURL, request }) => {
  await enter(context, baseURL, await demoToken(request, 'demo-creator'));
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1, name: 'Hello, Noor' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'What sold' }).getByRole('listitem').first()).toContainText('$');
  await expect(page.getByText(/becomes available on/)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Your latest posts' }).getByRole('listitem').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Following' }).click();
  await page.waitForURL(/show=all/);
  await page.goBack();
  await expect(page.getByRole('region', { name: 'What sold' })).toBeVisible();
  await page.getByRole('link', { name: 'Subscribers', exact: true }).click();
  await page.waitForURL('**/creator/my-subscriber');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download CSV' }).click();
  expect((await file).suggestedFilename()).toBe('subscribers.csv');
  // The menu is taller than a table of one or two rows, which must not clip it.
  const first = page.getByRole('row').nth(1);
  const name = (await first.getByRole('link').first().innerText()).split('\n')[0] ?? '';
  await type(page.getByRole('searchbox', { name: 'Search subscribers' }), name);
  // Other tests leave behind fans with similar names.
  const isShort = async () => {
    const rows = await page.getByRole('row').count();
    return rows > 1 && rows < 6;
  };
  await expect.poll(isShort).toBe(true);
  await first.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Note and lists' }).click();
  await expect(page.getByRole('dialog', { name: /^Note about / })).toBeVisible();
});

test(
  'a muted conversation shows no badge; the creator sees the fan’s history',
  { tag: '@full' },
  async ({ page, context, baseURL, request, browser }) => {
    const creator = await demoToken(request, 'miraokafor');
    const fan = await makeFan(request);
    await follow(request, fan, 'miraokafor');
    await enter(context, baseURL, fan.token);
    const person = await request.get(`${apiUrl}/performers/miraokafor`);
    const { _id } = ((await person.json()) as { data: { _id: string } }).data;
    await page.goto(`/messages?toSource=performer&toId=${_id}`);
    await page.waitForURL(/\/messages\/[\da-f]{24}/);
    await page.getByRole('button', { name: 'Options for Mira Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Mute' }).click();
    await expect(page.getByText('Muted. New messages here stay quiet.')).toBeVisible();
    await expectAccessible(page);
    const unread = async () => {
      const reply = await request.get(`${apiUrl}/messages/counting-not-read-messages`, {
        headers: { Authorization: fan.token },
      });
      return ((await reply.json()) as { data: { total: number } }).data.total;
    };
    const conversation = page.url().split('/').at(-1)?.split('?')[0] ?? '';
    await page.goto('/user/bookmarks');
    const before = await unread();
    await request.post(`${apiUrl}/messages/conversations/${conversation}`, {
      headers: { Authorization: creator },
      data: { text: 'A word while you were away' },
    });
    expect(await unread()).toBe(before);
    await page.goto(`/messages/${conversation}`);
    await page.getByRole('button', { name: 'Options for Mira Okafor' }).click();
    await page.getByRole('menuitem', { name: 'Unmute' }).click();
    await expect(page.getByText('You’ll hear of new messages here again.')).toBeVisible();

    const other = await openOther(browser, baseURL);
    await enter(other.page.context(), baseURL, creator);
    await other.page.goto(`/messages/${conversation}`);
    await expect(other.page.getByText('Total paid')).toBeVisible();
    await other.page.getByRole('button', { name: /^Options for / }).click();
    await expect(other.page.getByRole('menuitem', { name: 'Block' })).toBeVisible();
    await other.close();
  },
);

test('bots get a preview card of a shared page, and never a locked file', async ({ request }) => {
  const headers = { 'user-agent': 'facebookexternalhit/1.1' };
  const read = async (path: string) => (await request.get(path, { headers })).text();
  const getMeta = (html: string, name: string) =>
    new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&');
  const profile = await read('/demo-creator');
  expect(getMeta(profile, 'og:title')).toContain('Noor Adeyemi');
  expect(getMeta(profile, 'og:description')).toContain('$8.50 a month');
  expect(getMeta(profile, 'twitter:card')).toBe('summary_large_image');
  expect(getMeta(profile, 'og:url')).toMatch(/^http.*\/demo-creator$/);
  expect((await request.get(getMeta(profile, 'og:image') ?? '', { headers })).headers()['content-type']).toMatch(
    /^image/,
  );

  const path = await postPath(request, 'herbarium-pages');
  const post = await read(path);
  expect(post).toContain(`rel="canonical" href="${getMeta(post, 'og:url')}"`);
  const image = getMeta(post, 'og:image') ?? '';
  expect((await request.get(image, { headers })).ok()).toBe(true);
  expect(image).toMatch(/\/media\/public\//);
});

test('crawlers get robots.txt, sitemaps of the public pages, the manifest and icons', async ({ request }) => {
  const text = async (path: string, type: RegExp) => {
    const reply = await request.get(path);
    expect(reply.status(), path).toBe(200);
    expect(reply.headers()['content-type']).toMatch(type);
    return reply.text();
  };
  expect(await text('/robots.txt', /text\/plain/)).toContain('/sitemap.xml');
  expect(await text('/sitemap.xml', /xml/)).toContain('/sitemap/creators-1.xml');
  expect(await text('/sitemap/creators-1.xml', /xml/)).toContain('/demo-creator<');
  expect(await text('/sitemap/posts-1.xml', /xml/)).toContain('/post/');
  expect(JSON.parse(await text('/manifest.webmanifest', /json/))).toMatchObject({ start_url: '/' });
  for (const path of ['/favicon.ico', '/apple-touch-icon.png', '/icon-512.png']) await text(path, /image/);
});

test('a search finds words in profiles', { tag: '@full' }, async ({ page }) => {
  await page.goto('/search?q=bread');
  await expect(page.getByRole('link', { name: 'Tomasz Bell' }).first()).toBeVisible();
});

test('search results fill the width of the screen', { tag: '@full' }, async ({ page }) => {
  await page.goto('/search?q=the');
  const posts = page.getByRole('region', { name: /^Posts/ }).getByRole('listitem');
  await expect(posts.nth(4)).toBeVisible();
  const boxes = await posts.evaluateAll((items) => items.map((item) => item.getBoundingClientRect()));
  const firstRow = boxes.filter(({ top }) => top === boxes[0]?.top);
  const wide = (page.viewportSize()?.width ?? 0) >= 1280;
  expect(firstRow.length).toBeGreaterThanOrEqual(wide ? 4 : 2);
  const main = await page.getByRole('main').boundingBox();
  const right = Math.max(...firstRow.map((box) => box.right));
  expect((main?.x ?? 0) + (main?.width ?? 0) - right).toBeLessThan(80);
});

test('a post links back to the previous page, and to other posts of its creator', async ({ page }) => {
  await page.goto('/demo-creator');
  await waitForHydration(page);
  await page
    .getByRole('article')
    .first()
    .getByRole('link', { name: /ago|\d/ })
    .first()
    .click();
  await page.waitForURL('**/post/**');
  await expect(page.getByRole('heading', { name: 'More from Noor Adeyemi' })).toBeVisible();
  await page.getByRole('link', { name: 'Back', exact: true }).click();
  await page.waitForURL('**/demo-creator');
});
