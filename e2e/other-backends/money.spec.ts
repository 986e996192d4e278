import type { Page } from '@playwright/test';
import { getBalance, choosePlan, openTopUp, getSheet } from '../payments';
import { expect, test, type } from './fixtures';
import { enterAs, type Account, type Mock } from './mock';

async function expectBooks(mock: Mock, fan: Account, wanted: { balance: number; charges: number[] }): Promise<void> {
  const { balance, charges } = await mock.readBooks(fan);
  expect({ balance, charges: charges.map(({ totalPrice }) => totalPrice) }).toEqual(wanted);
}

/** Does nothing in API variants that do not redirect to the gateway. */
async function payAtGateway(page: Page, price: string): Promise<void> {
  await page.waitForURL(/\/gateway\//);
  await expect(page.getByRole('heading', { name: `Pay ${price}` })).toBeVisible();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await page.waitForURL(/\/payment\/success\?transactionId=/);
}

test('a fan with 150.50 in the wallet unlocks a post, which stays unlocked', async ({
  page,
  context,
  baseURL,
  mock,
}) => {
  const [fan, creator] = [await mock.makeFan({ balance: 150.5 }), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/post/${creator.feeds[2]?.slug}`);
  await page.getByRole('button', { name: 'Unlock for $12.50' }).first().click();
  const sheet = getSheet(page);
  await expect(sheet).toContainText('$150.50');
  await sheet.getByRole('button', { name: 'Unlock for $12.50' }).click();
  await expect(sheet.getByRole('heading', { name: 'Unlocked' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Unlock for/ })).toHaveCount(0);
  await expectBooks(mock, fan, { balance: 138, charges: [12.5] });
  await page.goto('/wallet');
  await expect(getBalance(page)).toContainText('$138.00');
  await page.goto(`/post/${creator.feeds[2]?.slug}`);
  await expect(page.getByRole('button', { name: /^Unlock for/ })).toHaveCount(0);
});

test('a fan with 150.50 in the wallet tips a creator', async ({ page, context, baseURL, mock }) => {
  const [fan, creator] = [await mock.makeFan({ balance: 150.5 }), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/${creator.username}`);
  await page.getByRole('button', { name: 'Send a tip' }).first().click();
  const sheet = getSheet(page);
  await type(sheet.getByLabel('Or your own amount'), '7.25');
  await sheet.getByRole('button', { name: 'Send $7.25' }).click();
  await expect(sheet.getByText('You tipped Mira Okafor $7.25.')).toBeVisible();
  await expectBooks(mock, fan, { balance: 143.25, charges: [7.25] });
  await page.goto('/wallet');
  await expect(getBalance(page)).toContainText('$143.25');
});

test('the error for a low balance is shown, whatever its format, and nothing is charged', async ({
  page,
  context,
  baseURL,
  mock,
  expectRefused,
}) => {
  for (const status of [422, 500]) expectRefused(status, '/wallet/charges/');
  const [fan, creator] = [await mock.makeFan({ balance: 50 }), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/${creator.username}`);
  await page.getByRole('button', { name: 'Send a tip' }).first().click();
  const sheet = getSheet(page);
  await expect(sheet.getByRole('button', { name: 'Send $5.00' })).toBeEnabled();
  await mock.control('/people', { id: fan._id, balance: 1 });
  await sheet.getByRole('button', { name: 'Send $5.00' }).click();
  await expect(sheet).toContainText(/not enough|enough balance|short|top up/i);
  await expect(sheet).not.toContainText(/charged once at most/i);
  await expectBooks(mock, fan, { balance: 1, charges: [] });
});

test('a wallet is topped up in the way the backend requires', async ({ page, context, baseURL, mock, profile }) => {
  const fan = await mock.makeFan({ balance: 150.5, card: '4242' });
  await enterAs(context, baseURL, fan);
  const sheet = await openTopUp(page);
  await type(sheet.getByLabel('Or your own amount'), '20');
  await sheet.getByRole('button', { name: /^Top up for \$20\.00|^Continue/ }).click();
  if (profile.gateway === 'ccbill') await payAtGateway(page, '$20.00');
  else await expect(sheet.getByText('$20.00 was added to your wallet.')).toBeVisible();
  await page.goto('/wallet');
  await expect(getBalance(page)).toContainText('$170.50');
  const { transactions } = await mock.readBooks(fan);
  expect(transactions.map(({ status, totalPrice }) => ({ status, totalPrice }))).toEqual([
    { status: 'success', totalPrice: 20 },
  ]);
});

test('a fan subscribes in the way the backend requires, and locked posts open', async ({
  page,
  context,
  baseURL,
  mock,
  profile,
}) => {
  const [fan, creator] = [await mock.makeFan({ card: '4242' }), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/${creator.username}`);
  const sheet = await choosePlan(page, /Monthly/, 'Subscribe for $9.95');
  // This backend would ignore a coupon and charge the full price.
  await expect(sheet.getByRole('button', { name: 'I have a coupon' })).toHaveCount(0);
  await sheet.getByRole('button', { name: /^Subscribe for \$9\.95|^Continue/ }).click();
  if (profile.gateway === 'ccbill') await payAtGateway(page, '$9.95');
  else await expect(sheet.getByText('You’re in')).toBeVisible();
  const { transactions, subscriptions } = await mock.readBooks(fan);
  expect(transactions).toHaveLength(1);
  expect(subscriptions).toMatchObject([{ status: 'active', subscriptionType: 'monthly' }]);
  await page.goto(`/${creator.username}`);
  await expect(page.getByText('You are subscribed').first()).toBeAttached();
  await page.goto('/user/my-subscription');
  await expect(page.getByRole('listitem').filter({ hasText: 'Mira Okafor' })).toContainText('Renews on');
});

test('a renewing subscription is shown differently from one that ends, and can be canceled', async ({
  page,
  context,
  baseURL,
  mock,
}) => {
  const [fan, creator, other] = [
    await mock.makeFan(),
    await mock.makeCreator(),
    await mock.makeCreator({ name: 'Jonas Reed' }),
  ];
  await mock.control('/subscriptions', { fanId: fan._id, creatorId: creator._id, status: 'active' });
  await mock.control('/subscriptions', { fanId: fan._id, creatorId: other._id, status: 'deactivated' });
  await enterAs(context, baseURL, fan);
  await page.goto('/user/my-subscription');
  await expect(page.getByRole('button', { name: /^Cancel Mira Okafor/ })).toBeVisible();
  await expect(page.getByText('Nothing renews')).toHaveCount(0);
  await page.getByRole('button', { name: /^Cancel Mira Okafor/ }).click();
  await getSheet(page).getByRole('button', { name: 'Cancel subscription' }).click();
  await expect.poll(async () => (await mock.readBooks(fan)).subscriptions[0]?.status).toBe('deactivated');
  await page.goto('/user/my-subscription?show=ending');
  await expect(page.getByRole('listitem').filter({ hasText: 'Jonas Reed' })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: 'Mira Okafor' })).toBeVisible();
  // Compatible backends cannot undo a cancellation.
  await expect(page.getByRole('button', { name: /^Renew/ })).toHaveCount(0);
});

test('a wallet that is too low is topped up first; with CCBill, the fan then comes back to unlock', async ({
  page,
  context,
  baseURL,
  mock,
  profile,
}) => {
  const [fan, creator] = [await mock.makeFan({ balance: 1, card: '4242' }), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/post/${creator.feeds[2]?.slug}`);
  await page.getByRole('button', { name: 'Unlock for $12.50' }).first().click();
  const sheet = getSheet(page);
  await expect(sheet.getByText('You’re $11.50 short.')).toBeVisible();
  if (profile.gateway === 'ccbill') {
    await expect(sheet.getByText('Come back here afterwards to unlock.')).toBeVisible();
    await sheet.getByRole('button', { name: 'Top up $12.00', exact: true }).click();
    await payAtGateway(page, '$12.00');
    await page.goto(`/post/${creator.feeds[2]?.slug}`);
    await page.getByRole('button', { name: 'Unlock for $12.50' }).first().click();
    await sheet.getByRole('button', { name: 'Unlock for $12.50' }).click();
  } else await sheet.getByRole('button', { name: 'Top up $12.00 and unlock' }).click();
  await expect(sheet.getByRole('heading', { name: 'Unlocked' })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Unlock for/ })).toHaveCount(0);
  await expectBooks(mock, fan, { balance: 0.5, charges: [12.5] });
});

test('purchases and payments show only what this backend knows', async ({ page, context, baseURL, mock }) => {
  const [fan, creator] = [await mock.makeFan({ balance: 50 }), await mock.makeCreator()];
  const headers = { Authorization: fan.token };
  await page.request.post(`${mock.url}/wallet/charges/feed/${creator.feeds[2]?._id}`, { headers });
  await page.request.post(`${mock.url}/wallet/charges/tip/${creator._id}`, { headers, data: { price: 5 } });
  await enterAs(context, baseURL, fan);
  await page.goto('/user/purchased-content');
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(page.getByRole('article').getByRole('link', { name: 'For sale: the print' })).toBeVisible();
  await expect(page.getByRole('searchbox', { name: 'Search purchases' })).toHaveCount(0);
  await page.goto('/user/wallet-transaction');
  await expect(page.getByRole('row').filter({ hasText: 'Tip' })).toContainText('−$5.00');
  await expect(page.getByText('balance after')).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Balance after' })).toHaveCount(0);
  await expect(page.getByLabel('Amount')).toHaveCount(0);
});
