import { enter, makeCreator, makeFan } from './accounts';
import { expect, expectAccessible, openOther, test, type } from './fixtures';
import { ask, fillWallet, readWallet, saveCard } from './payments';

test('a refund is requested on a receipt and granted, and both sides see it', async ({
  page,
  context,
  browser,
  baseURL,
  request,
}) => {
  const creator = await makeCreator(request, 'Juno Quill');
  const post = await ask<{ _id: string }>(request, creator, 'POST', '/performer/feeds', {
    type: 'text',
    title: 'Field notes',
    text: 'What I saw by the river this spring.',
    isSale: true,
    price: 6,
    status: 'active',
  });
  const fan = await makeFan(request, 'Ada Fenn');
  await saveCard(request, fan);
  await fillWallet(request, fan, 20);
  const charge = await ask<{ _id: string }>(request, fan, 'POST', `/wallet/charges/feed/${post._id}`, {});

  await enter(context, baseURL, fan.token);
  await page.goto(`/payment/receipt/${charge._id}`);
  await page.getByRole('button', { name: 'Ask for a refund' }).click();
  const sheet = page.getByRole('dialog', { name: 'Ask for a refund' });
  await expect(sheet.getByText(/\$6\.00 goes back to your wallet/)).toBeVisible();
  await type(sheet.getByLabel(/Reason/), 'It was cut off half way');
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Ask for $6.00 back' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page.getByText('Requested', { exact: true })).toBeVisible();
  await expect(page.getByText(/Juno Quill has until/)).toBeVisible();
  await expectAccessible(page);

  await page.goto('/user/purchased-content?view=receipts');
  const requests = page.getByRole('table', { name: 'Refunds you asked for' });
  await expect(requests.getByText('Requested').filter({ visible: true })).toHaveCount(1);
  await expectAccessible(page);
  await requests.getByRole('link', { name: 'Field notes' }).click();
  await page.waitForURL('**/payment/receipt/**');

  const other = await openOther(browser, baseURL);
  const seller = other.page;
  await enter(seller.context(), baseURL, creator.token);
  await seller.goto('/creator/earning');
  await seller.getByRole('link', { name: 'Refund requests' }).click();
  await seller.waitForURL('**/creator/refunds');
  // On wide screens, the status has a column of its own.
  const status = seller.getByRole('table').getByText('Waiting for you').filter({ visible: true });
  await expect(status).toHaveCount(1);
  await expectAccessible(seller);
  await seller.getByRole('button', { name: 'Field notes' }).click();
  const decision = seller.getByRole('dialog', { name: 'Refund for Ada Fenn' });
  await expect(decision.getByText(/It was cut off half way/)).toBeVisible();
  await expect(decision.getByText('$4.80')).toBeVisible();
  await type(decision.getByLabel(/Answer/), 'Sorry about that');
  await expectAccessible(seller);
  await decision.getByRole('button', { name: 'Refund $6.00' }).click();
  await expect(decision).toHaveCount(0);
  await expect(seller.getByText('$6.00 refunded')).toBeVisible();

  await page.reload();
  await expect(page.getByText('$6.00 is in your wallet.')).toBeVisible();
  await expect(page.getByText(/Juno Quill answered: “Sorry about that”/)).toBeVisible();
  const { data } = await readWallet(request, fan);
  expect(data[0]).toMatchObject({ balanceAfter: 20 });
  await other.close();
});
