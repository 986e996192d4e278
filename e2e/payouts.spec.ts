import type { APIRequestContext, Page } from '@playwright/test';
import { enter, makeCreator, makeFan } from './accounts';
import { ageLogins, endPayoutRest, releaseIncome } from './backdate-rows';
import { takeShots } from './shots';
import { expect, expectAccessible, test, type } from './fixtures';
import { admin } from './operator';
import { ask, fillWallet, saveCard } from './payments';

/** Earnings as in ux.md ST-8. */

async function makeEarner(request: APIRequestContext) {
  const creator = await makeCreator(request, 'Juno Quill');
  const { _id } = await ask<{ _id: string }>(request, creator, 'POST', '/performer/feeds', {
    type: 'text',
    text: 'A long letter about ink.',
    isSale: true,
    price: 100,
    status: 'active',
  });
  for (const name of ['Ada Fenn', 'Theo Marsh']) {
    const fan = await makeFan(request, name);
    await saveCard(request, fan);
    await fillWallet(request, fan, 120);
    await ask(request, fan, 'POST', `/wallet/charges/feed/${_id}`, {});
  }
  await releaseIncome(creator.username);
  return creator;
}

const getLatest = (page: Page) =>
  page.locator('section').filter({ has: page.getByRole('heading', { name: /^Payout of/ }) });

/** Requests a payout to a PayPal account that was set up more than a day ago. */
async function askByPaypal(request: APIRequestContext, creator: { username: string; token: string }, amount: number) {
  const { _id: performerId } = await ask<{ _id: string }>(request, creator, 'GET', '/performers/me');
  await ask(request, creator, 'PUT', `/performers/${performerId}/payment-gateway-settings`, {
    key: 'paypal',
    value: { email: 'noor@example.test' },
  });
  await endPayoutRest(creator.username);
  const asked = { source: 'performer', requestTokens: amount, paymentAccountType: 'paypal' };
  await ask(request, creator, 'POST', '/payout-requests', asked);
}

test('a creator enters payout details, requests a payout and changes it', async ({
  page,
  context,
  baseURL,
  request,
  refusals,
}) => {
  const creator = await makeEarner(request);
  await enter(context, baseURL, creator.token);
  await page.goto('/creator/payout-request');
  await expect(page.getByRole('region', { name: 'Balances' }).getByText('$160.00')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'No payouts yet' })).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'payouts-empty');
  await page.goto('/creator/payout-request/create');
  await expect(page.getByRole('heading', { name: 'Where should your money go?' })).toBeVisible();
  await takeShots(page, 'create-empty');
  await page.getByRole('link', { name: 'Add payout details' }).click();
  await page.waitForURL('**/creator/banking');

  const bank = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Bank account' }) });
  await type(bank.getByLabel('First name'), 'Noor');
  await type(bank.getByLabel('Last name'), 'Quill');
  await bank.getByLabel('Country of the bank').selectOption('Ireland');
  await type(bank.getByLabel('Bank', { exact: true }), 'Harbour Bank');
  await type(bank.getByLabel('IBAN'), 'IE29 AIBK 9311 5212 3456 87');
  await bank.getByLabel('Last name').focus();
  await expect(bank.getByText('This IBAN doesn’t add up. Check it against your bank statement.')).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'banking-empty');
  await type(bank.getByLabel('IBAN'), 'IE29 AIBK 9311 5212 3456 78');
  await type(bank.getByLabel(/^BIC/), 'AIBKIE2D');
  await ageLogins(creator.username);
  refusals.expectRefusal(403, '/banking-settings');
  await bank.getByRole('button', { name: 'Save bank details' }).click();
  const proof = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await type(proof.getByLabel('Current password', { exact: true }), 'a few words in a row');
  await proof.getByRole('button', { name: 'Continue' }).click();
  await expect(bank.getByText('Bank ending 5678')).toBeVisible();
  await expect(page.getByText(/Payouts are paused until/)).toBeVisible();
  await expect(page.locator('body')).not.toContainText('9311');
  await expectAccessible(page);
  await takeShots(page, 'banking');

  await page.goto('/creator/payout-request');
  await expect(page.getByText(/Payouts are paused until/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Request payout' })).toBeDisabled();
  await takeShots(page, 'payouts-paused');
  await endPayoutRest(creator.username);
  await page.reload();
  await page.getByRole('link', { name: 'Request payout' }).click();
  await page.waitForURL('**/creator/payout-request/create');
  await type(page.getByLabel('Amount'), '20');
  await page.getByRole('button', { name: /^Review/ }).click();
  await expect(page.getByText('The smallest payout is $50.00.')).toBeVisible();
  await type(page.getByLabel('Amount'), '120');
  await type(page.getByLabel(/^Note/), 'For paper');
  await expect(page.getByText(/Usually there by/)).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'create');
  await page.getByRole('button', { name: 'Review $120.00' }).click();
  const confirm = page.getByRole('dialog', { name: 'Request this payout?' });
  await expect(confirm.getByText('To Bank ending 5678')).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'confirm');
  await confirm.getByRole('button', { name: 'Request $120.00' }).dblclick();
  await page.waitForURL('**/creator/payout-request');
  await expect(getLatest(page).getByText('In review')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Balances' }).getByText('$40.00')).toBeVisible();
  await expect(page.getByText('1 request', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'payouts');

  await getLatest(page).getByRole('link', { name: 'Change request' }).click();
  await page.waitForURL('**/creator/payout-request/update/*');
  await expect(page.getByLabel('Amount')).toHaveValue('120');
  await page.getByRole('button', { name: 'All of it' }).click();
  await expectAccessible(page);
  await takeShots(page, 'update');
  await page.getByRole('button', { name: 'Review $160.00' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Change to $160.00' }).click();
  await page.waitForURL('**/creator/payout-request');
  await expect(page.getByRole('heading', { name: 'Payout of $160.00' })).toBeVisible();
});

test(
  'a rejected creator sees the reason, requests again and is paid',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const creator = await makeEarner(request);
    await askByPaypal(request, creator, 160);
    await enter(context, baseURL, creator.token);
    const findId = async (status: string) =>
      (await ask<{ data: { _id: string }[] }>(request, creator, 'GET', `/payout-requests/search?status=${status}`))
        .data[0]?._id ?? '';
    const reason = 'The account holder must be your verified name.';
    await admin('payouts', 'reject', await findId('pending'), reason);
    await page.goto('/notification');
    await page.getByRole('link', { name: /Payout not possible/ }).click();
    await page.waitForURL('**/creator/payout-request');
    await expect(getLatest(page).getByText('Rejected').first()).toBeVisible();
    await expect(getLatest(page).getByText(reason)).toBeVisible();
    await expect(getLatest(page).getByText('Back in your balance')).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'payouts-rejected');

    await page.getByRole('link', { name: 'Request payout' }).click();
    await page.getByRole('button', { name: 'All of it' }).click();
    await page.getByRole('button', { name: 'Review $160.00' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Request $160.00' }).click();
    await page.waitForURL('**/creator/payout-request');
    const id = await findId('pending');
    await admin('payouts', 'approve', id);
    await page.reload();
    await expect(getLatest(page).getByText('Approved').first()).toBeVisible();
    await admin('payouts', 'paid', id, 'OV-20611');
    await page.reload();
    await expect(getLatest(page).getByText('Sent to PayPal, noor@example.test')).toBeVisible();
    await expect(getLatest(page).getByText('Reference OV-20611')).toBeVisible();
    await page.getByRole('button', { name: 'Paid' }).click();
    await page.waitForURL(/status=done/);
    await expect(page.getByText('1 request', { exact: true })).toBeVisible();
    await page.getByRole('table').getByRole('button').first().click();
    await expect(page.getByRole('dialog', { name: 'Payout of $160.00' }).getByText('OV-20611')).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'payout-sheet');
  },
);

test(
  'a creator withdraws a request, and the money returns immediately',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const creator = await makeEarner(request);
    await askByPaypal(request, creator, 90);
    await enter(context, baseURL, creator.token);
    await page.goto('/creator/dashboard');
    await expect(page.getByRole('link', { name: /^Set up payouts\W+Done/ })).toBeVisible();
    await page.goto('/creator/earning');
    await page.getByRole('link', { name: 'Request a payout' }).click();
    await page.waitForURL('**/creator/payout-request');
    await getLatest(page).getByRole('button', { name: 'Withdraw' }).click();
    const sheet = page.getByRole('dialog', { name: 'Withdraw your request for $90.00?' });
    await expect(sheet.getByText(/returns to your available balance at once/)).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'withdraw');
    await sheet.getByRole('button', { name: 'Withdraw request' }).click();
    await expect(getLatest(page).getByText('Withdrawn').first()).toBeVisible();
    await expect(page.getByRole('region', { name: 'Balances' }).getByText('$160.00')).toBeVisible();
  },
);
