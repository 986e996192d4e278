import { waitForHydration } from '../hydration';
import { assetSearches, expect, test, type } from './fixtures';

test('a guest browses creators, a profile, a post and the site’s pages', async ({ page, mock }) => {
  const name = `Wren Halloway ${Date.now().toString(36)}`;
  const creator = await mock.makeCreator({ name });
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Find creators' }).first().click();
  await page.waitForURL('**/creator');
  await expect(page.getByRole('heading', { level: 1, name: 'Find someone to follow' })).toBeVisible();
  await type(page.getByRole('searchbox'), creator.name);
  await page.waitForURL((url) => url.searchParams.get('q') === name);
  await page.getByRole('link', { name, exact: true }).first().click();
  await page.waitForURL(`**/${creator.username}`);
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(page.getByText('The open one: good morning from the harbour')).toBeVisible();
  await expect(page.getByText('Unlock for $12.50').first()).toBeAttached();
  await page.getByRole('link', { name: 'About' }).first().click();
  await expect(page.getByText('Photographs of harbours')).toBeVisible();
  await page.goto(`/post/${creator.feeds[0]?.slug}`);
  await expect(page.getByText('The open one: good morning from the harbour')).toBeVisible();
  await page.goto('/page/privacy-policy');
  await expect(page.getByText('Privacy policy: be kind to each other.')).toBeVisible();
});

test('unknown addresses show a 404 page', async ({ page, expectRefused, refusals }) => {
  expectRefused(404, '/');
  refusals.expectRefusal(404, '/');
  await page.goto('/nobody-of-this-name');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/not found|isn’t|doesn’t/i);
});

test('a contact message is sent', async ({ page }) => {
  await page.goto('/contact');
  await type(page.getByLabel('Your name'), 'Robin Vale');
  await type(page.getByLabel('Email'), 'robin@example.test');
  await type(page.getByLabel('Message'), 'Is the harbour open on Sundays?');
  await page.getByRole('button', { name: /^Send/ }).click();
  await expect(page.getByText('We read every message and will reply to robin@example.test.')).toBeVisible();
});

test('a search works without the endpoints that only our backend has', async ({
  page,
  mock,
  profile,
  expectRefused,
}) => {
  expectRefused(404, ...assetSearches);
  const name = `Wren Halloway ${Date.now().toString(36)}`;
  await mock.makeCreator({ name });
  await page.goto('/search');
  await waitForHydration(page);
  const field = page.getByRole('combobox', { name: 'Search creators and posts' });
  await type(field, name);
  await field.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === name);
  await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'What was found' }).getByRole('link');
  await expect(tabs.first()).toHaveText('All');
  await expect(tabs.filter({ hasText: 'Products' })).toHaveCount(profile.hasStore ? 1 : 0);
  await page.goto('/search');
  await type(field, 'wren');
  await expect(page.getByRole('option', { name })).toBeVisible();
  await field.press('ArrowDown');
  await field.press('Enter');
  await page.waitForURL((url) => url.searchParams.get('q') === name);
  await page.goto(`/creator?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: 'All filters' }).click();
  await expect(page.getByRole('combobox', { name: 'Age' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Price a month' })).toHaveCount(0);
  await expect(page.getByRole('option', { name: 'Trending' })).toHaveCount(0);
});
