import type { Page } from '@playwright/test';
import { fillFanSignUp } from '../fixtures';
import { expect, test, type } from './fixtures';
import { enterAs } from './mock';

async function logInAs(page: Page, username: string, password: string): Promise<void> {
  await page.goto('/auth/login');
  await type(page.getByLabel('Email or username'), username);
  await type(page.getByLabel('Password', { exact: true }), password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

test('a fan logs in, sees Home, and stays logged out after logging out', async ({ page, mock }) => {
  const fan = await mock.makeFan({ balance: 150.5 });
  await logInAs(page, fan.username, fan.password);
  await page.waitForURL('**/home');
  await page.goto('/user/account');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.waitForURL('**/auth/login');
  const cookies = async () => (await page.context().cookies()).map((cookie) => cookie.name);
  await expect.poll(cookies).not.toContain('token');
  await page.goto('/home');
  await page.waitForURL(/\/auth\/login/);
});

test('a creator logs in and is taken to their page', async ({ page, mock }) => {
  const creator = await mock.makeCreator();
  await logInAs(page, creator.username, creator.password);
  await page.waitForURL(`**/${creator.username}`);
  await expect(page.getByRole('heading', { level: 1, name: /Mira Okafor/ })).toBeVisible();
});

test('a wrong password shows the backend’s message', async ({ page, mock, expectRefused }) => {
  expectRefused(422, '/auth/login');
  const { username } = await mock.makeFan();
  await logInAs(page, username, 'not-the-password');
  await expect(page.getByText('Your password is incorrect')).toBeVisible();
});

test('a new fan signs up and is told to check their email', async ({ page }) => {
  const username = `newcomer${Date.now().toString(36)}`;
  await page.goto('/auth/fan-register');
  await fillFanSignUp(page, { name: 'Robin Vale', username });
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible();
});

for (const address of ['/', '/creator', '/search?q=mira']) {
  test(`${address} opens as for a guest if the cookie has an invalid token`, async ({ page, mock, expectRefused }) => {
    expectRefused(403, '/');
    const { token: dead } = await mock.makeFan();
    await mock.control('/tokens/kill', { token: dead });
    await page.context().addCookies([{ name: 'token', value: dead, url: test.info().project.use.baseURL ?? '' }]);
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Log in' }).filter({ visible: true }).first()).toBeVisible();
  });
}

test('after the token expires, the next page leads to login and remembers where to return', async ({
  page,
  context,
  baseURL,
  mock,
  expectRefused,
}) => {
  expectRefused(403, '/');
  const fan = await mock.makeFan({ balance: 20 });
  await enterAs(context, baseURL, fan);
  await page.goto('/home');
  await mock.control('/tokens/kill', { token: fan.token });
  await page.goto('/user/addresses');
  await page.waitForURL(/\/auth\/login\?returnTo=%2Fuser%2Faddresses/);
});

test('text typed after the token expired is restored after login, and no raw error is shown', async ({
  page,
  context,
  baseURL,
  mock,
  expectRefused,
}) => {
  expectRefused(403, '/');
  const [fan, creator] = [await mock.makeFan(), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  const post = `/post/${creator.feeds[0]?.slug}`;
  // Blocks the page's own requests, so that the comment is the first to be rejected.
  await page.route(/counting-not-read-messages|notifications\?/, () => undefined);
  await page.goto(post);
  await type(page.getByLabel('Your comment'), 'Such a calm light, and so early');
  await mock.control('/tokens/kill', { token: fan.token });
  await page.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(page.getByText('Please login!')).toBeVisible();
  for (const words of ['Forbidden resource', 'another tab']) await expect(page.getByText(words)).toHaveCount(0);
  await page.getByRole('link', { name: 'Log in to comment' }).click();
  await type(page.getByLabel('Email or username'), fan.username);
  await type(page.getByLabel('Password', { exact: true }), fan.password);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.waitForURL(`**${post}`);
  await expect(page.getByLabel('Your comment')).toHaveValue('Such a calm light, and so early');
});
