import { expect, test, type } from './fixtures';
import { enterAs } from './mock';

/** These backends send only sums and requests, and errors without codes. Wire contract 2.14, 3.15. */

test('a creator requests a payout and sees its result', async ({
  page,
  context,
  baseURL,
  mock,
  profile,
  expectRefused,
}) => {
  const creator = await mock.makeCreator({ balance: 140 });
  await enterAs(context, baseURL, creator);
  await page.goto('/creator/payout-request');
  await expect(page.getByRole('region', { name: 'Balances' }).getByText('$140.00')).toBeVisible();
  await expect(page.getByText('Pending', { exact: true })).toHaveCount(0);

  // Only the backend knows whether a payout account is set up.
  await page.getByRole('link', { name: 'Request payout' }).click();
  await page.waitForURL('**/creator/payout-request/create');
  await type(page.getByLabel('Amount'), '100');
  await page.getByRole('button', { name: 'Review $100.00' }).click();
  const sheet = page.getByRole('dialog', { name: 'Request this payout?' });
  await expect(sheet.getByText('Transfer fee')).toHaveCount(0);
  expectRefused(404, '/payout-requests');
  await sheet.getByRole('button', { name: 'Request $100.00' }).click();
  await expect(sheet.getByText('Missing banking informations')).toBeVisible();
  await sheet.getByRole('link', { name: 'Check your payout details' }).click();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/creator/banking');
  const bank = page.locator('section').filter({ has: page.getByRole('heading', { name: 'Bank account' }) });
  await type(bank.getByLabel('First name'), 'Mira');
  await type(bank.getByLabel('Last name'), 'Okafor');
  await bank.getByLabel('Country of the bank').selectOption({ index: 1 });
  await type(bank.getByLabel('Bank', { exact: true }), 'Harbour Bank');
  await type(bank.getByLabel(/IBAN|Account number/), 'DE89 3704 0044 0532 0130 00');
  await bank.getByRole('button', { name: 'Save bank details' }).click();
  await expect(bank.getByText('Bank ending 3000')).toBeVisible();

  await page.goto('/creator/payout-request/create');
  await type(page.getByLabel('Amount'), '100');
  await page.getByRole('button', { name: 'Review $100.00' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Request $100.00' }).click();
  await page.waitForURL('**/creator/payout-request');
  const latest = page.locator('section').filter({ has: page.getByRole('heading', { name: /^Payout of/ }) });
  await expect(latest.getByText('In review')).toBeVisible();
  await expect(latest.getByRole('button', { name: 'Withdraw' })).toHaveCount(0);

  await latest.getByRole('link', { name: 'Change request' }).click();
  await type(page.getByLabel('Amount'), '120');
  await page.getByRole('button', { name: 'Review $120.00' }).click();
  const change = page.getByRole('dialog', { name: 'Change your request?' });
  if (!profile.changesPayouts) expectRefused(403, '/payout-requests/');
  await change.getByRole('button', { name: 'Change to $120.00' }).click();
  if (profile.changesPayouts) await page.waitForURL('**/creator/payout-request');
  else await expect(change.getByText('You cannot edit this request')).toBeVisible();

  await mock.control('/payouts/decide', { creatorId: creator._id, status: 'rejected', adminNote: 'Wrong holder' });
  await page.goto('/creator/payout-request');
  await expect(latest.getByText('Wrong holder')).toBeVisible();
  await expect(latest.getByText('Back in your balance')).toHaveCount(0);
  // Status and account type as another compatible backend names them.
  const other = { creatorId: creator._id, status: 'processing', paymentAccountType: 'payoneer' };
  await mock.control('/payouts/decide', other);
  await page.reload();
  await expect(latest.getByText('Processing').first()).toBeVisible();
  await expect(latest.getByText('To Payoneer')).toBeVisible();
});
