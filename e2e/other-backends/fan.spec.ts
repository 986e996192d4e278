import type { Locator, Page } from '@playwright/test';
import { expect, test, type } from './fixtures';
import { enterAs } from './mock';

/** Clicks and waits until the change is stored; the page shows it earlier. */
async function pressStored(page: Page, button: Locator, call: string): Promise<void> {
  // Lists are read from the same path.
  const isWrite = (method: string) => !['GET', 'OPTIONS'].includes(method);
  const stored = page.waitForResponse((reply) => reply.url().includes(call) && isWrite(reply.request().method()));
  await button.click();
  await stored;
}

test('a fan follows a creator, sees their posts on Home, and unfollows', async ({ page, context, baseURL, mock }) => {
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/${creator.username}`);
  await pressStored(page, page.getByRole('button', { name: 'Follow Mira Okafor' }), '/follows/');
  await expect(page.getByRole('button', { name: 'Following Mira Okafor: stop' })).toBeVisible();
  await page.goto('/home');
  await expect(page.getByRole('article').first()).toContainText('Mira Okafor');
  await page.goto('/user/following');
  await pressStored(page, page.getByRole('button', { name: 'Following Mira Okafor: stop' }), '/follows/');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You’re not following anyone yet' })).toBeVisible();
});

test('a fan likes and saves a post and finds it under Saved', async ({ page, context, baseURL, mock }) => {
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/post/${creator.feeds[0]?.slug}`);
  await pressStored(page, page.getByRole('button', { name: /^Like, / }).first(), '/reactions');
  await pressStored(page, page.getByRole('button', { name: 'Save', exact: true }), '/reactions');
  await page.goto('/user/bookmarks');
  const post = page.getByRole('article');
  await expect(post).toHaveCount(1);
  await expect(post.getByRole('button', { name: /^Like, / })).toHaveAttribute('aria-pressed', 'true');
  await expect(post.getByRole('button', { name: 'Save', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('a fan saves a creator and finds them under Saved', async ({ page, context, baseURL, mock }) => {
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/${creator.username}`);
  await pressStored(page, page.getByRole('button', { name: 'Save Mira Okafor' }), '/reactions');
  await page.goto('/user/bookmarks?tab=creators');
  await page.getByRole('link', { name: 'Mira Okafor' }).first().click();
  await page.waitForURL(`**/${creator.username}`);
  await expect(page.getByRole('button', { name: 'Saved: Mira Okafor' })).toHaveAttribute('aria-pressed', 'true');
});

test('a fan comments, edits and deletes', async ({ page, context, baseURL, mock }) => {
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/post/${creator.feeds[0]?.slug}`);
  await type(page.getByLabel('Your comment'), 'Such a calm light');
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  const own = page.getByRole('listitem').filter({ hasText: 'Such a calm light' });
  await expect(own.getByRole('button', { name: 'Reply' })).toBeVisible();
  const menu = own.getByRole('button', { name: 'More options for this comment' });
  await menu.first().click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await type(own.getByLabel('Your comment'), 'Such a calm light, really');
  await own.getByRole('button', { name: 'Save' }).click();
  await expect(own.getByLabel('Your comment')).toHaveCount(0);
  await expect(own.getByText('Such a calm light, really')).toBeVisible();
  await page.reload();
  await expect(own.getByText('Such a calm light, really')).toBeVisible();
  await menu.first().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await own.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Such a calm light')).toHaveCount(0);
});

test('a fan votes only once', async ({ page, context, baseURL, mock }) => {
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/post/${creator.feeds[3]?.slug}`);
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await expect(page.getByRole('status').filter({ hasText: /You voted for .+: \d+ percent of/ })).toBeVisible();
});

test('a fan reports a post', async ({ page, context, baseURL, mock }) => {
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/post/${creator.feeds[0]?.slug}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  const sheet = page.getByRole('dialog');
  await sheet.getByLabel('It’s a scam or spam').check();
  await sheet.getByRole('button', { name: 'Send report' }).click();
  await expect(sheet.getByText('Report sent.')).toBeVisible();
});
