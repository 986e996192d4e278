import type { Page } from '@playwright/test';
import { apiUrl, demoToken, enter } from './accounts';
import { expect, expectAccessible, test, type } from './fixtures';
import { waitForHydration } from './hydration';

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 760;

test('a guest gets suggestions while typing and chooses one, by keyboard or touch', async ({ page }) => {
  await page.goto('/search');
  await expectAccessible(page);
  const field = page.getByRole('combobox', { name: 'Search creators and posts' });
  await type(field, 'noo');
  const list = page.getByRole('listbox', { name: 'Suggestions' });
  await expect(list.getByRole('option', { name: /^Noor Adeyemi/ })).toBeVisible();
  await expectAccessible(page);
  await field.press('Escape');
  await expect(list).toBeHidden();
  await expect(field).toHaveValue('noo');
  await field.press('ArrowDown');
  await expect(list.getByRole('option').first()).toHaveAttribute('aria-selected', 'true');
  const noor = list.getByRole('option', { name: /^Noor Adeyemi/ });
  if (isPhone(page)) {
    const box = await list.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= 360).toBe(true);
    await noor.tap();
  } else {
    for (let step = 0; (await noor.getAttribute('aria-selected')) !== 'true' && step < 12; step += 1) {
      await field.press('ArrowDown');
    }
    await field.press('Enter');
  }
  await page.waitForURL('**/demo-creator');
});

test('a search tolerates typos and accents, has a tab for each kind of result, and is remembered on this device', async ({
  page,
}) => {
  // Popular searches are those of all tests.
  const nothingRecent = page.getByRole('heading', { name: /^(What are you looking for\?|Popular this month)$/ });
  await page.goto('/search');
  await waitForHydration(page);
  const field = page.getByRole('combobox', { name: 'Search creators and posts' });
  await type(field, 'Nóoor');
  await field.press('Enter');
  await page.waitForURL(/\/search\?q=/);
  await expect(page.getByRole('link', { name: 'Noor Adeyemi' }).first()).toBeVisible();
  const found = page.getByRole('navigation', { name: 'What was found' });
  await found.getByRole('link', { name: /^Posts/ }).click();
  await page.waitForURL(/kind=feed/);
  await expect(page.getByRole('heading', { level: 2, name: 'Posts', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Photos', exact: true }).click();
  await page.waitForURL(/show=photo/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Photos', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await found.getByRole('link', { name: /^Creators/ }).click();
  await page.waitForURL(/kind=creators/);
  await expect(page.getByRole('link', { name: 'Noor Adeyemi' }).first()).toBeVisible();
  await page.goto('/search');
  await expect(page.getByRole('link', { name: 'Nóoor' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(nothingRecent).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nóoor' })).toHaveCount(0);
  await page.reload();
  await waitForHydration(page);
  await expect(nothingRecent).toBeVisible();
  await expect(page.getByRole('link', { name: 'Nóoor' })).toHaveCount(0);
});

test('a search without results says so for each kind', { tag: '@full' }, async ({ page }) => {
  await page.goto('/search?q=nobody-wrote-this-ever');
  await expect(page.getByRole('heading', { name: 'Nothing found' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/search?q=nobody-wrote-this-ever&kind=feed');
  await expect(page.getByRole('heading', { name: 'No posts found' })).toBeVisible();
});

test(
  'a search for punctuation only says that there is nothing to search for, and sends no request',
  { tag: '@full' },
  async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().startsWith(apiUrl) && /[?&]q=|\/search\/keywords/.test(request.url()))
        asked.push(request.url());
    });
    await page.goto('/search');
    await waitForHydration(page);
    const field = page.getByRole('combobox', { name: 'Search creators and posts' });
    await type(field, '**');
    await field.press('Enter');
    await page.waitForURL(/\/search\?q=/);
    await expect(page.getByRole('heading', { name: 'Nothing to search for in “**”' })).toBeVisible();
    await expect(page.getByText('Try words or a name.')).toBeVisible();
    await expectAccessible(page);
    for (const kind of ['', '&kind=creators', '&kind=feed']) {
      await page.goto(`/search?q=${encodeURIComponent('🎉')}${kind}`);
      await expect(page.getByRole('heading', { name: 'Nothing to search for in “🎉”' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Noor Adeyemi' })).toHaveCount(0);
      await waitForHydration(page);
    }
    await page.goto('/search');
    await waitForHydration(page);
    await expect(page.getByRole('heading', { name: 'Recent searches' })).toHaveCount(0);
    expect(asked).toEqual([]);
    await page.goto(`/creator?q=${encodeURIComponent('🎉')}`);
    await expect(page.getByRole('heading', { name: 'Nothing to search for in “🎉”' })).toBeVisible();
    await page.getByRole('link', { name: 'Show all creators' }).click();
    await page.waitForURL((url) => url.pathname === '/creator' && url.search === '');
    await expect(page.getByRole('link', { name: 'Noor Adeyemi' }).first()).toBeVisible();
  },
);

test('a fan searches while logged in', async ({ page, context, baseURL, request }) => {
  await enter(context, baseURL, await demoToken(request, 'demo-fan'));
  await page.goto('/search?q=the');
  await expect(
    page
      .getByRole('region', { name: /^Posts/ })
      .getByRole('listitem')
      .first(),
  ).toBeVisible();
  await waitForHydration(page);
  await page.goto('/search');
  await expect(page.getByRole('heading', { name: 'Recent searches' })).toBeVisible();
});

test('creators are filtered by selects, which change the URL, and shuffled', async ({ page }) => {
  await page.goto('/creator');
  await page.getByRole('button', { name: 'All filters' }).click();
  await page.getByRole('combobox', { name: 'Country' }).selectOption({ label: 'Portugal' });
  await page.waitForURL(/country=PT/);
  await expect(page.getByRole('heading', { level: 2, name: /^\d+ creators?$|^Creators$/ })).toBeVisible();
  await page.getByRole('combobox', { name: 'Price a month' }).selectOption({ label: 'Up to $5' });
  await page.waitForURL(/price=0_5/);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Clear all filters' }).click();
  await page.waitForURL(/\/creator$/);
  const untilDrawn = () =>
    page.waitForResponse((reply) => reply.url().includes('/search/random') && reply.request().method() === 'GET');
  const drawn = untilDrawn();
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Surprise me' });
  await page.waitForURL(/sort=random/);
  await drawn;
  const drawnAgain = untilDrawn();
  await page.getByRole('button', { name: 'Shuffle again' }).click();
  await drawnAgain;
  await expect(page.getByRole('region', { name: 'Creators' }).getByRole('link').first()).toBeVisible();
  await page.getByRole('combobox', { name: 'Order' }).selectOption({ label: 'Trending' });
  await page.waitForURL(/sort=trending/);
  await expect(page.getByRole('link', { name: 'Noor Adeyemi' })).toBeVisible();
});

test('search engines get structured data before any script runs', async ({ page, request }) => {
  const read = async (path: string) => {
    const html = await (await request.get(path)).text();
    return JSON.parse(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/s.exec(html)?.[1] ?? '{}') as object;
  };
  expect(await read('/demo-creator')).toMatchObject({ '@type': 'ProfilePage', mainEntity: { name: 'Noor Adeyemi' } });
  const sitemap = await (await request.get('/sitemap/posts-1.xml')).text();
  const post = /<loc>[^<]*(\/post\/[^<]+)<\/loc>/.exec(sitemap)?.[1] ?? '';
  expect(await read(post)).toMatchObject({ '@type': 'SocialMediaPosting', author: { '@type': 'Person' } });
  await page.goto(post);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await waitForHydration(page);
  const kept = await page.locator('script[type="application/ld+json"]').textContent();
  expect(kept).toContain('SocialMediaPosting');
});
