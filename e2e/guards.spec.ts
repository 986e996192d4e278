import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { APIRequestContext } from '@playwright/test';
import { demoToken, postPath } from './accounts';
import { expect, test } from './fixtures';

/**
 * The viewers who can open a page, which decides the status or redirect for each kind of viewer. Source: specification 2.
 * - `all`: everyone. `door`: guests; others are sent to their home.
 * - `operator`: operators; to all other accounts it does not exist.
 * - `session`: needs a session. `creator`: creators; fans are sent to their home. `fan`: creators have a page of their own.
 */
type Rule = 'all' | 'door' | 'session' | 'fan' | 'creator' | 'operator';

const pages: Record<string, [rule: Rule, address: string]> = {
  '404': ['all', '/404'],
  '[profileId]': ['all', '/miraokafor'],
  'admin/index': ['operator', '/admin'],
  'admin/announcements': ['operator', '/admin/announcements'],
  'admin/categories': ['operator', '/admin/categories'],
  'admin/countries': ['operator', '/admin/countries'],
  'admin/coupons': ['operator', '/admin/coupons'],
  'admin/jobs': ['operator', '/admin/jobs'],
  'admin/log': ['operator', '/admin/log'],
  'admin/operators': ['operator', '/admin/operators'],
  'admin/pages/[slug]': ['operator', '/admin/pages/about'],
  'admin/pages/index': ['operator', '/admin/pages'],
  'admin/search': ['operator', '/admin/search'],
  'admin/settings': ['operator', '/admin/settings'],
  'admin/people/[id]': ['operator', '/admin/people/f00000000000000000000001'],
  'admin/people/index': ['operator', '/admin/people'],
  'admin/review/[id]': ['operator', '/admin/review/f00000000000000000000001'],
  'admin/review/index': ['operator', '/admin/review'],
  'admin/payouts': ['operator', '/admin/payouts'],
  'admin/reports/index': ['operator', '/admin/reports'],
  'admin/reports/[id]': ['operator', '/admin/reports/f00000000000000000000001'],
  'admin/appeals/index': ['operator', '/admin/appeals'],
  'admin/appeals/[id]': ['operator', '/admin/appeals/f00000000000000000000001'],
  'admin/content/index': ['operator', '/admin/content'],
  'admin/content/[kind]/[id]': ['operator', '/admin/content/feed/f00000000000000000000001'],
  'admin/refunds/index': ['operator', '/admin/refunds'],
  'admin/refunds/[id]': ['operator', '/admin/refunds/f00000000000000000000001'],
  'admin/disputes': ['operator', '/admin/disputes'],
  'admin/orders/index': ['operator', '/admin/orders'],
  'admin/orders/[id]': ['operator', '/admin/orders/f00000000000000000000001'],
  'admin/payments/index': ['operator', '/admin/payments'],
  'admin/payments/[id]': ['operator', '/admin/payments/f00000000000000000000001'],
  'admin/reconciliation': ['operator', '/admin/reconciliation'],
  'auth/creator-register': ['door', '/auth/creator-register'],
  'auth/email-change': ['all', '/auth/email-change'],
  'auth/email-revert': ['all', '/auth/email-revert'],
  'auth/email-verified': ['all', '/auth/email-verified'],
  'auth/end-session': ['all', '/auth/end-session'],
  'auth/unsubscribe': ['all', '/auth/unsubscribe'],
  'auth/email-verified-success': ['all', '/auth/email-verified-success'],
  'auth/fan-register': ['door', '/auth/fan-register'],
  'auth/forgot-password': ['all', '/auth/forgot-password'],
  'auth/google/callback': ['all', '/auth/google/callback'],
  'auth/login': ['door', '/auth/login'],
  'auth/register': ['door', '/auth/register'],
  'auth/reset-password': ['all', '/auth/reset-password'],
  'auth/twitter/callback': ['all', '/auth/twitter/callback'],
  'auth/verification': ['all', '/auth/verification'],
  cart: ['all', '/cart'],
  contact: ['all', '/contact'],
  'creator/account': ['creator', '/creator/account'],
  'creator/banking': ['creator', '/creator/banking'],
  'creator/blacklist': ['creator', '/creator/blacklist'],
  'creator/block-countries': ['creator', '/creator/block-countries'],
  'creator/dashboard': ['creator', '/creator/dashboard'],
  'creator/earning': ['creator', '/creator/earning'],
  'creator/index': ['all', '/creator'],
  'creator/live': ['creator', '/creator/live'],
  'creator/my-follower': ['creator', '/creator/my-follower'],
  'creator/my-order/[id]': ['creator', '/creator/my-order/f00000000000000000000001'],
  'creator/my-order/index': ['creator', '/creator/my-order'],
  'creator/payout-request/create': ['creator', '/creator/payout-request/create'],
  'creator/payout-request/index': ['creator', '/creator/payout-request'],
  'creator/payout-request/update/[id]': ['creator', '/creator/payout-request/update/f00000000000000000000001'],
  'creator/refunds': ['creator', '/creator/refunds'],
  'creator/my-post/create': ['creator', '/creator/my-post/create'],
  'creator/my-post/edit/[id]': ['creator', '/creator/my-post/edit/f00000000000000000000001'],
  'creator/my-post/index': ['creator', '/creator/my-post'],
  'creator/my-gallery/create': ['creator', '/creator/my-gallery/create'],
  'creator/my-gallery/index': ['creator', '/creator/my-gallery'],
  'creator/my-gallery/update/[id]': ['creator', '/creator/my-gallery/update/f00000000000000000000001'],
  'creator/my-store/create': ['creator', '/creator/my-store/create'],
  'creator/my-store/index': ['creator', '/creator/my-store'],
  'creator/my-store/update/[id]': ['creator', '/creator/my-store/update/f00000000000000000000001'],
  'creator/my-photo/index': ['creator', '/creator/my-photo'],
  'creator/my-photo/update/[id]': ['creator', '/creator/my-photo/update/f00000000000000000000001'],
  'creator/my-photo/upload': ['creator', '/creator/my-photo/upload'],
  'creator/my-video/bulk-upload': ['creator', '/creator/my-video/bulk-upload'],
  'creator/my-video/index': ['creator', '/creator/my-video'],
  'creator/my-video/update/[id]': ['creator', '/creator/my-video/update/f00000000000000000000001'],
  'creator/my-video/upload': ['creator', '/creator/my-video/upload'],
  'creator/my-subscriber': ['creator', '/creator/my-subscriber'],
  home: ['session', '/home'],
  index: ['door', '/'],
  licences: ['all', '/licences'],
  'messages/[[...conversation]]': ['session', '/messages'],
  'notification/index': ['session', '/notification'],
  'notification/removed': ['session', '/notification/removed'],
  'page/[id]': ['all', '/page/about'],
  'payment/cancel': ['session', '/payment/cancel'],
  'payment/receipt/[id]': ['session', '/payment/receipt/f00000000000000000000001'],
  'payment/success': ['session', '/payment/success'],
  'post/[id]': ['all', '/post/*kiln-thursday'],
  'video/[id]': ['all', '/video/noor-video-welcome-to-the-table'],
  'gallery/[id]': ['all', '/gallery/noor-gallery-year-of-flowers'],
  'product/[id]': ['all', '/product/noor-product-tracing-booklet'],
  status: ['all', '/status'],
  'streaming/[username]': ['all', '/streaming/miraokafor'],
  'streaming/index': ['all', '/streaming'],
  search: ['all', '/search?q=kiln'],
  'user/account': ['fan', '/user/account'],
  'user/addresses': ['session', '/user/addresses'],
  'user/developer': ['session', '/user/developer'],
  'user/bookmarks': ['session', '/user/bookmarks'],
  'user/cards': ['session', '/user/cards'],
  'user/following': ['session', '/user/following'],
  'user/my-subscription': ['session', '/user/my-subscription'],
  'user/payment-history': ['session', '/user/payment-history'],
  'user/orders/[id]': ['session', '/user/orders/f00000000000000000000001'],
  'user/orders/index': ['fan', '/user/orders'],
  'user/purchased-content': ['session', '/user/purchased-content'],
  'user/wallet-transaction': ['session', '/user/wallet-transaction'],
  wallet: ['session', '/wallet'],
};

/** Files that are not pages, or only for machines. */
const besides = [
  '_app',
  '_document',
  '_error',
  'manifest.webmanifest',
  'robots.txt',
  '.well-known/security.txt',
  'offline.html',
  'sitemap.xml',
  'sitemap/[part]',
];

/** Pages that exist only in development, not in a built site. */
const onlyInDevelopment = ['gallery'];

/** Where creators are redirected, if it is not the same path under `/creator/`. */
const creatorPlaces: Partial<Record<string, string>> = { '/user/orders': '/creator/my-order' };

const homes = { fan: '/home', creator: '/demo-creator', operator: '/home' } as const;
type Reader = 'visitor' | keyof typeof homes;

function expectedFor(rule: Rule, reader: Reader, address: string): { status: number; location?: string } {
  const toLogin = { status: 302, location: `/auth/login?returnTo=${encodeURIComponent(address)}` };
  if (reader === 'visitor') return rule !== 'all' && rule !== 'door' ? toLogin : { status: 200 };
  if (rule === 'operator') return { status: reader === 'operator' ? 200 : 404 };
  if (rule === 'creator' && reader !== 'creator') return { status: 302, location: `${homes.fan}?notice=creators-only` };
  if (rule === 'creator' && reader === 'fan') return { status: 302, location: `${homes.fan}?notice=creators-only` };
  if (rule === 'fan' && reader === 'creator')
    return { status: 302, location: creatorPlaces[address] ?? address.replace('/user/', '/creator/') };
  // A fan's account cannot become a creator's, which the notice explains.
  const notice = reader !== 'creator' && address === '/auth/creator-register' ? '?notice=fan-account' : '';
  return rule === 'door' ? { status: 302, location: `${homes[reader]}${notice}` } : { status: 200 };
}

async function ask(request: APIRequestContext, address: string, token: string | undefined) {
  const reply = await request.get(address, {
    maxRedirects: 0,
    headers: token === undefined ? {} : { cookie: `token=${token}` },
  });
  const { location } = reply.headers();
  return { status: reply.status(), ...(location === undefined ? {} : { location }) };
}

test('the table of guards lists every page of the site', () => {
  const root = path.join(import.meta.dirname, '..', 'pages');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => file.replace(/\.tsx?$/, '').replaceAll(path.sep, '/'));
  expect(files.toSorted()).toEqual([...Object.keys(pages), ...besides, ...onlyInDevelopment].toSorted());
});

for (const reader of ['visitor', 'fan', 'creator', 'operator'] as const) {
  test(`each page responds to ${reader === 'operator' ? 'an' : 'a'} ${reader} as its guard says`, async ({
    request,
  }) => {
    const token = reader === 'visitor' ? undefined : await demoToken(request, `demo-${reader}`);
    for (const [file, [rule, pattern]] of Object.entries(pages)) {
      const address = pattern.includes('*') ? await postPath(request, pattern.split('*')[1] ?? '') : pattern;
      const expected = file === '404' ? { status: 404 } : expectedFor(rule, reader, address);
      expect({ file, ...(await ask(request, address, token)) }).toEqual({ file, ...expected });
    }
  });
}

test('a development-only page is missing from a built site', async ({ request }) => {
  for (const file of onlyInDevelopment)
    expect({ file, ...(await ask(request, `/${file}`, undefined)) }).toEqual({ file, status: 404 });
});

test('I-11: a forged token opens no page for members, and a forged role cookie no page for creators', async ({
  request,
}) => {
  const forged = 'a'.repeat(43);
  const asForger = await request.get('/home', { maxRedirects: 0, headers: { cookie: `token=${forged}` } });
  expect([asForger.status(), asForger.headers()['location']]).toEqual([
    302,
    '/auth/login?returnTo=%2Fhome&notice=session-ended',
  ]);
  const token = await demoToken(request, 'demo-fan');
  const cookie = `token=${token}; role=performer`;
  const studio = await request.get('/creator/earning', { maxRedirects: 0, headers: { cookie } });
  expect([studio.status(), studio.headers()['location']]).toEqual([302, '/home?notice=creators-only']);
});
