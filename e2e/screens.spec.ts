import type { BrowserContext, Page } from '@playwright/test';
import { demoToken, enter, postPath } from './accounts';
import { expect, expectAccessible, test as base } from './fixtures';
import { findMarkupErrors } from './markup';
import { waitForHydration } from './hydration';
import { viewports } from './viewports';

/** Pages by kind of viewer, with the text of their `h1`. A path may end in `*<ending>`: the post whose slug ends so. */
type Screen = [address: string, heading: string | RegExp];

const strangers: Screen[] = [
  ['/', /Pay the people/],
  ['/creator', 'Find someone to follow'],
  ['/creator?q=botanical', 'Find someone to follow'],
  ['/creator?q=nobody-makes-this', 'Find someone to follow'],
  ['/creator?country=GB&only=trial', 'Find someone to follow'],
  ['/demo-creator', /Noor Adeyemi/],
  ['/demo-creator?show=poll', /Noor Adeyemi/],
  ['/demo-creator?tab=about', /Noor Adeyemi/],
  ['/post/*fourteen-stages', /all the stages/],
  ['/post/*brush-care', /./],
  ['/post/*why-i-post-failures', /./],
  ['/post/*next-plant-poll', /./],
  ['/post/*throwing-film', /./],
  ['/demo-creator?tab=video', /Noor Adeyemi/],
  ['/video/noor-video-fern-masterclass', /Leaves that turn away/],
  ['/gallery/mira-gallery-commission', /A dinner service/],
  ['/product/noor-product-tracing-booklet', /Line drawings/],
  ['/demo-creator?tab=product', /Noor Adeyemi/],
  ['/streaming', 'Live now'],
  ['/streaming/demo-creator', /Noor Adeyemi/],
  ['/search', 'Search'],
  ['/search?q=paper', 'Results for “paper”'],
  ['/search?q=nobody-wrote-this', 'Results for “nobody-wrote-this”'],
  ['/page/about', /About/],
  ['/page/terms-of-service', /Terms/],
  ['/page/privacy-policy', /Privacy/],
  ['/page/accessibility', 'Accessibility'],
  ['/licences', 'Licences'],
  ['/contact', 'Help and contact'],
  ['/auth/login', /./],
  ['/auth/register', /./],
  ['/auth/fan-register', /./],
  ['/auth/creator-register', /./],
  ['/auth/forgot-password', /./],
  ['/auth/reset-password', /./],
  ['/auth/verification', /./],
  ['/auth/email-verified-success', /./],
  ['/auth/email-verified?token=made-up', 'This link has expired'],
  ['/auth/end-session', 'This link has expired'],
  ['/nobody-is-called-this', 'Page not found'],
];

const fans: Screen[] = [
  ['/home', 'Home'],
  ['/home?show=audio', 'Home'],
  ['/streaming', 'Live now'],
  ['/streaming/demo-creator', /Noor Adeyemi/],
  ['/creator', 'Find someone to follow'],
  ['/miraokafor', /Mira Okafor/],
  ['/demo-creator', /Noor Adeyemi/],
  ['/post/*kiln-thursday', /./],
  ['/post/*herbarium-pages', /./],
  ['/post/*tomato-sauce', /./],
  ['/post/*keepers-letters-two', /./],
  ['/post/*next-week-poll', /./],
  ['/demo-creator?tab=gallery', /Noor Adeyemi/],
  ['/gallery/noor-gallery-year-of-flowers', /A year of flowers/],
  ['/video/noor-video-welcome-to-the-table', /Welcome to the painting table/],
  ['/notification', 'Notifications'],
  ['/messages', 'Messages'],
  ['/wallet', 'Wallet'],
  ['/user/account', /./],
  ['/user/account?section=developer', /./],
  ['/user/developer', 'Developers'],
  ['/user/account?section=notifications', /./],
  ['/user/bookmarks', 'Saved'],
  ['/user/bookmarks?tab=creators', 'Saved'],
  ['/user/bookmarks?tab=gallery', 'Saved'],
  ['/user/following', 'Following'],
  ['/search?q=paper', 'Results for “paper”'],
  ['/user/cards', /./],
  ['/user/my-subscription', /./],
  ['/user/payment-history', /./],
  ['/user/purchased-content', 'Purchases'],
  ['/user/purchased-content?view=receipts', 'Purchases'],
  ['/user/purchased-content?kind=photo', 'Purchases'],
  ['/user/orders', 'Orders'],
  ['/user/orders?show=shipping', 'Orders'],
  ['/user/orders/000000000000000000000000', 'Order not found'],
  ['/search?q=bread', 'Results for “bread”'],
  ['/user/wallet-transaction', /./],
  ['/payment/success', /./],
  ['/payment/cancel', /./],
  ['/contact', 'Help and contact'],
  ['/nobody-is-called-this', 'Page not found'],
];

const creators: Screen[] = [
  ['/home', 'Hello, Noor'],
  ['/home?show=all', 'Home'],
  ['/creator/dashboard', 'Hello, Noor'],
  ['/creator/my-subscriber', 'Subscribers'],
  ['/creator/my-order', 'Orders'],
  ['/creator/my-order?show=all', 'Orders'],
  ['/creator/my-order/000000000000000000000000', 'Order not found'],
  ['/creator/my-subscriber?state=ended', 'Subscribers'],
  ['/demo-creator', /Noor Adeyemi/],
  ['/miraokafor', /Mira Okafor/],
  ['/post/*fourteen-stages', /all the stages/],
  ['/notification', 'Notifications'],
  ['/messages', 'Messages'],
  ['/creator/my-follower', 'Followers'],
  ['/creator/account', /./],
  ['/creator/account?section=block', /./],
  ['/creator/account?section=documents', /./],
  ['/creator/account?section=welcome', /./],
  ['/creator/blacklist', 'Blocked people'],
  ['/creator/block-countries', 'Blocked countries'],
  ['/creator/my-post', /./],
  ['/creator/my-post/create', /./],
  ['/creator/my-store', 'My products'],
  ['/creator/my-store/create', 'New product'],
  ['/creator/my-photo', 'My photos'],
  ['/creator/my-photo/upload', 'New photo'],
  ['/creator/my-video/bulk-upload', 'New videos'],
  ['/creator/my-video', 'My videos'],
  ['/creator/my-gallery', 'My galleries'],
  ['/creator/my-gallery/create', 'New gallery'],
  ['/creator/my-video/upload', 'New video'],
  ['/creator/earning', /./],
  ['/creator/payout-request', 'Payouts'],
  ['/creator/payout-request?status=rejected', 'Payouts'],
  ['/creator/payout-request/create', 'Request a payout'],
  ['/creator/payout-request/update/000000000000000000000000', 'Payout not found'],
  ['/creator/banking', 'Payout details'],
  ['/creator/live', 'Go live'],
  ['/notification/removed', 'Removed by the site'],
  ['/creator/refunds', 'Refund requests'],
  ['/creator/refunds?state=refused', 'Refund requests'],
];

const operators: Screen[] = [
  ['/admin/search', 'Search'],
  ['/admin/search?q=nobody-is-called-this', /Search for/],
  ['/admin/payouts', 'Payouts'],
  ['/admin/payouts?status=all', 'Payouts'],
  ['/admin/refunds', 'Refunds'],
  ['/admin/refunds?status=all', 'Refunds'],
  ['/admin/disputes', 'Disputes'],
  ['/admin/orders', 'Orders'],
  ['/admin/payments', 'Payments'],
  ['/admin/reconciliation', 'Reconciliation'],
  ['/admin', 'Overview'],
  ['/admin?period=last-month', 'Overview'],
  ['/admin/review', 'Creators to review'],
  ['/admin/people', 'People'],
  ['/admin/people?q=mira&kind=performer', 'People'],
  ['/admin/reports', 'Reports'],
  ['/admin/reports?status=all&target=feed', 'Reports'],
  ['/admin/appeals', 'Appeals'],
  ['/admin/appeals?status=all', 'Appeals'],
  ['/admin/content', 'Content'],
  ['/admin/content?status=published&kind=video', 'Content'],
  ['/admin/pages', 'Pages'],
  ['/admin/pages/about', 'About'],
  ['/admin/categories', 'Categories'],
  ['/admin/announcements', 'Announcements'],
  ['/admin/coupons', 'Coupons'],
  ['/admin/coupons?q=welcome', 'Coupons'],
  ['/admin/settings', 'Settings'],
  ['/admin/settings?group=money', 'Settings'],
  ['/admin/settings?q=tip', 'Settings'],
  ['/admin/countries', 'Closed countries'],
  ['/admin/jobs', 'Jobs'],
  ['/admin/operators', 'Operators'],
  ['/admin/log', 'Log'],
];

/** A quick run looks at both sizes of a page that it loads once. */
const isQuick = process.env['E2E_QUICK'] === '1';

/** Waits until the page is hydrated and has loaded all its data. */
async function expectLoaded(page: Page): Promise<void> {
  await waitForHydration(page);
  await expect(page.getByRole('main').getByText('Loading', { exact: true })).toHaveCount(0);
}

const mistakes = /\b(undefined|NaN|null|Invalid Date)\b|\[object /;

async function expectWhole(page: Page, heading: Screen[1]): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page).toHaveTitle(/\S/);
  await expectLoaded(page);
  await expect(page.getByRole('status').getByRole('alert')).toHaveCount(0);
  expect(await page.getByRole('main').innerText()).not.toMatch(mistakes);
}

async function expectAccessibleAtBothSizes(page: Page): Promise<void> {
  await expectAccessible(page, ['light']);
  await page.setViewportSize(viewports.phone);
  await expectLoaded(page);
  await expectAccessible(page, ['dark']);
}

/** With text at twice the size, a page may get longer but not wider. */
async function expectRoomForLargeText(page: Page): Promise<void> {
  const width = () =>
    page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      return document.scrollingElement?.scrollWidth;
    });
  await expect.poll(width).toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

const followed = new Set<string>();

/** On the notifications page, only reads links of the menu: what notifications link to may be deleted. */
async function readLinks(page: Page): Promise<Set<string>> {
  const hrefs = await page
    .locator(page.url().endsWith('/notification') ? 'nav a[href^="/"]' : 'a[href^="/"]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));
  return new Set(hrefs.map((one) => one.split('#')[0] ?? one));
}

async function expectNoDeadLink(page: Page, role: string): Promise<void> {
  const dead: string[] = [];
  for (const href of await readLinks(page)) {
    const key = `${role} ${href}`;
    if (followed.has(key)) continue;
    followed.add(key);
    const reply = await page.request.get(href);
    if (reply.status() >= 400) dead.push(href);
  }
  if (dead.length === 0) return;
  // Another test may have deleted the target; then the page no longer links to it.
  const stillLinked = async () => {
    await page.reload();
    await expectLoaded(page);
    const links = await readLinks(page);
    return dead.filter((href) => links.has(href));
  };
  await expect.poll(stillLinked, { message: `dead links on ${page.url()}` }).toEqual([]);
}

/** One tab for each kind of viewer, so that scripts are loaded and compiled only once. */
const contexts = new Map<string, BrowserContext>();

const test = base.extend<{ username: string }>({
  username: ['', { option: true }],
  context: async ({ browser, baseURL, request, username }, provide) => {
    let context = contexts.get(username);
    if (!context) {
      context = await browser.newContext();
      contexts.set(username, context);
      if (username) await enter(context, baseURL, await demoToken(request, username));
    }
    await provide(context);
  },
  page: async ({ context }, provide) => {
    const page = context.pages()[0] ?? (await context.newPage());
    await provide(page);
    await page.goto('about:blank');
  },
});

// These tests only read, so workers can run them in parallel.
test.describe.configure({ mode: 'parallel' });

const roles = [
  { role: 'stranger', username: '', screens: strangers },
  { role: 'fan', username: 'demo-fan', screens: fans },
  { role: 'creator', username: 'demo-creator', screens: creators },
  { role: 'operator', username: 'demo-operator', screens: operators },
];

for (const { role, username, screens } of roles) {
  test.describe(role, () => {
    test.use({ username });
    for (const [address, heading] of screens) {
      test(
        `${role}: ${address}`,
        { tag: address.includes('?') ? '@full' : [] },
        async ({ page, request, refusals }, { project }) => {
          if (address === '/nobody-is-called-this') refusals.expectRefusal(404, address);
          if (isQuick) await page.setViewportSize(viewports.desktop);
          const [start, ending] = address.split('*');
          const reply = await page.goto(ending ? await postPath(request, ending) : (start ?? address));
          expect(findMarkupErrors((await reply?.text()) ?? '')).toEqual([]);
          await expectWhole(page, heading);
          if (isQuick) await expectAccessibleAtBothSizes(page);
          else await expectAccessible(page);
          if (project.name === 'desktop') await expectNoDeadLink(page, role);
          if (isQuick || project.name === 'phone') await expectRoomForLargeText(page);
        },
      );
    }
  });
}
