import { enterAs } from './mock';
import { expect, test } from './fixtures';

const pages = {
  visitor: ['/', '/creator', '/search?q=mira', '/auth/login', '/auth/register', '/auth/fan-register', '/contact'],
  fan: [
    '/home',
    '/creator',
    '/search?q=mira',
    '/wallet',
    '/messages',
    '/notification',
    '/user/account',
    '/user/cards',
    '/user/addresses',
    '/user/payment-history',
    '/user/wallet-transaction',
    '/user/bookmarks',
    '/user/my-subscription',
    '/user/following',
    '/user/purchased-content',
    '/page/terms-of-service',
  ],
  creator: [
    '/home',
    '/messages',
    '/notification',
    '/creator/account',
    '/creator/blacklist',
    '/creator/block-countries',
    '/creator/dashboard',
    '/creator/my-post',
    '/creator/my-post/create',
    '/creator/my-subscriber',
    '/creator/my-follower',
    '/creator/earning',
    '/user/bookmarks',
  ],
} as const;

for (const [who, addresses] of Object.entries(pages)) {
  test(`every page of a ${who} opens by its URL`, async ({
    page,
    context,
    baseURL,
    mock,
    profile,
    refusals,
    expectRefused,
  }) => {
    // Compatible backends show popular searches only to creators.
    if (who === 'fan') expectRefused(403, '/search/list/keywords');
    // Pages of features that the backend lacks return 404, like unknown URLs.
    if (!profile.hasNotifications) refusals.expectRefusal(404, '/notification');
    if (who === 'fan') await enterAs(context, baseURL, await mock.makeFan({ balance: 150.5, card: '4242' }));
    if (who === 'creator') await enterAs(context, baseURL, await mock.makeCreator());
    for (const address of addresses) {
      await test.step(address, async () => {
        const reply = await page.goto(address);
        // The server must send the page complete, without waiting for the socket, which may never connect.
        expect(await reply?.text()).not.toContain('"status":"pending"');
        await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
        await page.waitForLoadState('networkidle');
      });
    }
  });
}
