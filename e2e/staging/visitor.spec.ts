import { expect, open, openCreator, test } from './fixtures';

test('a guest finds a creator and reads public content', async ({ page }) => {
  await open(page, '/');
  await openCreator(page);
  await open(page, '/search?q=a');
});

test('pages of an account lead a guest to the login', async ({ page }) => {
  for (const path of ['/home', '/wallet', '/messages', '/user/account']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth\/login/);
  }
});
