import { sql } from 'drizzle-orm';
import { defaultCurrency, setSiteCurrency } from '@contract/base/currency';
import { cents } from '@contract/base/money';
import { buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import type { TestApp } from '../../../../tests/harness/build-test-app';
import { buildStripeApp, saveStripeCard } from '../../../../tests/stripe-double/build-stripe-app';
import type { StripeDouble } from '../../../../tests/stripe-double/stripe-double';
import { taxReports } from '../../../db/schema/tax';
import { inTransaction } from '../../../db/transaction';

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

const headers = { 'cf-ipcountry': 'PT' };
const report = () => app.jobs.run('report-taxes', {});
const listReported = () =>
  double.state.list('tax.transaction').map(({ type, amount, tax }) => [type, Number(amount), Number(tax)]);
async function topUp(amount: number, body: object = {}) {
  const { data } = await app.call('topUpWallet', { as: fan.token, headers, body: { amount, cardId, ...body } });
  return data as { _id: string; taxAmount: number; totalPrice: number };
}
async function subscribe() {
  const body = { performerId: creator.id, type: 'monthly', cardId };
  return ((await app.call('subscribePerformer', { as: fan.token, headers, body })).data as { _id: string })._id;
}
async function readCollected(): Promise<number> {
  const { rows } = await app.context.db.execute<{ sum: string }>(
    sql`select coalesce(sum(balance), 0) as sum from ledger_accounts where kind = 'tax'`,
  );
  return Number(rows[0]?.sum);
}

it('rates come from Stripe Tax, and are fetched once per place', async () => {
  expect((await app.call('calculateTax', { as: fan.token, headers, body: { amount: 20 } })).data).toMatchObject({
    rate: 0.23,
    taxAmount: 4.6,
  });
  expect((await topUp(20)).totalPrice).toBe(24.6);
  const address = { line1: '1 Bay St', city: 'San Francisco', region: 'CA', postalCode: '94107', country: 'US' };
  const { data } = await app.call('calculateTax', { as: fan.token, body: { amount: 20, address } });
  expect(data).toMatchObject({ rate: 0.08625, taxAmount: 1.73 });
  expect(double.calls.filter(({ path }) => path === '/v1/tax/calculations')).toHaveLength(2);
});

it('the offline table gives the rate if Stripe needs more details of the place', async () => {
  const body = { amount: 20 };
  const { data } = await app.call('calculateTax', { as: fan.token, headers: { 'cf-ipcountry': 'US' }, body });
  expect(data.rate).toBe(0);
});

it('nothing is charged while Stripe Tax is unavailable', async () => {
  double.disturb = ({ path }) => (path.startsWith('/v1/tax') ? 'unanswered' : undefined);
  const reply = await app.call('topUpWallet', { as: fan.token, headers, body: { amount: 20, cardId } });
  expect(reply.body.error).toBe('GATEWAY_FAILED');
  expect(double.state.list('payment_intent')).toEqual([]);
});

it('sales and refunds are reported once and agree with the ledger', async () => {
  await topUp(20);
  const post = await buildSale(app, creator, cents(600));
  await app.call('buyByCard', { as: fan.token, headers, body: { target: 'feed', targetId: post.id, cardId } });
  const id = await subscribe();
  // Paid from the wallet, so taxed at the top-up and not reported.
  await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 5 } });
  await Promise.all([report(), report()]);
  await report();
  expect(listReported()).toEqual([
    ['transaction', 2_460, 460],
    ['transaction', 738, 138],
    ['transaction', 1_229, 230],
  ]);
  const refundPart = () =>
    inTransaction(app.context.db, (tx) => app.services.payment.refundPart(tx, { id, amount: cents(300) }));
  await refundPart();
  await report();
  await inTransaction(app.context.db, (tx) => app.services.payment.takeBack(tx, { id, reason: 'Bank' }));
  await report();
  expect(listReported().slice(3)).toEqual([
    ['reversal', -300, -56],
    ['reversal', -929, -174],
  ]);
  expect(listReported().reduce((sum, [, , tax]) => sum + Number(tax), 0)).toBe(await readCollected());
});

it('yen are reported as whole yen', async () => {
  const site = await buildStripeApp({ STRIPE_TAX: '1', CURRENCY: 'jpy' });
  try {
    const buyer = await buildUser(site.app);
    const body = { amount: 2_000, cardId: await saveStripeCard(site.app, buyer.token) };
    const { data } = await site.app.call('topUpWallet', { as: buyer.token, headers: { 'cf-ipcountry': 'JP' }, body });
    const id = (data as { _id: string })._id;
    await site.app.jobs.run('report-taxes', {});
    await inTransaction(site.app.context.db, (tx) => site.app.services.payment.takeBack(tx, { id, reason: 'Bank' }));
    await site.app.jobs.run('report-taxes', {});
    const { state } = site.double;
    expect(state.list('tax.calculation').at(-1)).toMatchObject({ amount_total: 2_200, currency: 'jpy' });
    expect(state.list('tax.transaction')).toMatchObject([
      { amount: 2_200, tax: 200 },
      { amount: -2_200, tax: -200 },
    ]);
  } finally {
    await site.close();
    setSiteCurrency(defaultCurrency);
  }
});

it('a sale is reported once, even if the response was lost', async () => {
  await topUp(20);
  double.disturb = ({ path }) => (path.endsWith('create_from_calculation') ? 'lost' : undefined);
  await expect(report()).rejects.toThrow(AggregateError);
  double.disturb = () => undefined;
  await report();
  expect(listReported()).toHaveLength(1);
  expect(await app.context.db.select().from(taxReports)).toMatchObject([{ gatewayId: expect.stringMatching(/^tax_/) }]);
});

/** As if all that is stored had happened this long ago. */
async function pass(interval: string): Promise<void> {
  await inTransaction(app.context.db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update ledger_transfers set created_at = created_at - ${interval}::interval`);
    await tx.execute(sql`update tax_report_progress set reported_until = reported_until - ${interval}::interval`);
  });
}

it('a sale is reported even if the first reports fail for hours', async () => {
  await topUp(20);
  double.disturb = ({ path }) => (path.includes('/tax/') ? 'unanswered' : undefined);
  await expect(report()).rejects.toThrow(AggregateError);
  double.disturb = () => undefined;
  await pass('3 hours');
  await report();
  expect(listReported()).toHaveLength(1);
});

it('a sale is reported even if it alone fails for days', async () => {
  await topUp(20);
  double.disturb = ({ path }) => (path.includes('/tax/') ? 'unanswered' : undefined);
  await expect(report()).rejects.toThrow(AggregateError);
  await pass('2 days');
  double.disturb = () => undefined;
  await topUp(30);
  double.disturb = ({ path, params }) =>
    path.endsWith('calculations') && JSON.stringify(params).includes('"2460"') ? 'unanswered' : undefined;
  await expect(report()).rejects.toThrow(AggregateError);
  expect(listReported()).toHaveLength(1);
  double.disturb = () => undefined;
  await pass('2 days');
  await report();
  expect(listReported()).toHaveLength(2);
  // Payments are still of now, and must have the days of their transfers.
  await pass('-4 days');
});

it('a refund of a sale from before Stripe Tax is not reported', async () => {
  const id = await subscribe();
  await inTransaction(app.context.db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(
      sql`update ledger_transfers set created_at = created_at - interval '2 hours' where subject = ${id}`,
    );
  });
  await inTransaction(app.context.db, (tx) => app.services.payment.takeBack(tx, { id, reason: 'Bank' }));
  await report();
  expect(listReported()).toEqual([]);
  expect(await app.context.db.select().from(taxReports)).toMatchObject([{ gatewayId: null }]);
});
