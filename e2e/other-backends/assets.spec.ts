import { getSheet } from '../payments';
import { expect, test } from './fixtures';
import { enterAs } from './mock';

test('a fan unlocks a gallery, which then shows its photos and is listed among the saved items', async ({
  page,
  context,
  baseURL,
  mock,
}) => {
  const [fan, creator] = [await mock.makeFan({ balance: 150.5 }), await mock.makeCreator()];
  await enterAs(context, baseURL, fan);
  await page.goto(`/${creator.username}`);
  await page.getByRole('link', { name: /^Galleries/ }).click();
  await page.getByRole('link', { name: 'Nets and ropes' }).click();
  await page.waitForURL('**/gallery/**');
  await expect(page.getByText('3 photos').first()).toBeVisible();
  await page.getByRole('button', { name: 'Unlock for $6.00' }).first().click();
  const sheet = getSheet(page);
  await expect(sheet).toContainText('$150.50');
  await sheet.getByRole('button', { name: 'Unlock for $6.00' }).click();
  await expect(page.getByRole('article').getByRole('button', { name: /^Open \d of 3/ })).toHaveCount(3);
  const { balance, charges } = await mock.readBooks(fan);
  expect([balance, charges.map(({ totalPrice }) => totalPrice)]).toEqual([144.5, [6]]);
  await page.reload();
  await expect(page.getByRole('article').getByRole('button', { name: /^Open \d of 3/ })).toHaveCount(3);
  await expect(page.getByRole('button', { name: /^Unlock for/ })).toHaveCount(0);
  const saved = page.waitForResponse(
    (reply) => reply.url().endsWith('/reactions') && reply.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await saved;
  await page.goto('/user/bookmarks?tab=gallery');
  await expect(page.getByRole('link', { name: 'Nets and ropes' })).toBeVisible();
  await page.goto('/user/purchased-content');
  await expect(page.getByRole('article').getByRole('link', { name: 'Nets and ropes' })).toBeVisible();
});

test('a video for subscribers shows the price of a subscription', async ({ page, mock }) => {
  const creator = await mock.makeCreator();
  await page.goto(`/${creator.username}?tab=video`);
  await page.getByRole('link', { name: 'Along the quay' }).click();
  await page.waitForURL('**/video/**');
  await expect(page.getByRole('link', { name: /^Subscribe for/ })).toBeVisible();
  await expect(page.locator('video')).toHaveCount(0);
});
