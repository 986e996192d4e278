import { expect, openOther, test, type } from './fixtures';
import { enterAs, type Account, type Mock } from './mock';

/** In these backends an order has one product, and no carrier. Wire contract 2.12, 3.9. */

async function buyProduct(mock: Mock, fan: Account, creator: Account): Promise<{ _id: string; orderNumber: string }> {
  const about = { creatorId: creator._id, type: 'physical', name: 'A rope', price: 9 };
  const product = (await mock.control('/products', about)) as { _id: string };
  const headers = { Authorization: fan.token, 'Content-Type': 'application/json' };
  await fetch(`${mock.url}/wallet/charges/product/${product._id}`, { method: 'POST', headers, body: '{}' });
  const reply = await fetch(`${mock.url}/orders/users/search`, { headers });
  const { data } = (await reply.json()) as { data: { data: { _id: string; orderNumber: string }[] } };
  return data.data[0]!;
}

test('an order of a product is shipped and later refunded by its creator, and the fan sees both', async ({
  page,
  context,
  browser,
  baseURL,
  mock,
}) => {
  const [fan, creator] = [await mock.makeFan({ balance: 50 }), await mock.makeCreator()];
  const order = await buyProduct(mock, fan, creator);
  await enterAs(context, baseURL, creator);
  await page.goto('/creator/my-order');
  await page.getByRole('link', { name: order.orderNumber }).click();
  await page.waitForURL(`**/creator/my-order/${order._id}`);
  await expect(page.getByText('No address was given with this order.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Mark as packed' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Mark as shipped' }).click();
  const sheet = page.getByRole('dialog', { name: 'Mark as shipped' });
  await type(sheet.getByLabel('Tracking code'), 'RR1');
  await sheet.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shipped');

  const other = await openOther(browser, baseURL);
  // Not every API variant has notifications.
  other.expectRefusal(404, `${mock.url}/notifications`);
  await enterAs(other.page.context(), baseURL, fan);
  await other.page.goto(`/user/orders/${order._id}`);
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('On its way to you');
  await expect(other.page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);

  await page.getByRole('button', { name: 'Refund…' }).click();
  await page.getByRole('dialog', { name: 'Refund this order?' }).getByRole('button', { name: 'Refund $9.00' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunded');
  await other.page.goto('/user/orders');
  await expect(other.page.getByText('Refunded').first()).toBeVisible();
  expect((await mock.readBooks(fan)).balance).toBe(50);
  await other.close();
});
