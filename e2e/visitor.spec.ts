import { apiUrl } from './accounts';
import { demoPassword, expect, expectAccessible, test, type } from './fixtures';

interface StoredFeed {
  access: string;
  fileIds: string[];
}

test('a guest browses without an account', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Find creators' }).first().click();
  await page.waitForURL('**/creator');
  await expect(page.getByRole('link', { name: 'Mira Okafor' })).toBeVisible();
  await expectAccessible(page);
  await type(page.getByRole('searchbox'), 'botanical');
  await page.waitForURL(/q=botanical/);
  await expect(page.getByRole('link', { name: 'Noor Adeyemi' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Mira Okafor' })).toBeHidden();
  await page.getByRole('link', { name: 'Noor Adeyemi' }).click();
  await page.waitForURL('**/demo-creator');
  await expect(page.getByRole('heading', { level: 1, name: /Noor Adeyemi/ })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'About' }).first().click();
  await page.waitForURL(/tab=about/);
  await expect(page.getByText('Joined')).toBeVisible();
});

test('a page’s HTML contains its content, but no locked file', async ({ request }) => {
  const pages = await Promise.all(['/', '/creator', '/demo-creator'].map((path) => request.get(path)));
  const htmls = await Promise.all(pages.map((reply) => reply.text()));
  for (const html of htmls) {
    expect(html).toContain('Noor Adeyemi');
    expect(html).toContain('$8.50');
  }
  // The embedded state must not list files that are locked for guests.
  const all = htmls.join('\n');
  const state = /<script id="__NEXT_DATA__"[^>]*>(.*?)<\/script>/s.exec(htmls[2] ?? '')?.[1] ?? '{}';
  const { props } = JSON.parse(state) as {
    props: { pageProps: { initialState: { item: { items: Record<string, StoredFeed> } } } };
  };
  const closed = Object.values(props.pageProps.initialState.item.items).filter((feed) => feed.access !== 'open');
  expect(closed.length).toBeGreaterThan(3);
  for (const fileId of closed.flatMap((feed) => feed.fileIds)) {
    expect(all).not.toMatch(new RegExp(`/media/${fileId}`));
    expect(all).not.toMatch(new RegExp(`/media/public/${fileId}/(?!blurred)`));
  }
  const profile = await (await request.get('/demo-creator')).text();
  expect(profile).toContain('Unlock for');
  expect(profile).toContain('Subscribe for $8.50');
});

test('a profile’s tab shows the number of items in its list, and search finds posts in the list', async ({
  page,
  request,
}) => {
  const person = await request.get(`${apiUrl}/performers/demo-creator`);
  const { _id: performerId } = ((await person.json()) as { data: { _id: string } }).data;
  const list = await request.get(`${apiUrl}/user/feeds`, { params: { performerId, limit: 1 } });
  const { total } = ((await list.json()) as { data: { total: number } }).data;
  await page.goto('/demo-creator');
  await expect(page.getByRole('link', { name: /^Posts/ })).toHaveText(`Posts${total}`);
  await page.getByRole('button', { name: 'Search these posts' }).click();
  const field = page.getByRole('searchbox', { name: 'Words in a post' });
  await expect(field).toBeFocused();
  await type(field, 'poppies');
  await field.press('Enter');
  await page.waitForURL(/q=poppies/);
  await expect(page.getByRole('article').filter({ hasText: /poppies/i })).toHaveCount(2);
  await page.getByRole('button', { name: 'Clear search' }).click();
  await page.waitForURL(/\/demo-creator$/);
});

test('filters set in quick succession all take effect', async ({ page }) => {
  await page.goto('/creator');
  const field = page.getByRole('searchbox');
  await field.pressSequentially('paper', { delay: 20 });
  await page.getByRole('button', { name: 'Under $10' }).click();
  await page.getByRole('button', { name: 'Free trial' }).click();
  await page.waitForURL(
    (url) => url.searchParams.get('only') === 'under10,trial' && url.searchParams.get('q') === 'paper',
  );
  await expect(field).toHaveValue('paper');
  await page.getByRole('button', { name: 'Free trial', pressed: true }).click();
  await page.waitForURL((url) => url.searchParams.get('only') === 'under10' && url.searchParams.get('q') === 'paper');
});

test('two filters of a profile’s posts clicked at the same moment both take effect', async ({ page }) => {
  await page.goto('/demo-creator?q=poppies');
  const choices = [
    page.getByRole('button', { name: 'Photos', exact: true }),
    page.getByRole('button', { name: 'Clear search' }),
  ];
  const [chip, clear] = await Promise.all(choices.map((choice) => choice.elementHandle()));
  await page.evaluate(
    (pressed) => {
      for (const element of pressed) (element as HTMLElement).click();
    },
    [chip, clear],
  );
  await page.waitForURL(/\/demo-creator\?show=photo$/);
  await expect(choices[0]!).toHaveAttribute('aria-pressed', 'true');
});

test('a search finds creators and posts', async ({ page }) => {
  await page.goto('/creator?q=paper');
  await page.getByRole('link', { name: 'Search posts for “paper” too' }).click();
  await page.waitForURL(/\/search\?q=paper/);
  await expect(page.getByRole('heading', { level: 1, name: 'Results for “paper”' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Wen Halloran' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'ruined paper' })).toBeVisible();
});

test('an unknown URL returns 404 with an explanation', async ({ page, refusals }) => {
  refusals.expectRefusal(404, '/nobody-is-called-this');
  const reply = await page.goto('/nobody-is-called-this');
  expect(reply?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('a page that needs an account sends a guest to log in and back', async ({ page }) => {
  await page.goto('/messages');
  await page.waitForURL(/\/auth\/login\?returnTo=%2Fmessages/);
  await expectAccessible(page);
  await type(page.getByLabel('Email or username'), 'fan@demo.test');
  await type(page.getByLabel('Password', { exact: true }), demoPassword);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL('**/messages');
});

test('the selected theme is stored, and applied before the first paint', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Dark theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
