import { expect, open, openCreator, test } from './fixtures';

test('a stranger finds a creator and reads what is open', async ({ page }) => {
  await open(page, '/');
  await openCreator(page);
  await open(page, '/search?q=a');
});

test('pages of an account lead a stranger to the log-in', async ({ page }) => {
  for (const path of ['/home', '/wallet', '/messages', '/user/account']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/auth\/login/);
  }
});
