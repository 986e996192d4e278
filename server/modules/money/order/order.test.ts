import { eq, inArray } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { cardRefunds, orders } from '../../../db/schema/orders';
import { products } from '../../../db/schema/assets';
import { itemFiles, items } from '../../../db/schema/items';
import { files } from '../../../db/schema/files';
import { paymentTransactions } from '../../../db/schema/money';
import { readPersonBalances } from '../../../ledger/accounts';
import { buildProduct } from '../../../../tests/factories/assets';
import { byDefaultCard, buildCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { meanwhile } from '../../../../tests/harness/lock-races';

let app: TestApp;
let creator: BuiltPerformer;
let other: BuiltPerformer;
let fan: BuiltPerson;
let addressId: string;
beforeAll(async () => {
  app = await buildTestApp();
  app.clock.set('2026-03-02T10:00:00Z');
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.jobs.drain();
  app.mails.splice(0);
  [creator, other] = [
    await buildPerformer(app, { name: 'Noor Halim' }),
    await buildPerformer(app, { name: 'Ada Lind' }),
  ];
  fan = await buildUser(app, { name: 'Zoë', wallet: cents(100_000) });
  addressId = await buildAddress(fan, 'PT');
});
afterEach(async () => {
  await app.jobs.drain();
  expect(await listProblems(app)).toEqual([]);
});

async function buildAddress(person: BuiltPerson, countryCode: 'PT' | 'DE'): Promise<string> {
  const place = {
    PT: { city: 'Lisboa', state: 'Lisboa', zipCode: '1100-001' },
    DE: { city: 'Berlin', state: '', zipCode: '10115' },
  }[countryCode];
  const body = { name: 'Home', country: countryCode, streetNumber: '1', streetAddress: 'Rua Azul', ...place };
  const { status, data } = await app.call('createAddress', { as: person.token, body });
  expect(status).toBe(200);
  return data._id;
}

const print = (owner = creator, input: object = {}) => buildProduct(app, owner, input);

async function pattern(owner = creator, body: object = {}) {
  const { status, data } = await app.call('createProduct', {
    as: owner.token,
    body: { name: 'Pattern', type: 'digital', price: '9', ...body },
    files: { digitalFile: { content: Buffer.from('stitch by stitch'), name: 'pattern.txt' } },
  });
  expect(status).toBe(200);
  await app.jobs.drain();
  return data;
}

const checkout = (body: object, as = fan) =>
  app.call('checkoutOrders', { as: as.token, body: { payBy: 'wallet', deliveryAddressId: addressId, ...body } });
const reserve = (body: object, as = fan) => app.call('reserveOrders', { as: as.token, body });
const getStock = async (id: string) =>
  (await app.context.db.select().from(products).where(eq(products.id, id)))[0]?.stock;
const getWallet = async (person: BuiltPerson) => (await readPersonBalances(app.context.db, person.id)).wallet;
const getPending = async (person: BuiltPerson) => (await readPersonBalances(app.context.db, person.id)).pending;
const update = (id: string, body: object, as: BuiltPerson = creator) =>
  app.call('updateOrder', { as: as.token, params: { id }, body });
const getOrder = (id: string, as: BuiltPerson = fan) => app.call('getOrder', { as: as.token, params: { id } });

/** Orders one print for $20, paid from the wallet. */
async function order(input: object = {}) {
  const product = await print(creator, input);
  const { status, data } = await checkout({ lines: [{ productId: product._id, quantity: 1 }], expectedTotal: 20 });
  expect(status).toBe(200);
  return { product, order: data.orders[0]! };
}

describe('a cart', () => {
  it('from two creators is paid together: one order per product, and shipping once per parcel without commission', async () => {
    const [big, small] = [
      await print(creator, { shippingPrice: 5 }),
      await print(creator, { name: 'A card', price: 4, shippingPrice: 3 }),
    ];
    const file = await pattern(other);
    const lines = [
      { productId: small._id, quantity: 2 },
      { productId: big._id, quantity: 1 },
      { productId: file._id, quantity: 1 },
    ];
    const quote = await reserve({ lines, deliveryAddressId: addressId });
    expect(quote.data).toMatchObject({ goods: 37, shipping: 5, walletTotal: 42 });
    const { status, data } = await checkout({
      lines,
      expectedTotal: 42,
      phoneNumber: '+351912345678',
      userNote: 'Ring twice',
    });
    expect(status).toBe(200);
    expect(
      data.orders.map(({ name, quantity, shippingPrice, totalPrice, deliveryStatus }) => ({
        name,
        quantity,
        shippingPrice,
        totalPrice,
        deliveryStatus,
      })),
    ).toEqual([
      { name: 'A card', quantity: 2, shippingPrice: 0, totalPrice: 8, deliveryStatus: 'processing' },
      { name: 'A print', quantity: 1, shippingPrice: 5, totalPrice: 25, deliveryStatus: 'processing' },
      { name: 'Pattern', quantity: 1, shippingPrice: 0, totalPrice: 9, deliveryStatus: 'delivered' },
    ]);
    expect(await getWallet(fan)).toBe(100_000 - 4200);
    // 20 % commission on the goods, none on the shipping.
    expect([await getPending(creator), await getPending(other)]).toEqual([2800 * 0.8 + 500, 720]);
    expect([await getStock(big._id), await getStock(small._id)]).toEqual([2, 1]);
    expect(data.orders[0]).toMatchObject({
      performerInfo: { name: 'Noor Halim' },
      userInfo: { name: 'Zoë' },
      deliveryAddress: expect.stringContaining('Rua Azul'),
      phoneNumber: '+351912345678',
      userNote: 'Ring twice',
    });
    await app.jobs.drain();
    const mails = app.mails.map(({ to, subject }) => `${to}: ${subject}`);
    expect(new Set(mails)).toEqual(
      new Set([
        `${fan.account.email}: Your order: A card and 2 more`,
        `${creator.account.email}: New order: A card and 1 more`,
        `${other.account.email}: New order: Pattern`,
      ]),
    );
    const receipt = app.mails.find(({ to }) => to === fan.account.email)?.text;
    const sums = ['A card × 2: $8.00', 'A print × 1: $20.00', 'Pattern × 1: $9.00'];
    for (const line of [...sums, 'Shipping: $5.00', 'Tax: $0.00', 'Total: $42.00']) expect(receipt).toContain(line);
    expect(receipt).toMatch(/Invoices: \d{4}-\d{6}, \d{4}-\d{6}, \d{4}-\d{6}/);
    expect(app.mails.find(({ to }) => to === other.account.email)?.text).not.toContain('Invoice');
    const read = await app.call('getReceipt', { as: fan.token, params: { id: data.orders[1]!.transactionId } });
    expect(read.data.orderId).toBe(data.orders[1]!._id);
    const bought = await app.call('searchUserOrders', { as: fan.token, query: { q: 'print' } });
    expect(bought.data).toMatchObject({ total: 1, data: [{ name: 'A print' }] });
    const sold = await app.call('searchOrders', { as: creator.token, query: { deliveryStatus: 'processing' } });
    expect(sold.data.total).toBe(2);
  });

  it('is not ordered at all if one product is out of stock', async () => {
    const [one, none] = [await print(), await print(creator, { stock: 0 })];
    const lines = [
      { productId: one._id, quantity: 1 },
      { productId: none._id, quantity: 1 },
    ];
    expect((await checkout({ lines, expectedTotal: 40 })).body.error).toBe('OUT_OF_STOCK');
    expect([await getStock(one._id), await getWallet(fan)]).toEqual([3, 100_000]);
  });

  it.each([
    ['a total that changed', { expectedTotal: 19 }, 409, 'PRICE_CHANGED'],
    ['no address', { deliveryAddressId: null }, 422, 'ADDRESS_REQUIRED'],
    ['an unknown address', { deliveryAddressId: 'f'.repeat(24) }, 404, 'ENTITY_NOT_FOUND'],
    ['more than the stock', { quantity: 4, expectedTotal: 80 }, 400, 'OUT_OF_STOCK'],
    ['a country without shipping', { shipsTo: ['DE'] }, 422, 'NOT_SHIPPED_THERE'],
    ['nothing to pay', { price: 0, expectedTotal: 0 }, 404, 'NOTHING_TO_PAY'],
    ['a hidden product', { status: 'inactive' }, 404, 'ENTITY_NOT_FOUND'],
    ['an empty wallet', { isPoor: true }, 422, 'NOT_ENOUGH_BALANCE'],
  ] as const)('with %s is rejected', async (_what, terms: Record<string, unknown>, status, error) => {
    const { quantity = 1, shipsTo = [], price = 20, status: state = 'active', isPoor, ...body } = terms;
    const product = await print(creator, { shipsTo, price, status: state });
    const as = isPoor ? await buildUser(app) : fan;
    const own = isPoor ? { deliveryAddressId: await buildAddress(as, 'PT') } : {};
    const reply = await checkout(
      { lines: [{ productId: product._id, quantity }], expectedTotal: 20, ...own, ...body },
      as,
    );
    expect([reply.status, reply.body.error]).toEqual([status, error]);
  });

  it.each([
    ['processing', 'STILL_PROCESSING'],
    ['error', 'FILE_BROKEN'],
  ] as const)('with a digital product whose file is %s is rejected', async (status, error) => {
    const product = await pattern();
    const { itemId, fileId } = itemFiles;
    const content = app.context.db.select({ id: fileId }).from(itemFiles).where(eq(itemId, product._id));
    await app.context.db.update(files).set({ status }).where(inArray(files.id, content));
    const reply = await checkout({ lines: [{ productId: product._id, quantity: 1 }], expectedTotal: 9 });
    expect([reply.status, reply.body.error]).toEqual([422, error]);
  });

  it('is ordered once for concurrent requests with the same key', async () => {
    const product = await print();
    const body = {
      lines: [{ productId: product._id, quantity: 1 }],
      expectedTotal: 20,
      payBy: 'wallet',
      deliveryAddressId: addressId,
    };
    const send = () => app.call('checkoutOrders', { as: fan.token, body, headers: { 'idempotency-key': 'press' } });
    const replies = await Promise.all(Array.from({ length: 20 }, send));
    expect(new Set(replies.map(({ data }) => data.orders[0]?._id)).size).toBe(1);
    expect([await getStock(product._id), await getWallet(fan)]).toEqual([2, 98_000]);
  });

  it.each(['wallet', 'card'] as const)(
    'M-1: paid by %s, is answered with the first order if its key is repeated after its address was deleted',
    async (payBy) => {
      const product = await print();
      await buildCard(app, fan);
      const card = payBy === 'card' ? await byDefaultCard(app, fan) : {};
      const lines = [{ productId: product._id, quantity: 1 }];
      const { data: quote } = await reserve({ lines, deliveryAddressId: addressId });
      const expectedTotal = payBy === 'card' ? quote.cardTotal : quote.walletTotal;
      const body = { lines, payBy, deliveryAddressId: addressId, expectedTotal, ...card };
      const send = (key: string) =>
        app.call('checkoutOrders', { as: fan.token, body, headers: { 'idempotency-key': key } });
      const first = await send('press');
      expect(first.status).toBe(200);
      await app.call('deleteAddress', { as: fan.token, params: { id: addressId } });
      const repeated = await send('press');
      expect(repeated.status).toBe(200);
      expect(repeated.data.groupId).toBe(first.data.groupId);
      expect((await send('another')).body).toMatchObject({ error: 'ENTITY_NOT_FOUND' });
      expect(await getStock(product._id)).toBe(2);
    },
  );

  it('M-9: sells the last unit once to forty concurrent buyers', async () => {
    const product = await print(creator, { stock: 1 });
    const fans = await Promise.all(Array.from({ length: 40 }, () => buildUser(app, { wallet: cents(5_000) })));
    const replies = await Promise.all(
      fans.map(async (one) => {
        const body = { productId: product._id, quantity: 1 };
        return checkout({ lines: [body], expectedTotal: 20, deliveryAddressId: await buildAddress(one, 'PT') }, one);
      }),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await getStock(product._id)).toBe(0);
  });

  it('M-6: reserves its stock for ten minutes against other buyers', async () => {
    const product = await print(creator, { stock: 1 });
    const lines = [{ productId: product._id, quantity: 1 }];
    const rival = await buildUser(app, { wallet: cents(5_000) });
    const rivalAddress = await buildAddress(rival, 'PT');
    const buy = () => checkout({ lines, expectedTotal: 20, deliveryAddressId: rivalAddress }, rival);
    const { data } = await reserve({ lines });
    expect(data.expiresAt).toBe(new Date(app.clock.now().getTime() + 600_000).toISOString());
    expect((await buy()).body.error).toBe('OUT_OF_STOCK');
    expect((await reserve({ lines }, rival)).body.error).toBe('OUT_OF_STOCK');
    expect((await app.call('releaseOrders', { as: fan.token })).status).toBe(200);
    expect((await reserve({ lines }, rival)).status).toBe(200);
    app.clock.advance({ minutes: 10, seconds: 1 });
    expect((await checkout({ lines, expectedTotal: 20 })).status).toBe(200);
    expect((await buy()).body.error).toBe('OUT_OF_STOCK');
  });
});

describe('POST /wallet/charges/product/:id', () => {
  it('orders one product, as compatible clients do', async () => {
    const product = await print();
    const body = { quantity: 2, deliveryAddressId: addressId };
    const { status, data } = await app.call('buyProduct', { as: fan.token, params: { id: product._id }, body });
    expect([status, data.target, data.totalPrice]).toEqual([200, 'product', 40]);
    const [row] = await app.context.db.select().from(orders).where(eq(orders.transactionId, data._id));
    expect(row).toMatchObject({ quantity: 2, deliveryStatus: 'processing', userId: fan.id });
  });
});

describe('a cart paid by card', () => {
  const pay = async (lines: object[], expectedTotal: number, code = 'visa') => {
    await buildCard(app, fan, { code });
    return checkout({ lines, expectedTotal, payBy: 'card', ...(await byDefaultCard(app, fan)) });
  };

  it('delivers a digital product at once', async () => {
    const lines = [{ productId: (await pattern())._id, quantity: 1 }];
    const { data: quote } = await reserve({ lines, deliveryAddressId: addressId });
    const { data } = await pay(lines, quote.cardTotal);
    expect([data.transaction?.status, data.orders]).toMatchObject(['success', [{ deliveryStatus: 'delivered' }]]);
  });

  it('is charged with tax, and its orders are refunded to the card separately', async () => {
    const [one, two] = [await print(creator, { shippingPrice: 5 }), await print(other, { price: 10 })];
    const lines = [
      { productId: one._id, quantity: 1 },
      { productId: two._id, quantity: 1 },
    ];
    const { data: quote } = await reserve({ lines, deliveryAddressId: addressId });
    expect(quote.tax).toBeGreaterThan(0);
    const { status, data } = await pay(lines, quote.cardTotal);
    expect([status, data.transaction?.status, data.orders.length]).toEqual([200, 'success', 2]);
    expect(await getWallet(fan)).toBe(100_000);
    expect(data.orders.reduce((sum, { totalPrice }) => sum + totalPrice, 0)).toBeCloseTo(quote.cardTotal);
    const [first] = data.orders;
    expect((await update(first!._id, { deliveryStatus: 'refunded', reason: 'Broken in the post' })).status).toBe(200);
    await app.jobs.drain();
    const mail = app.mails.find(({ subject }) => subject?.startsWith('Your order: '))?.text;
    const sums = { Tax: quote.tax, Total: quote.cardTotal };
    for (const [label, sum] of Object.entries(sums)) expect(mail).toContain(`${label}: $${sum.toFixed(2)}`);
    const refunds = await app.context.db.select().from(cardRefunds).where(eq(cardRefunds.userId, fan.id));
    expect(refunds).toMatchObject([{ status: 'done', amount: Math.round(first!.totalPrice * 100) }]);
    expect((await getOrder(data.orders[1]!._id)).data.deliveryStatus).toBe('processing');
    const [payment] = await app.context.db
      .select()
      .from(paymentTransactions)
      .where(eq(paymentTransactions.userId, fan.id));
    expect(payment?.status).toBe('success');
    await app.call('cancelOrder', { as: fan.token, params: { id: data.orders[1]!._id } });
    await app.jobs.drain();
    const [after] = await app.context.db
      .select()
      .from(paymentTransactions)
      .where(eq(paymentTransactions.userId, fan.id));
    expect(after?.status).toBe('refunded');
    expect([await getPending(creator), await getPending(other)]).toEqual([0, 0]);
  });

  it('is not ordered if the bank declines, and its stock is released immediately', async () => {
    const product = await print(creator, { stock: 1 });
    const lines = [{ productId: product._id, quantity: 1 }];
    const { data: quote } = await reserve({ lines, deliveryAddressId: addressId });
    expect((await pay(lines, quote.cardTotal, 'declinedLater')).body.error).toBe('CARD_DECLINED');
    expect(await getStock(product._id)).toBe(1);
    const rival = await buildUser(app, { wallet: cents(5_000) });
    const own = { deliveryAddressId: await buildAddress(rival, 'PT') };
    expect((await checkout({ lines, expectedTotal: 20, ...own }, rival)).status).toBe(200);
  });

  it('reserves its stock during the bank challenge', async () => {
    const product = await print(creator, { stock: 1 });
    const lines = [{ productId: product._id, quantity: 1 }];
    const { data: quote } = await reserve({ lines, deliveryAddressId: addressId });
    const { data } = await pay(lines, quote.cardTotal, 'authenticate');
    expect([data.transaction?.status, data.orders]).toEqual(['require_authentication', []]);
    app.clock.advance({ minutes: 30 });
    const rival = await buildUser(app, { wallet: cents(5_000) });
    const own = { deliveryAddressId: await buildAddress(rival, 'PT') };
    expect((await checkout({ lines, expectedTotal: 20, ...own }, rival)).body.error).toBe('OUT_OF_STOCK');
    const params = { id: data.transaction?._id ?? '' };
    await app.call('confirmPayment', { as: fan.token, params, body: { outcome: 'approve' } });
    const bought = await app.call('searchUserOrders', { as: fan.token });
    expect(bought.data.data).toMatchObject([{ deliveryStatus: 'processing', groupId: data.groupId }]);
    expect(await getStock(product._id)).toBe(0);
  });

  it('is refunded if the product was deleted during the bank challenge', async () => {
    const product = await print();
    const lines = [{ productId: product._id, quantity: 1 }];
    const { data: quote } = await reserve({ lines, deliveryAddressId: addressId });
    const { data } = await pay(lines, quote.cardTotal, 'authenticate');
    await app.call('deleteProduct', { as: creator.token, params: { id: product._id } });
    const params = { id: data.transaction?._id ?? '' };
    const { data: after } = await app.call('confirmPayment', { as: fan.token, params, body: { outcome: 'approve' } });
    expect(after.status).toBe('refunded');
    expect((await app.call('searchUserOrders', { as: fan.token })).data.total).toBe(0);
  });

  it('is refunded to the wallet if the card’s bank takes no refunds', async () => {
    const product = await print();
    const lines = [{ productId: product._id, quantity: 1 }];
    const { data: quote } = await reserve({ lines, deliveryAddressId: addressId });
    const { data } = await pay(lines, quote.cardTotal, 'refundFails');
    await update(data.orders[0]!._id, { deliveryStatus: 'refunded' });
    await app.jobs.drain();
    expect(await getWallet(fan)).toBe(100_000 + Math.round(quote.cardTotal * 100));
  });
});

describe('an order', () => {
  it('can be packed, shipped and delivered, and its buyer is mailed', async () => {
    const { order: placed } = await order();
    expect((await update(placed._id, { isPacked: true })).status).toBe(200);
    expect(
      (await update(placed._id, { deliveryStatus: 'shipping', shippingCode: 'RR1', carrier: 'Post' })).status,
    ).toBe(200);
    expect((await update(placed._id, { shippingCode: 'RR2' })).status).toBe(200);
    expect((await update(placed._id, { deliveryStatus: 'delivered' })).status).toBe(200);
    const { data } = await getOrder(placed._id);
    expect(data).toMatchObject({
      deliveryStatus: 'delivered',
      shippingCode: 'RR2',
      carrier: 'Post',
      paidWith: 'wallet',
    });
    expect(data.timeline?.map(({ kind, detail }) => `${kind} ${detail}`.trim())).toEqual([
      'ordered',
      'packed',
      'shipped Post RR1',
      'tracking Post RR2',
      'delivered',
    ]);
    await app.jobs.drain();
    expect(app.mails.map(({ subject }) => subject)).toEqual(
      expect.arrayContaining(['On its way: A print', 'Delivered: A print']),
    );
    for (const deliveryStatus of ['processing', 'shipping'])
      expect((await update(placed._id, { deliveryStatus })).body.error).toBe('ORDER_NOT_EDITABLE');
  });

  it('notifies at each step the side that did not take it', async () => {
    const { order: placed } = await order();
    const params = { id: placed._id };
    const body = { deliveryAddressId: await buildAddress(fan, 'PT') };
    await app.call('updateOrderAddress', { as: fan.token, params, body });
    await update(placed._id, { deliveryStatus: 'shipping' });
    await update(placed._id, { deliveryStatus: 'delivered' });
    await update(placed._id, { deliveryStatus: 'refunded' });
    const { order: unsent } = await order();
    await app.call('cancelOrder', { as: fan.token, params: { id: unsent._id } });
    const readNews = async ({ token }: BuiltPerson) => {
      const { data: list } = await app.call('listNotifications', { as: token });
      return list.data.filter(({ type }) => type === 'order').map(({ title }) => title);
    };
    expect((await readNews(fan)).toSorted()).toEqual(['Delivered', 'On its way', 'Refund']);
    expect((await readNews(creator)).toSorted()).toEqual(['New address', 'New order', 'New order', 'Order cancelled']);
  });

  it('cannot be seen or changed by others, and an update must change something', async () => {
    const { order: placed } = await order();
    expect((await update(placed._id, { deliveryStatus: 'shipping' }, other)).status).toBe(404);
    expect((await getOrder(placed._id, await buildUser(app))).status).toBe(404);
    expect((await update(placed._id, {})).body.error).toBe('MISSING_REQUIRED_PROPS');
    expect((await getOrder(placed._id, creator)).data.userInfo).toMatchObject({ name: 'Zoë' });
  });

  it('returns money, income and stock once when it is refunded concurrently', async () => {
    const { product, order: placed } = await order();
    await update(placed._id, { deliveryStatus: 'shipping' });
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => update(placed._id, { deliveryStatus: 'refunded' })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403, 403, 403]);
    const { data: list } = await app.call('searchUserOrders', { as: fan.token });
    expect(list.data).toMatchObject([{ deliveryStatus: 'refunded', isCancelled: false }]);
    expect([await getWallet(fan), await getPending(creator), await getStock(product._id)]).toEqual([100_000, 0, 3]);
  });

  it('can be canceled by its buyer until it is shipped', async () => {
    const { product, order: placed } = await order();
    const cancel = () => app.call('cancelOrder', { as: fan.token, params: { id: placed._id } });
    const { data } = await cancel();
    expect([data.deliveryStatus, data.isCancelled, data.timeline?.at(-1)?.kind]).toEqual([
      'refunded',
      true,
      'cancelled',
    ]);
    expect([await getWallet(fan), await getStock(product._id)]).toEqual([100_000, 3]);
    await app.jobs.drain();
    const mail = app.mails.find(({ subject }) => subject === 'Cancelled: A print')?.text;
    expect(mail).toMatch(/Credit note: \d{4}-R\d{6}/);
    expect((await cancel()).body.error).toBe('ORDER_NOT_EDITABLE');
    const { order: sent } = await order();
    await update(sent._id, { deliveryStatus: 'shipping' });
    expect((await app.call('cancelOrder', { as: fan.token, params: { id: sent._id } })).status).toBe(403);
  });

  it('shows in the timeline of each order of its parcel what was canceled', async () => {
    const [goods, file] = [await print(), await pattern(creator)];
    const lines = [goods, file].map(({ _id }) => ({ productId: _id, quantity: 1 }));
    const { data } = await checkout({ lines, expectedTotal: 29 });
    const [physical, digital] = data.orders;
    await app.call('cancelOrder', { as: fan.token, params: { id: physical!._id } });
    const { timeline } = (await getOrder(digital!._id)).data;
    expect(timeline?.map(({ kind }) => kind)).toEqual(['ordered', 'cancelled']);
    expect(timeline?.at(-1)?.refunded).toEqual({ name: 'A print', amount: 20 });
  });

  it('can be sent to another address until it is shipped, if the product ships to that country', async () => {
    const { order: placed } = await order({ shipsTo: ['PT'] });
    const change = (deliveryAddressId: string, as = fan) =>
      app.call('updateOrderAddress', { as: as.token, params: { id: placed._id }, body: { deliveryAddressId } });
    const [near, far] = [await buildAddress(fan, 'PT'), await buildAddress(fan, 'DE')];
    expect((await change(far)).body.error).toBe('NOT_SHIPPED_THERE');
    const stranger = await buildUser(app);
    expect((await change(await buildAddress(stranger, 'PT'), stranger)).status).toBe(404);
    expect((await getOrder(placed._id)).data.deliveryAddressId).toBe(addressId);
    expect((await change(near)).data.deliveryAddressId).toBe(near);
    await update(placed._id, { deliveryStatus: 'shipping' });
    expect((await change(addressId)).status).toBe(403);
  });

  it('can change its address concurrently with other orders in the same parcel', async () => {
    const [one, two] = [await print(), await print()];
    const lines = [one, two].map(({ _id: productId }) => ({ productId, quantity: 1 }));
    const { data } = await checkout({ lines, expectedTotal: 40 });
    const near = await buildAddress(fan, 'PT');
    const change = ({ _id: id }: { _id: string }, deliveryAddressId: string) =>
      app.call('updateOrderAddress', { as: fan.token, params: { id }, body: { deliveryAddressId } });
    const places = [near, addressId, near, addressId, near];
    const replies = await Promise.all(places.flatMap((place) => data.orders.map((placed) => change(placed, place))));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
  });

  it('keeps its terms when its product changes', async () => {
    const { product, order: placed } = await order();
    const body = { name: 'Another name', price: 99, shippingPrice: 9 };
    expect((await app.call('updateProduct', { as: creator.token, params: { id: product._id }, body })).status).toBe(
      200,
    );
    expect((await getOrder(placed._id)).data).toMatchObject({ name: 'A print', unitPrice: 20, totalPrice: 20 });
    await app.call('deleteProduct', { as: creator.token, params: { id: product._id } });
    expect((await getOrder(placed._id)).data).toMatchObject({ name: 'A print' });
  });
});

describe('digital goods', () => {
  const download = (id: string, as: BuiltPerson = fan) =>
    app.call('getProductDownloadLink', { as: as.token, params: { id } });

  it('can be downloaded immediately, up to the agreed number and time, and not after a refund', async () => {
    const product = await pattern(creator, { downloadLimit: 2, downloadDays: 30 });
    expect((await download(product._id)).status).toBe(403);
    const lines = [{ productId: product._id, quantity: 1 }];
    const { data } = await checkout({ lines, expectedTotal: 9 });
    expect((await checkout({ lines, expectedTotal: 9 })).body.error).toBe('ALREADY_BOUGHT');
    for (let i = 0; i < 2; i += 1) expect((await download(product._id)).status).toBe(200);
    expect((await download(product._id)).body.error).toBe('DOWNLOADS_USED_UP');
    expect((await getOrder(data.orders[0]!._id)).data.downloads).toMatchObject({ used: 2, limit: 2 });
    expect((await download(product._id, creator)).status).toBe(200);
    await update(data.orders[0]!._id, { deliveryStatus: 'refunded' });
    expect((await download(product._id)).status).toBe(403);
    const again = await checkout({ lines, expectedTotal: 9 });
    expect(again.status).toBe(200);
    app.clock.advance({ days: 31 });
    const token = await app.services.session.open(fan.id);
    expect((await download(product._id, { ...fan, token })).body.error).toBe('DOWNLOADS_USED_UP');
    app.clock.advance({ days: -31 });
  });

  it('need no address', async () => {
    const product = await pattern();
    const body = { lines: [{ productId: product._id, quantity: 1 }], expectedTotal: 9, deliveryAddressId: null };
    expect((await checkout(body)).status).toBe(200);
  });
});

describe('a product form with stock', () => {
  it('does not restore sold units if it was opened before the sale', async () => {
    const { product } = await order();
    const body = { stock: 10, stockSeen: 3 };
    await app.call('updateProduct', { as: creator.token, params: { id: product._id }, body });
    expect(await getStock(product._id)).toBe(9);
  });

  it('does not overwrite what a cancelled order returns while it is being saved', async () => {
    const { product, order: placed } = await order();
    const before = await getStock(product._id);
    await meanwhile(
      app,
      (tx) => tx.select().from(items).where(eq(items.id, product._id)).for('update'),
      () => app.call('cancelOrder', { as: fan.token, params: { id: placed._id } }),
      { last: (tx) => tx.update(products).set({ stock: before! }).where(eq(products.id, product._id)) },
    );
    expect(await getStock(product._id)).toBe(before! + 1);
  });
});
