import type { BrowserContext, Page } from '@playwright/test';
import { choosePlan, openTopUp, getSheet } from '../payments';
import { waitForHydration } from '../hydration';
import { expect, test, type, type Watch } from './fixtures';
import { enterAs, type Account, type Creator, type Mock } from './mock';

/**
 * Promises M-18: if the response to a payment is lost, the app looks up the payment. These backends would charge again if the
 * call were repeated.
 */
interface Purchase {
  what: string;
  path: string;
  /**
   * Paid by card, not from the wallet. Skipped for gateways with their own page, which charge nothing before the payer has been
   * there.
   */
  byCard?: true;
  prepare?(mock: Mock, fan: Account, creator: Creator): Promise<void>;
  press(page: Page, creator: Creator): Promise<void>;
  done: RegExp;
}

const purchases: Purchase[] = [
  {
    what: 'a tip',
    path: '/wallet/charges/tip/*',
    async press(page, creator) {
      await page.goto(`/${creator.username}`);
      await page.getByRole('button', { name: 'Send a tip' }).first().click();
      await getSheet(page).getByRole('button', { name: 'Send $5.00' }).click();
    },
    done: /You tipped .+ \$5\.00/,
  },
  {
    what: 'an unlocked post',
    path: '/wallet/charges/feed/*',
    async press(page, creator) {
      await page.goto(`/post/${creator.feeds[2]?.slug}`);
      await page.getByRole('button', { name: 'Unlock for $12.50' }).first().click();
      await getSheet(page).getByRole('button', { name: 'Unlock for $12.50' }).click();
    },
    done: /yours/i,
  },
  {
    what: 'a top-up',
    path: '/payment/wallet/top-up',
    byCard: true,
    async press(page) {
      const sheet = await openTopUp(page);
      await type(sheet.getByLabel('Or your own amount'), '20');
      await sheet.getByRole('button', { name: 'Top up for $20.00' }).click();
    },
    done: /\$20\.00 was added to your wallet/,
  },
  {
    what: 'a subscription',
    path: '/payment/subscribe/performers',
    byCard: true,
    async press(page, creator) {
      await page.goto(`/${creator.username}`);
      const sheet = await choosePlan(page, /Monthly/, 'Subscribe for $9.95');
      await sheet.getByRole('button', { name: 'Subscribe for $9.95' }).click();
    },
    done: /You’re in|for subscribers is open/,
  },
  {
    what: 'a paid message',
    path: '/wallet/charges/message/*',
    async prepare(mock, fan, creator) {
      await mock.control('/subscriptions', { fanId: fan._id, creatorId: creator._id });
      await mock.control('/messages', { from: creator._id, to: fan._id, text: 'For you', isSale: true, price: 5 });
    },
    async press(page) {
      await page.goto('/messages');
      await page.getByRole('link', { name: /Mira Okafor/ }).click();
      await page.getByRole('log').getByRole('button', { name: 'Unlock for $5.00' }).click();
      await getSheet(page).getByRole('button', { name: 'Unlock for $5.00' }).click();
    },
    done: /yours|unlocked/i,
  },
];

async function expectOne(mock: Mock, fan: Account): Promise<void> {
  const count = async () => {
    const { charges, transactions } = await mock.readBooks(fan);
    return charges.length + transactions.length;
  };
  await expect.poll(count).toBe(1);
}

async function expectSentOnce(mock: Mock, path: string): Promise<void> {
  const sent = (await mock.readLog()).filter(
    (call) => call.method === 'POST' && call.path.startsWith(path.replace('*', '')),
  );
  expect(sent).toHaveLength(1);
}

interface Begun {
  context: BrowserContext;
  baseURL: string | undefined;
  mock: Mock;
  refusals: Watch;
}

async function begin({ context, baseURL, mock, refusals }: Begun): Promise<{ fan: Account; creator: Creator }> {
  const [fan, creator] = [await mock.makeFan({ balance: 150.5, card: '4242' }), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  refusals.expectLost(mock.url);
  return { fan, creator };
}

for (const { what: whatItIs, path, byCard, prepare, press, done } of purchases) {
  // playwright.config.ts (`notBefore`) skips tests by these titles, in variants without saved cards or paid messages.
  const what = byCard ? `${whatItIs} by card` : whatItIs;
  test(`M-18: ${what} whose response is lost is found, and charged only once`, async ({
    page,
    context,
    baseURL,
    mock,
    refusals,
  }) => {
    const { fan, creator } = await begin({ context, baseURL, mock, refusals });
    await prepare?.(mock, fan, creator);
    await mock.arm({ kind: 'lost', method: 'POST', path, personId: fan._id });
    await press(page, creator);
    await expect(getSheet(page).getByText(done).first()).toBeVisible();
    await expectOne(mock, fan);
    await expectSentOnce(mock, path);
  });

  test(
    `M-18: ${what} whose page is reloaded, left and opened again is charged once`,
    { tag: '@full' },
    async ({ page, context, baseURL, mock, refusals }) => {
      const { fan, creator } = await begin({ context, baseURL, mock, refusals });
      await prepare?.(mock, fan, creator);
      await mock.arm({ kind: 'slow', method: 'POST', path, personId: fan._id, ms: 3_000 });
      // The dialog first requests the current price, which charges nothing.
      const isSent = page.waitForRequest(
        (request) => request.method() === 'POST' && new URL(request.url()).pathname.startsWith(path.replace('*', '')),
      );
      await press(page, creator);
      await expect(getSheet(page)).toContainText(/Paying|Saving/);
      await isSent;
      await page.reload();
      await expect(getSheet(page).getByText(done).first()).toBeVisible();
      const beside = await context.newPage();
      await beside.goto(page.url());
      await expect(beside.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await waitForHydration(beside);
      await beside.waitForLoadState('networkidle');
      await expect(beside.getByRole('dialog')).toHaveCount(0);
      await beside.close();
      await page.goBack();
      await page.goForward();
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached();
      await waitForHydration(page);
      await page.waitForLoadState('networkidle');
      await expectOne(mock, fan);
      await expectSentOnce(mock, path);
    },
  );
}

test(
  'M-18: a payment that never arrived is not repeated, and its dialog stays closed',
  { tag: '@full' },
  async ({ page, context, baseURL, mock, refusals }) => {
    const { fan, creator } = await begin({ context, baseURL, mock, refusals });
    const [tip] = purchases;
    await mock.arm({ kind: 'dropped', method: 'POST', path: tip!.path, personId: fan._id, times: 20 });
    await tip!.press(page, creator);
    await expect(page.getByRole('button', { name: 'Look again' })).toBeVisible();
    await expect(getSheet(page)).toContainText('Look there before you pay again.');
    await getSheet(page).getByRole('button', { name: 'Close' }).click();
    await page.goto('/wallet');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await waitForHydration(page);
    await page.waitForLoadState('networkidle');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const { balance, charges } = await mock.readBooks(fan);
    expect({ balance, charges }).toEqual({ balance: 150.5, charges: [] });
  },
);
