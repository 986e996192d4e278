import { eq } from 'drizzle-orm';
import { buildProduct } from '../../../../tests/factories/assets';
import { listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { buildStripeApp, saveStripeCard } from '../../../../tests/stripe-double/build-stripe-app';
import type { StripeDouble } from '../../../../tests/stripe-double/stripe-double';
import { paymentTransactions, subscriptions } from '../../../db/schema/money';

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let cardId: string;
beforeEach(async () => {
  ({ app, double, close } = await buildStripeApp({ STRIPE_TAX: '1' }));
  app.clock.set(new Date());
  creator = await buildPerformer(app);
  fan = await buildUser(app);
  cardId = await saveStripeCard(app, fan.token);
});
afterEach(async () => {
  expect(await listProblems(app)).toEqual([]);
  await close();
});

const fresno = { streetAddress: '1 Main St', city: 'Fresno', state: 'California', zipCode: '93701' };
const sanFrancisco = { streetAddress: '1 Bay St', city: 'San Francisco', state: 'CA', zipCode: '94107' };
const portland = { streetAddress: '1 Oak St', city: 'Portland', state: 'Oregon', zipCode: '97201' };
/** An address that does not exist: in California, but with a postal code of Oregon. */
const nowhere = { ...fresno, zipCode: '97201' };
const US = { 'cf-ipcountry': 'US' };

async function buildCart(place: object, site = app, [seller, buyer] = [creator, fan]) {
  const { _id: productId } = await buildProduct(site, seller, { price: 20, stock: 5 });
  const body = { name: 'Home', country: 'US', ...place } as never;
  const { data: home } = await site.call('createAddress', { as: buyer.token, body });
  return { lines: [{ productId, quantity: 1 }], deliveryAddressId: home._id };
}
type Cart = Awaited<ReturnType<typeof buildCart>>;
const reserve = (body: Cart) => app.call('reserveOrders', { as: fan.token, headers: US, body });
const checkout = (cart: Cart, body: { payBy: 'wallet' | 'card'; expectedTotal: number; cardId?: string }) =>
  app.call('checkoutOrders', { as: fan.token, headers: US, body: { ...cart, ...body } });
const report = () => app.jobs.run('report-taxes', {});
const readLocation = async (id: string) =>
  (await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.id, id)))[0]?.taxLocation;
const listAsked = () =>
  double.calls.filter(({ path }) => path === '/v1/tax/calculations').map(({ params }) => params['customer_details']);
const listReported = () =>
  double.state.list('tax.transaction').map(({ type, amount, tax }) => [type, Number(amount), Number(tax)]);

describe('a delivery address', () => {
  it.each([
    ['Fresno', fresno, 1.45],
    ['San Francisco', sanFrancisco, 1.73],
    ['Portland', portland, 0],
  ])('in %s has its own tax, which is quoted and charged', async (_city, place, tax) => {
    const cart = await buildCart(place);
    const { data: quote } = await reserve(cart);
    expect(quote).toMatchObject({ goods: 20, tax, walletTotal: 20, cardTotal: 20 + tax });
    const { data } = await checkout(cart, { payBy: 'card', cardId, expectedTotal: quote.cardTotal });
    expect(data.transaction).toMatchObject({ status: 'success', taxAmount: tax, totalPrice: 20 + tax });
    expect(double.state.list('payment_intent')).toMatchObject([{ amount: Math.round((20 + tax) * 100) }]);
    const { streetAddress: line1, city, zipCode } = place;
    const address = { line1, city, state: tax > 0 ? 'CA' : 'OR', postal_code: zipCode, country: 'US' };
    expect(listAsked()).toEqual([{ address, address_source: 'shipping' }]);
  });

  it('is used to report the sales, and their refunds', async () => {
    for (const place of [fresno, portland]) {
      const cart = await buildCart(place);
      const { data: quote } = await reserve(cart);
      await checkout(cart, { payBy: 'card', cardId, expectedTotal: quote.cardTotal });
    }
    await report();
    expect(listReported()).toEqual([
      ['transaction', 2_145, 145],
      ['transaction', 2_000, 0],
    ]);
    const { data: orders } = await app.call('searchUserOrders', { as: fan.token });
    for (const { _id: id } of orders.data) await app.call('cancelOrder', { as: fan.token, params: { id } });
    await report();
    const reversals = [
      ['reversal', -2_145, -145],
      ['reversal', -2_000, -0],
    ];
    expect(listReported().slice(2)).toEqual(expect.arrayContaining(reversals));
    expect(listReported()).toHaveLength(4);
  });

  it('is reduced to the tax area once all sales of the payment are reported', async () => {
    const [one, two] = [await buildCart(fresno), await buildCart(fresno)];
    const cart = { ...one, lines: [...one.lines, ...two.lines] };
    const { data } = await checkout(cart, { payBy: 'card', cardId, expectedTotal: 42.9 });
    const { _id: id } = data.transaction!;
    expect(await readLocation(id)).toMatchObject({ line1: '1 Main St', city: 'Fresno' });
    let reported = 0;
    double.disturb = ({ path }) =>
      path.endsWith('create_from_calculation') && (reported += 1) > 1 ? 'unanswered' : undefined;
    await expect(report()).rejects.toThrow(AggregateError);
    expect(await readLocation(id)).toMatchObject({ line1: '1 Main St' });
    double.disturb = () => undefined;
    await report();
    expect(listReported()).toHaveLength(2);
    expect(await readLocation(id)).toEqual({ country: 'US', region: 'CA', postalCode: '93701' });
  });

  it('that Stripe does not know is rejected with its field’s name, without a charge', async () => {
    const cart = await buildCart(nowhere);
    const refused = {
      error: 'Bad Request',
      message: [expect.stringMatching(/^deliveryAddressId: We can’t find this/)],
    };
    for (const { status, body } of [
      await reserve(cart),
      await checkout(cart, { payBy: 'card', cardId, expectedTotal: 21.45 }),
    ])
      expect([status, body]).toEqual([400, expect.objectContaining(refused)]);
    expect(double.state.list('payment_intent')).toEqual([]);
    // From the wallet it works: the money was taxed when it was added.
    await app.call('topUpWallet', { as: fan.token, body: { amount: 20, cardId } });
    expect((await checkout(cart, { payBy: 'wallet', expectedTotal: 20 })).status).toBe(200);
  });

  it('is reduced to the tax area if the payment fails', async () => {
    const cart = await buildCart(fresno);
    const declined = await saveStripeCard(app, fan.token, 'declinedLater');
    const { body } = await checkout(cart, { payBy: 'card', cardId: declined, expectedTotal: 21.45 });
    expect(body.error).toBe('CARD_DECLINED');
    const [row] = await app.context.db.select().from(paymentTransactions);
    expect(row?.taxLocation).toEqual({ country: 'US', region: 'CA', postalCode: '93701' });
  });
});

describe('the payer’s address', () => {
  const address = { line1: '1 Main St', city: 'Fresno', region: 'CA', postalCode: '93701', country: 'us' };

  it('is used as billing address, and its tax area for renewals', async () => {
    const body = { performerId: creator.id, type: 'monthly', cardId, address };
    const { data } = await app.call('subscribePerformer', { as: fan.token, headers: US, body });
    expect(data).toMatchObject({ status: 'success', taxAmount: 0.72 });
    const sent = { line1: '1 Main St', city: 'Fresno', state: 'CA', postal_code: '93701', country: 'US' };
    expect(listAsked()).toEqual([{ address: sent, address_source: 'billing' }]);
    const [row] = await app.context.db.select().from(subscriptions).where(eq(subscriptions.userId, fan.id));
    expect(row?.taxLocation).toEqual({ country: 'US', region: 'CA', postalCode: '93701' });
    await report();
    expect(await readLocation((data as { _id: string })._id)).toEqual(row?.taxLocation);
  });

  it('is rejected with its field’s name if Stripe does not know it, without a charge', async () => {
    const body = { amount: 20, cardId, address: { ...address, postalCode: '97201' } };
    for (const reply of [
      await app.call('calculateTax', { as: fan.token, body: { amount: 20, address: body.address } }),
      await app.call('topUpWallet', { as: fan.token, body }),
    ])
      expect([reply.status, reply.body.message]).toEqual([400, [expect.stringMatching(/^address: We can’t find/)]]);
    expect(double.state.list('payment_intent')).toEqual([]);
  });
});

it('the offline tax table uses only the country of a delivery', async () => {
  const site = await buildTestApp();
  const seller = await buildPerformer(site);
  const buyer = await buildUser(site);
  const cart = await buildCart(fresno, site, [seller, buyer]);
  const { data } = await site.call('reserveOrders', { as: buyer.token, body: cart });
  await site.close();
  expect(data).toMatchObject({ tax: 0, cardTotal: 20 });
});
