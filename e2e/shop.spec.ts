import type { APIRequestContext, Page } from '@playwright/test';
import { apiUrl, makeCreator } from './accounts';
import { expect, expectAccessible, test, type } from './fixtures';
import { ask, enterAsPayer, getSheet, readPayments, readWallet } from './payments';

interface Product {
  _id: string;
  slug: string;
}

interface Order {
  name: string;
  totalPrice: number;
  quantity: number;
  deliveryStatus: string;
  deliveryAddress: string;
}

interface Maker {
  token: string;
}

async function makeProduct(request: APIRequestContext, { token }: Maker, fields: object, hasFile = false) {
  const reply = await request.post(`${apiUrl}/performer/performer-assets/products`, {
    headers: { Authorization: token },
    multipart: {
      ...fields,
      ...(hasFile && {
        digitalFile: { name: 'pattern.txt', mimeType: 'text/plain', buffer: Buffer.from('stitch by stitch') },
      }),
    },
  });
  const { data } = (await reply.json()) as { data: Product };
  expect(reply.ok(), JSON.stringify(data)).toBe(true);
  return data;
}

const listOrders = (request: APIRequestContext, fan: Maker) =>
  ask<{ data: Order[] }>(request, fan, 'GET', '/orders/users/search?limit=20');

async function typeAddress(page: Page) {
  const sheet = getSheet(page);
  await type(sheet.getByLabel('Full name'), 'Noa Bright');
  await sheet.getByLabel('Country').selectOption('Portugal');
  await type(sheet.getByLabel('Street', { exact: false }).first(), 'Rua Azul 1');
  await type(sheet.getByLabel('City'), 'Lisboa');
  await type(sheet.getByLabel('Postal code'), '1100-001');
  await sheet.getByRole('button', { name: 'Save address' }).click();
}

test('a fan orders from two creators in one checkout, to a new address, from the wallet', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const [mara, ines] = [await makeCreator(request), await makeCreator(request, 'Ines Calloway')];
  const print = await makeProduct(request, mara, {
    name: 'Field poppies, A3 print',
    type: 'physical',
    price: '24',
    stock: '3',
    shippingPrice: '4.20',
    packDays: '2',
    deliverDays: '4',
    status: 'active',
  });
  const pattern = await makeProduct(
    request,
    ines,
    { name: 'Fern pattern', type: 'digital', price: '9', downloadLimit: '5', downloadDays: '30', status: 'active' },
    true,
  );
  const fan = await enterAsPayer({ context, baseURL, request }, { dollars: 100 });

  await page.goto(`/product/${print._id}`);
  const buy = page.getByRole('region', { name: 'Buy' });
  await expect(buy.getByText('3 left')).toBeVisible();
  await expect(buy.getByText('Shipping $4.20 a parcel')).toBeVisible();
  await buy.getByRole('button', { name: 'One more' }).click();
  await buy.getByRole('button', { name: 'Add to cart' }).click();
  await page.goto(`/product/${pattern._id}`);
  await expect(buy.getByText('5 downloads within 30 days')).toBeVisible();
  await buy.getByRole('button', { name: 'Add to cart' }).click();
  await page.getByRole('link', { name: /^Cart/ }).first().click();

  await page.waitForURL('**/cart');
  await expect(page.getByRole('region', { name: 'From Mara Quill' }).getByText('2 × $24.00')).toBeVisible();
  await expect(page.getByRole('region', { name: 'From Ines Calloway' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Checkout' }).click();
  await typeAddress(page);
  const sheet = getSheet(page);
  await expect(sheet.getByText(/^Held for you until \d\d:\d\d$/)).toBeVisible();
  await expect(sheet.getByText('Rua Azul 1', { exact: false })).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Pay $61.20 from wallet' }).click();
  await page.waitForURL('**/user/orders');

  const { data } = await listOrders(request, fan);
  expect(data.map(({ name, totalPrice, quantity }) => ({ name, totalPrice, quantity }))).toEqual(
    expect.arrayContaining([
      { name: 'Field poppies, A3 print', totalPrice: 52.2, quantity: 2 },
      { name: 'Fern pattern', totalPrice: 9, quantity: 1 },
    ]),
  );
  expect(data.map(({ deliveryAddress }) => deliveryAddress).join(' ')).toContain('Rua Azul 1');
  expect((await readWallet(request, fan)).data[0]?.balanceAfter).toBe(38.8);
  await page.goto('/cart');
  await expect(page.getByRole('heading', { name: 'Your cart is empty' })).toBeVisible();
  await page.goto(`/product/${pattern._id}`);
  await expect(buy.getByRole('button', { name: 'Download' })).toBeVisible();
});

test('a guest’s cart survives login, and shows what has changed since', async ({ page, context, baseURL, request }) => {
  const mara = await makeCreator(request);
  const fields = { name: 'Ash-glaze cup', type: 'physical', price: '38', stock: '2', status: 'active' };
  const cup = await makeProduct(request, mara, fields);
  await page.goto(`/product/${cup._id}`);
  const buy = page.getByRole('region', { name: 'Buy' });
  await buy.getByRole('button', { name: 'One more' }).click();
  await buy.getByRole('button', { name: 'Add to cart' }).click();
  await expect(page.getByRole('link', { name: 'Cart, 2 in it' })).toBeVisible();
  const changed = await request.put(`${apiUrl}/performer/performer-assets/products/${cup._id}`, {
    headers: { Authorization: mara.token },
    multipart: { price: '40', stock: '1' },
  });
  expect(changed.ok()).toBe(true);

  await enterAsPayer({ context, baseURL, request });
  await page.goto('/cart');
  await expect(page.getByText('They were in your cart before you logged in.', { exact: false })).toHaveCount(0);
  await expect(page.getByText('1 item added.')).toBeVisible();
  await expect(page.getByText('Only 1 left. You wanted 2.', { exact: false })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeDisabled();
  await page.getByRole('button', { name: 'Take 1' }).click();
  await expect(page.getByText('The price changed from $38.00 to $40.00 since you added it.')).toBeVisible();
  await page.getByRole('button', { name: 'Checkout' }).click();
  await typeAddress(page);
  const sheet = getSheet(page);
  await sheet.getByRole('button', { name: /^Pay \$[\d.]+ by card$/ }).click();
  await page.waitForURL(/\/user\/orders\/[\da-f]{24}$/);
});

test('a fan with an empty wallet tops up and orders a product with one click', async ({
  page,
  context,
  baseURL,
  request,
}) => {
  const mara = await makeCreator(request);
  const cup = await makeProduct(request, mara, {
    name: 'Ash-glaze cup',
    type: 'physical',
    price: '21.50',
    stock: '2',
    status: 'active',
  });
  const fan = await enterAsPayer({ context, baseURL, request });
  await page.goto(`/product/${cup._id}`);
  await page.getByRole('region', { name: 'Buy' }).getByRole('button', { name: 'Buy now' }).click();
  await typeAddress(page);
  const sheet = getSheet(page);
  await sheet.getByRole('radio', { name: 'Wallet, $0.00' }).check();
  await expect(sheet.getByText('You’re $21.50 short.')).toBeVisible();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Top up $22.00 and order' }).click();
  await page.waitForURL(/\/user\/orders\/[\da-f]{24}$/);
  await expect(page.getByText('Paid with your wallet')).toBeVisible();
  expect((await listOrders(request, fan)).data).toMatchObject([{ name: 'Ash-glaze cup', totalPrice: 21.5 }]);
  expect((await readPayments(request, fan)).data).toMatchObject([{ status: 'success', totalPrice: 22 }]);
  expect((await readWallet(request, fan)).data[0]?.balanceAfter).toBe(0.5);
});

test('a post is paid by card directly, without the wallet', async ({ page, context, baseURL, request }) => {
  const mara = await makeCreator(request);
  const { _id } = await ask<{ _id: string }>(request, mara, 'POST', '/performer/feeds', {
    type: 'text',
    title: 'Glaze notes',
    text: 'Cobalt, and patience.',
    isSale: true,
    price: 6,
    status: 'active',
  });
  const fan = await enterAsPayer({ context, baseURL, request });
  await page.goto(`/post/${_id}`);
  await page.getByRole('button', { name: 'Unlock for $6.00' }).click();
  const sheet = getSheet(page);
  await expect(sheet.getByRole('radio', { name: 'Card' })).toBeChecked();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: /^Pay \$[\d.]+ by card$/ }).click();
  await expect(sheet.getByText('Unlocked')).toBeVisible();
  await sheet.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByText('Cobalt, and patience.')).toBeVisible();
  expect((await readPayments(request, fan)).data).toMatchObject([{ status: 'success' }]);
  expect((await readWallet(request, fan)).total).toBe(0);
});
