import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { enter, makeCreator, makeFan, makeOperator } from './accounts';
import { ageLogins, endPayoutRest, releaseIncome } from './backdate-rows';
import { expect, expectAccessible, test, type } from './fixtures';
import { ask, fillWallet, saveCard } from './payments';
import { takeShots } from './shots';

/** ux.md AD-2, AD-6, AD-8. */

async function makeSale(request: APIRequestContext, name: string) {
  const creator = await makeCreator(request, name);
  const post = { type: 'text', text: 'A long letter about ink.', isSale: true, price: 100, status: 'active' };
  const { _id } = await ask<{ _id: string }>(request, creator, 'POST', '/performer/feeds', post);
  const fan = await makeFan(request, 'Ada Fenn');
  await saveCard(request, fan);
  await fillWallet(request, fan, 120);
  const sale = await ask<{ _id: string }>(request, fan, 'POST', `/wallet/charges/feed/${_id}`, {});
  return { creator, fan, saleId: sale._id };
}

/** A creator who has requested $60 to her bank account. */
async function requestPayout(request: APIRequestContext, name: string) {
  const { creator } = await makeSale(request, name);
  await releaseIncome(creator.username);
  const { _id: performerId } = await ask<{ _id: string }>(request, creator, 'GET', '/performers/me');
  const bank = { performerId, firstName: 'Juno', lastName: 'Quill', bankName: 'Bank', bankAccount: 'IE29AIBK93115212345678', country: 'IE' }; // prettier-ignore
  await ask(request, creator, 'PUT', `/performers/${performerId}/banking-settings`, bank);
  await endPayoutRest(creator.username);
  await ask(request, creator, 'POST', '/payout-requests', { source: 'performer', requestTokens: 60 });
  return creator;
}

async function confirmIdentity(page: Page): Promise<void> {
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await type(proof.getByLabel('Current password', { exact: true }), 'a few words in a row');
  await proof.getByRole('button', { name: 'Continue' }).click();
}

/** A row of a table, or on phones a card. */
const getRow = (page: Page, text: string) =>
  page.getByRole('row').or(page.locator('.ant-card')).filter({ hasText: text }).first();

test('an accountant approves payouts, downloads the bank file and marks one as paid', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  // Two creators and their fans sign up, sell and buy first.
  test.slow();
  const [one, other] = [await requestPayout(request, 'Juno Quill'), await requestPayout(request, 'Leo Brandt')];
  const operator = await makeOperator(request, 'accountant');
  await enter(context, baseURL, operator.token);
  await page.goto('/admin/payouts');
  await expect(page.getByRole('heading', { level: 1, name: 'Payouts' })).toBeVisible();
  for (const { username } of [one, other]) await getRow(page, username).getByRole('checkbox').check();
  await expect(page.getByText('2 selected, $120.00.')).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'payouts');
  await page.getByRole('button', { name: 'Approve 2 payouts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Approve 2 payouts' });
  await expect(dialog.getByRole('row', { name: /^Waits for approval/ })).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'payouts-approve');
  await ageLogins(operator.username);
  refusals.expectRefusal(403, '/admin/payouts/approve');
  await dialog.getByRole('button', { name: 'Approve $120.00' }).click();
  await confirmIdentity(page);
  await expect(page.getByText('2 payouts approved')).toBeVisible();
  await expect(getRow(page, one.username)).toHaveCount(0);

  await page.goto('/admin/payouts?status=approved');
  await expect(getRow(page, one.username)).toBeVisible();
  await page.getByRole('button', { name: 'Bank file', exact: true }).click();
  const arriving = page.waitForEvent('download');
  await page.getByRole('dialog').getByRole('button', { name: 'Download bank file' }).click();
  const file = await readFile(await (await arriving).path(), 'utf8');
  expect(file).toContain('60.00,USD,Juno,Quill');
  await takeShots(page, 'payouts-to-pay');
  await page.getByRole('button', { name: 'Bank file', exact: true }).click();
  const again = page.getByRole('dialog', { name: 'Download the bank file again' });
  await expect(again.getByText(/^Already downloaded at/)).toBeVisible();
  await takeShots(page, 'bank-file-again');
  await again.getByRole('button', { name: 'Cancel' }).click();

  await getRow(page, one.username).getByRole('button', { name: 'Mark as paid' }).click();
  const paid = page.getByRole('dialog');
  await type(paid.getByLabel(/^Reference at the bank/), 'BANK-7');
  await takeShots(page, 'payouts-paid');
  await paid.getByRole('button', { name: 'Paid $60.00' }).click();
  await expect(page.getByText('Payout marked as paid')).toBeVisible();
  await getRow(page, other.username).getByRole('button', { name: 'Reject' }).click();
  const reject = page.getByRole('dialog');
  await type(reject.getByLabel(/reads$/), 'The account must be in your own name.');
  await reject.getByRole('button', { name: 'Reject $60.00' }).click();
  await expect(page.getByText('Payout rejected')).toBeVisible();

  await page.goto(`/admin/payouts?status=all&q=${one.username}`);
  await expect(getRow(page, one.username).getByText('Paid', { exact: true })).toBeVisible();
  await page.goto('/admin/log');
  for (const act of [
    'approved the payout of',
    'marked as paid the payout of',
    'rejected the payout of',
    'downloaded a bank file',
  ])
    await expect(page.getByText(act).first()).toBeVisible();
});

test(
  'an accountant reads a refund request and its payment, and grants it',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const { fan, saleId } = await makeSale(request, 'Juno Quill');
    await ask(request, fan, 'POST', '/refund-requests', { saleId, reason: 'I bought this by mistake.' });
    const operator = await makeOperator(request, 'accountant');
    await enter(context, baseURL, operator.token);
    await page.goto(`/admin/refunds?status=asked&q=${fan.username}`);
    await expect(getRow(page, 'I bought this by mistake.').getByText('With the creator')).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'refunds');
    await page.getByRole('link', { name: 'A long letter about ink.' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Refund:/ })).toBeVisible();
    await expect(page.getByText('I bought this by mistake.')).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'refund');
    await page.getByRole('button', { name: 'Refund $100.00' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('row', { name: 'Earned by the creator $80.00 $0.00' })).toBeVisible();
    await type(dialog.getByLabel(/^Answer to/), 'Done, sorry for the trouble.');
    await expectAccessible(page);
    await takeShots(page, 'refund-grant');
    await dialog.getByRole('button', { name: 'Refund $100.00' }).click();
    await expect(page.getByText('Refund granted')).toBeVisible();
    await expect(page.getByText('Done, sorry for the trouble.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Refuse' })).toHaveCount(0);

    await page.goto(`/admin/payments?q=${fan.username}`);
    await takeShots(page, 'payments');
    await page.getByRole('link', { name: 'Top-up' }).click();
    await expect(page.getByRole('heading', { name: 'Top-up of the wallet' })).toBeVisible();
    await expect(page.getByRole('row', { name: /^Balance of Ada Fenn \+\$120\.00/ })).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'payment');
    await page.goto('/admin/disputes');
    await expect(page.getByText('No payment is disputed.')).toBeVisible();
    await takeShots(page, 'disputes');
    await page.goto('/admin/reconciliation');
    await expect(page.getByText('The payment gateway of this site has no record to compare with.')).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'reconciliation');
  },
);

async function makeOrder(request: APIRequestContext) {
  const creator = await makeCreator(request, 'Juno Quill');
  const goods = {
    name: 'Field poppies',
    type: 'physical',
    price: '20',
    stock: '5',
    shippingPrice: '5',
    status: 'active',
  };
  const product = await ask<{ _id: string }>(request, creator, 'POST', '/performer/performer-assets/products', goods);
  const fan = await makeFan(request, 'Ada Fenn');
  await saveCard(request, fan);
  await fillWallet(request, fan, 50);
  const home = { name: 'Ada Fenn', country: 'GB', streetNumber: '12', streetAddress: 'Ferry Lane', city: 'Canterbury', state: 'Kent', zipCode: 'CT1 1AA' }; // prettier-ignore
  const { _id: deliveryAddressId } = await ask<{ _id: string }>(request, fan, 'POST', '/addresses/create', home);
  const lines = [{ productId: product._id, quantity: 1 }];
  const body = { lines, deliveryAddressId, phoneNumber: '+441227000000', payBy: 'wallet', expectedTotal: 25 };
  const { orders } = await ask<{ orders: { orderNumber: string }[] }>(request, fan, 'POST', '/orders/checkout', body);
  return orders[0]!.orderNumber;
}

test(
  'support reads an order, and an accountant refunds it',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const orderNumber = await makeOrder(request);
    const [support, accountant] = [await makeOperator(request, 'support'), await makeOperator(request, 'accountant')];
    await enter(context, baseURL, support.token);
    await page.goto('/admin/orders');
    await type(page.getByLabel('Search orders'), orderNumber);
    await page.getByLabel('Search orders').press('Enter');
    await expect(page).toHaveURL(new RegExp(`q=${orderNumber}`));
    await expect(getRow(page, 'Field poppies').getByText('To ship')).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'orders');
    await page.getByRole('link', { name: orderNumber }).click();
    await expect(page.getByRole('heading', { level: 1, name: `Order ${orderNumber}` })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Refund/ })).toHaveCount(0);
    await expect(page.getByRole('navigation', { name: 'Console' }).getByRole('link', { name: 'Payouts' })).toHaveCount(
      0,
    );

    const order = page.url();
    // An open page would notice the other account, and reload itself.
    await page.goto('about:blank');
    await enter(context, baseURL, accountant.token);
    await page.goto(order);
    await page.getByRole('button', { name: 'Refund $25.00' }).click();
    const dialog = page.getByRole('dialog');
    await type(dialog.getByLabel('Reason'), 'It never arrived.');
    await dialog.getByRole('button', { name: 'Refund $25.00' }).click();
    await expect(page.getByText('Order refunded')).toBeVisible();
    await expect(page.getByText(/ · It never arrived\.$/)).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'order');
  },
);
