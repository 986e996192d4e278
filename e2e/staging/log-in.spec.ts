import { logIn, open, test } from './fixtures';

test('a fan logs in, and the account’s pages are complete', async ({ page }) => {
  await logIn(page);
  const pages = ['/home', '/wallet', '/messages', '/user/cards', '/user/my-subscription', '/user/payment-history'];
  for (const path of [...pages, '/user/bookmarks', '/user/following', '/user/addresses', '/user/account']) {
    await open(page, path);
  }
});
