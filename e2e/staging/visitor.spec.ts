import { expect, open, openCreator, test } from './fixtures';

test('a guest finds a creator and reads public content', async ({ page }) => {
  await open(page, '/');
  await openCreator(page);
  await open(page, '/search?q=a');
});

test('pages that need an account send a guest to the login page', async ({ page }) => {
  for (const path of ['/home', '/wallet', '/messages', '/user/account']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth\/login/);
  }
});
