import type { APIRequestContext } from '@playwright/test';
import { enter, makeCreator, makeFan } from './accounts';
import { takeShots } from './shots';
import { expect, expectAccessible, openOther, test, type } from './fixtures';
import { ask, fillWallet, readWallet, saveCard } from './payments';

interface Caller {
  token: string;
}

interface Placed {
  _id: string;
  orderNumber: string;
}

const address = {
  name: 'Ada Fenn',
  country: 'GB',
  streetNumber: '12',
  streetAddress: 'Ferry Lane',
  city: 'Canterbury',
  state: 'Kent',
  zipCode: 'CT1 1AA',
};

async function openStore(request: APIRequestContext) {
  const creator = await makeCreator(request, 'Juno Quill');
  const product = await ask<{ _id: string }>(request, creator, 'POST', '/performer/performer-assets/products', {
    name: 'Field poppies',
    type: 'physical',
    price: '20',
    stock: '5',
    shippingPrice: '5',
    packDays: '3',
    deliverDays: '4',
    status: 'active',
  });
  return { creator, productId: product._id };
}

async function makeBuyer(request: APIRequestContext) {
  const fan = await makeFan(request, 'Ada Fenn');
  await saveCard(request, fan);
  await fillWallet(request, fan, 100);
  const { _id: deliveryAddressId } = await ask<{ _id: string }>(request, fan, 'POST', '/addresses/create', address);
  return { fan, deliveryAddressId };
}

const readBalance = async (request: APIRequestContext, fan: Caller) => {
  const { data } = await readWallet(request, fan);
  return data[0]?.balanceAfter ?? 0;
};

async function placeOrder(
  request: APIRequestContext,
  fan: Caller,
  { productId, deliveryAddressId, note = '' }: { productId: string; deliveryAddressId: string; note?: string },
): Promise<Placed> {
  const { orders } = await ask<{ orders: Placed[] }>(request, fan, 'POST', '/orders/checkout', {
    lines: [{ productId, quantity: 1 }],
    deliveryAddressId,
    phoneNumber: '+441227000000',
    userNote: note,
    payBy: 'wallet',
    expectedTotal: 25,
  });
  return orders[0]!;
}

test('a creator ships an order, and the fan tracks it', async ({ page, context, browser, baseURL, request }) => {
  const { creator, productId } = await openStore(request);
  const { fan, deliveryAddressId } = await makeBuyer(request);
  const order = await placeOrder(request, fan, { productId, deliveryAddressId, note: 'Ring twice, please' });
  const second = await placeOrder(request, fan, { productId, deliveryAddressId });

  await enter(context, baseURL, creator.token);
  await page.goto('/creator/my-order');
  await expect(page.getByRole('link', { name: order.orderNumber })).toBeVisible();
  await expect(page.getByRole('link', { name: second.orderNumber })).toBeVisible();
  await expectAccessible(page);
  await takeShots(page, 'sales');
  await page.getByRole('link', { name: order.orderNumber }).click();
  await page.waitForURL(`**/creator/my-order/${order._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('To ship');
  await expect(page.getByText('Ring twice, please')).toBeVisible();
  await expect(page.getByText(/Ferry Lane/).first()).toBeVisible();
  await expect(page.getByText('$21.00')).toBeVisible();
  await page.getByRole('button', { name: 'Mark as packed' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Packed, ready to ship');
  await expectAccessible(page);
  await takeShots(page, 'sale');
  await page.getByRole('button', { name: 'Mark as shipped' }).click();
  const sheet = page.getByRole('dialog', { name: 'Mark as shipped' });
  await type(sheet.getByLabel(/Carrier/), 'Nordpost');
  await type(sheet.getByLabel(/Tracking code/), 'RM 4821 7730 4');
  await expectAccessible(page);
  await takeShots(page, 'ship-sheet');
  await sheet.getByRole('button', { name: 'Mark as shipped' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Shipped');
  await expect(sheet).toHaveCount(0);

  const other = await openOther(browser, baseURL);
  await enter(other.page.context(), baseURL, fan.token);
  await other.page.goto('/user/orders');
  await expect(other.page.getByRole('img', { name: 'Shipped; not delivered yet' })).toBeVisible();
  await expectAccessible(other.page);
  await takeShots(other.page, 'orders');
  await other.page.getByRole('button', { name: 'On the way' }).click();
  await other.page.waitForURL(/show=shipping/);
  await other.page.getByRole('link', { name: 'Field poppies' }).click();
  await other.page.waitForURL(`**/user/orders/${order._id}`);
  await expect(other.page.getByRole('heading', { level: 1 })).toHaveText('On its way to you');
  await expect(other.page.getByText('RM 4821 7730 4').first()).toBeVisible();
  await expect(other.page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0);
  await expectAccessible(other.page);
  await takeShots(other.page, 'order-shipped');
  await other.page.getByRole('link', { name: 'Receipt' }).click();
  await other.page.waitForURL('**/payment/receipt/*');
  await expect(other.page.getByText('Field poppies').first()).toBeVisible();
  await other.close();
});

test(
  'a fan changes the address of one order, and cancels another',
  { tag: '@full' },
  async ({ page, context, baseURL, request }) => {
    const { productId } = await openStore(request);
    const { fan, deliveryAddressId } = await makeBuyer(request);
    const order = await placeOrder(request, fan, { productId, deliveryAddressId });
    const second = await placeOrder(request, fan, { productId, deliveryAddressId });
    const school = { ...address, name: 'Ada at school', streetAddress: 'Quay Street', streetNumber: '4' };
    await ask(request, fan, 'POST', '/addresses/create', school);
    await enter(context, baseURL, fan.token);
    await page.goto(`/user/orders/${order._id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Being prepared');
    await takeShots(page, 'order');
    await page.getByRole('button', { name: 'Change the address' }).click();
    const addresses = page.getByRole('dialog', { name: 'Where should it go?' });
    await addresses.getByRole('radio', { name: /Ada at school/ }).check();
    await expectAccessible(page);
    await takeShots(page, 'address-sheet');
    await addresses.getByRole('button', { name: 'Send it there' }).click();
    await expect(addresses).toHaveCount(0);
    await expect(page.locator('address').filter({ hasText: 'Quay Street' })).toBeVisible();
    await expect(page.getByText('Address changed').first()).toBeVisible();

    await page.goto(`/user/orders/${second._id}`);
    const before = await readBalance(request, fan);
    await page.getByRole('button', { name: 'Cancel order' }).click();
    const sheet = page.getByRole('dialog', { name: 'Cancel this order?' });
    await expect(sheet.getByText('Back to your wallet')).toBeVisible();
    await expectAccessible(page);
    await takeShots(page, 'cancel-sheet');
    await sheet.getByRole('button', { name: 'Cancel and get $25.00 back' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Cancelled');
    await expect(page.getByText('$25.00 went back to your wallet.').first()).toBeVisible();
    expect(await readBalance(request, fan)).toBe(before + 25);
  },
);

test('a creator refunds an order, and the fan reads the creator’s reason', async ({
  page,
  context,
  browser,
  baseURL,
  request,
}) => {
  const { creator, productId } = await openStore(request);
  const { fan, deliveryAddressId } = await makeBuyer(request);
  const order = await placeOrder(request, fan, { productId, deliveryAddressId });
  await enter(context, baseURL, creator.token);
  await page.goto(`/creator/my-order/${order._id}`);
  await page.getByRole('button', { name: 'Refund…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Refund this order?' });
  await expect(sheet.getByText('Commission we return')).toBeVisible();
  await expect(sheet.getByText('1 piece goes back into your stock.')).toBeVisible();
  await type(sheet.getByLabel(/Reason/), 'Sorry, the tube was bent.');
  await expectAccessible(page);
  await takeShots(page, 'refund-sheet');
  await sheet.getByRole('button', { name: 'Refund $25.00' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunded');

  const other = await openOther(browser, baseURL);
  await enter(other.page.context(), baseURL, fan.token);
  await other.page.goto('/notification');
  await other.page.getByRole('link', { name: /Refund/ }).click();
  await other.page.waitForURL(`**/user/orders/${order._id}`);
  await expect(other.page.getByText('Juno Quill wrote: “Sorry, the tube was bent.”')).toBeVisible();
  await expectAccessible(other.page);
  await takeShots(other.page, 'order-refunded');
  await other.close();
});

test('a creator reads on the order that a refund is requested, before it is shipped, and answers there', async ({
  page,
  context,
  browser,
  baseURL,
  request,
}) => {
  const { creator, productId } = await openStore(request);
  const { fan, deliveryAddressId } = await makeBuyer(request);
  const order = await placeOrder(request, fan, { productId, deliveryAddressId });
  const second = await placeOrder(request, fan, { productId, deliveryAddressId });

  await enter(context, baseURL, fan.token);
  await page.goto(`/user/orders/${order._id}`);
  await page.getByRole('link', { name: 'Ask for a refund' }).click();
  await page.getByRole('button', { name: 'Ask for a refund' }).click();
  const asking = page.getByRole('dialog', { name: 'Ask for a refund' });
  await type(asking.getByLabel(/Reason/), 'I bought it twice');
  await asking.getByRole('button', { name: 'Ask for $25.00 back' }).click();
  await expect(asking).toHaveCount(0);
  await page.goto('/user/orders');
  await expect(page.getByText('Refund requested')).toHaveCount(1);
  await expectAccessible(page);
  await takeShots(page, 'asked-orders');
  await page.goto(`/user/orders/${order._id}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refund requested');
  await expect(page.getByText(/Juno Quill has until/)).toBeVisible();
  await expect(page.getByText(/Something wrong/)).toHaveCount(0);
  await expectAccessible(page);
  await takeShots(page, 'asked-order');

  const other = await openOther(browser, baseURL);
  const seller = other.page;
  await enter(seller.context(), baseURL, creator.token);
  await seller.goto('/home');
  await expect(seller.getByRole('link', { name: 'Answer 1 refund request' })).toBeVisible();
  await takeShots(seller, 'asked-home');
  await seller.goto('/creator/my-order');
  // On wide screens, the status has a column of its own.
  await expect(seller.getByText('Refund requested').filter({ visible: true })).toHaveCount(2);
  await expectAccessible(seller);
  await takeShots(seller, 'asked-sales');
  await seller.getByRole('button', { name: 'Refund requested' }).click();
  await seller.waitForURL(/show=refund/);
  await expect(seller.getByRole('link', { name: second.orderNumber })).toHaveCount(0);
  await seller.getByRole('link', { name: order.orderNumber }).click();
  await seller.waitForURL(`**/creator/my-order/${order._id}`);
  await expect(seller.getByRole('heading', { level: 1 })).toHaveText('Refund requested');
  await expect(seller.getByText('“I bought it twice”')).toBeVisible();
  await expectAccessible(seller);
  await takeShots(seller, 'asked-sale');
  await seller.getByRole('button', { name: 'Mark as shipped' }).click();
  const shipping = seller.getByRole('dialog', { name: 'Mark as shipped' });
  await expect(shipping.getByText(/Ada Fenn asked for a refund on/)).toBeVisible();
  await expect(shipping.getByRole('button', { name: 'Nothing to ship' })).toBeDisabled();
  await expectAccessible(seller);
  await takeShots(seller, 'asked-ship');
  await shipping.getByRole('checkbox', { name: 'Ship it anyway' }).check();
  await expect(shipping.getByLabel(/Tracking code/)).toBeVisible();
  await takeShots(seller, 'asked-ship-anyway');
  await shipping.getByRole('button', { name: 'Answer request' }).click();
  const decision = seller.getByRole('dialog', { name: 'Refund for Ada Fenn' });
  await expect(decision.getByText(/hasn’t shipped yet/)).toBeVisible();
  await expectAccessible(seller);
  await takeShots(seller, 'asked-answer');
  await type(decision.getByLabel(/Answer/), 'No problem');
  await decision.getByRole('button', { name: 'Refund $25.00' }).click();
  await expect(decision).toHaveCount(0);
  await expect(seller.getByRole('heading', { level: 1 })).toHaveText('Refunded');
  await expect(seller.getByRole('button', { name: 'Mark as shipped' })).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Refunded');
  expect(await readBalance(request, fan)).toBe(75);
  await other.close();
});
