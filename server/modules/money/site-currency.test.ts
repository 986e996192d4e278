import { readFile } from 'node:fs/promises';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { cents, splitCommission, type Cents } from '@contract/base/money';
import { defaultCurrency, readCurrency, setSiteCurrency } from '@contract/base/currency';
import { schemas } from '@contract/schemas';
import { buildSale, listProblems } from '../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../tests/factories/performer';
import { buildUser, fillWallet, type BuiltPerson } from '../../../tests/factories/user';
import type { TestApp } from '../../../tests/harness/build-test-app';
import { readPdf } from '../../../tests/harness/read-pdf';
import { buildStripeApp, saveStripeCard } from '../../../tests/stripe-double/build-stripe-app';
import { setAccountReady } from '../../../tests/stripe-double/double-connect';
import { openDispute } from '../../../tests/stripe-double/double-payments';
import type { StripeDouble } from '../../../tests/stripe-double/stripe-double';
import { runAdmin } from '../../../tests/factories/operator';
import { adoptCurrency } from '../../db/adopt-currency';
import { ledgerEntries, paymentTransactions } from '../../db/schema/money';
import { settings } from '../../db/schema/site';
import { inTransaction } from '../../db/transaction';
import { parseEnv } from '../../env';
import { postTransfer } from '../../ledger/post-transfer';
import { quote } from './payment/pricing';

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  ({ app, double, close } = await buildStripeApp({ CURRENCY: 'jpy' }));
});
afterAll(() => close());
beforeEach(async () => {
  setSiteCurrency(readCurrency('JPY'));
  app.clock.set('2026-03-02T10:00:00Z');
  creator = await buildPerformer(app, { name: 'Noor Halim', monthlyPrice: yen(999), yearlyPrice: yen(9_999) });
  fan = await buildUser(app, { name: 'Zoe Ivanova', wallet: yen(5_000) });
});
afterEach(async () => {
  await settle();
  expect(await listProblems(app)).toEqual([]);
  const entries = await app.context.db.select().from(ledgerEntries);
  expect(entries.filter(({ amount }) => amount % 100 !== 0)).toEqual([]);
});

const yen = (amount: number): Cents => cents(amount * 100);
const admin = (...args: string[]) => runAdmin(app, ...args);
const log = (person: BuiltPerson) => app.services.session.open(person.id);
async function settle() {
  await double.deliver();
  await app.jobs.drain();
}
const addCard = async () => saveStripeCard(app, await log(fan));
const address = { line1: 'Rua 1', city: 'Lisboa', region: 'Lisboa', postalCode: '1100-001', country: 'PT' };
/** Has the fan subscribe by card, with 23 % tax. */
async function subscribe() {
  const cardId = await addCard();
  const body = { performerId: creator.id, type: 'monthly', paymentGateway: 'stripe', address, cardId };
  const { data } = await app.call('subscribePerformer', { as: await log(fan), body });
  const { _id } = data as { _id: string };
  const [row] = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.id, _id));
  return row!;
}
const newest = (kind: string) => double.state.list(kind).at(-1)!;
async function download(url: string) {
  return app.http.inject({ method: 'GET', url: url.replace('http://api.test', '') });
}

describe('a site in yen', () => {
  it('returns its currency and its own price bounds', async () => {
    const { data } = await app.call('getSettings');
    expect(data).toMatchObject({ currency: 'JPY', minimumSubscriptionPrice: 295, maximumTipPrice: 40_000 });
    expect((await app.call('getPerformer', { params: { id: creator.id } })).data).toMatchObject({ monthlyPrice: 999 });
  });

  it('rejects fractions of a yen in every amount of every body', () => {
    const checked = new Set<string>();
    for (const [name, endpoint] of Object.entries(schemas)) {
      for (const [field, schema] of listFields('body' in endpoint ? endpoint.body : null)) {
        if (!/(price|amount|tokens|total|tip)$/i.test(field)) continue;
        checked.add(`${name}.${field}`);
        expect([name, field, schema.safeParse(599.5).error?.issues[0]?.message]).toEqual([
          name,
          field,
          expect.stringContaining('whole number'),
        ]);
        expect([name, field, schema.safeParse(500).success]).toEqual([name, field, true]);
      }
    }
    const known = ['createFeed.price', 'tipPerformer.price', 'topUpWallet.amount', 'createPayoutRequest.requestTokens'];
    expect([...checked]).toEqual(
      expect.arrayContaining([...known, 'createProduct.shippingPrice', 'sendMessage.price']),
    );
  });

  it('rejects fractions of a yen in requests, settings and transfers', async () => {
    const tip = (price: number) =>
      app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price } });
    expect(await tip(599.5)).toMatchObject({ status: 400, body: { message: ['price: must be a whole number'] } });
    expect((await tip(600)).status).toBe(200);
    const body = { type: 'text', text: 'For sale', isSale: true, price: 599.5 };
    expect((await app.call('createFeed', { as: creator.token, body })).status).toBe(400);
    await expect(admin('settings', 'set', 'minimumTipPrice', '3.5')).rejects.toThrow('whole number');
    const postings = [
      { from: { kind: 'gateway' }, to: { kind: 'wallet', ownerId: fan.id }, amount: cents(50) },
    ] as const;
    const post = inTransaction(app.context.db, (tx) =>
      postTransfer(tx, { code: 'top-up', key: 'half-a-yen', subject: fan.id, postings }),
    );
    await expect(post).rejects.toThrow('whole coins');
  });

  it('allows balances beyond the dollar limit', async () => {
    await fillWallet(app, fan.id, yen(2_000_000));
    expect((await app.call('getMe', { as: fan.token })).data).toMatchObject({ wallet: 2_005_000 });
  });

  it('shows yen to creator and fan', async () => {
    await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 1_200 } });
    await app.jobs.drain();
    const mail = app.mails.findLast(({ to }) => to === fan.account.email);
    expect(mail?.text).toContain('Total: ¥1,200');
    expect(mail?.text).not.toContain('$');
    expect(await admin('payouts', 'list')).not.toContain('$');
  });
});

describe('at the gateway of a site in yen', () => {
  it('¥500 are charged and refunded as 500', async () => {
    const post = await buildSale(app, creator, yen(500));
    const cardId = await addCard();
    await app.call('buyByCard', { as: fan.token, body: { target: 'feed', targetId: post.id, cardId } });
    expect(newest('payment_intent')).toMatchObject({ amount: 500, currency: 'jpy', status: 'succeeded' });
    const { data } = await app.call('listCharges', { as: fan.token });
    expect(data.data).toMatchObject([{ totalPrice: 500 }]);
    await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, data.data[0]!._id));
    await settle();
    expect(newest('refund')).toMatchObject({ amount: 500, status: 'succeeded' });
  });

  // Promises M-12.
  it('tax, commission and partial refunds are whole coins', async () => {
    const payment = await subscribe();
    // 23 % of ¥999 are ¥229.77.
    expect(payment).toMatchObject({ taxAmount: yen(230), totalPrice: yen(1_229) });
    expect(newest('payment_intent')).toMatchObject({ amount: 1_229 });
    app.clock.set('2026-03-12T10:00:00Z');
    const as = await log(creator);
    const { data: rest } = await app.call('getSubscriptionRest', { as, params: { id: fan.id } });
    const amount = Math.floor((1_229 * 21) / 31);
    expect(rest).toMatchObject({ amount });
    await app.call('blockUser', { as, body: { targetId: fan.id, target: 'user', refundRest: true } });
    await settle();
    expect(newest('refund')).toMatchObject({ amount });
    const told = app.mails.find(({ to, subject }) => to === fan.account.email && subject === 'Noor Halim blocked you');
    expect(told?.text).toContain(`¥${amount} for the days that were left`);
  });

  it('a dispute has the paid amount, and a day in the ledger equals the gateway’s records', async () => {
    const payment = await subscribe();
    openDispute(double.state, payment.gatewayId!);
    await settle();
    expect(await admin('disputes', 'list')).toContain('¥1,229');
    expect(await admin('reconcile', '2026-03-02')).toMatch(/movements, ¥[\d,]+ in fees, 0 differences\./);
  });

  it('amounts in another currency make the reconciliation fail', async () => {
    const payment = await subscribe();
    const movement = double.state.list('balance_transaction').at(-1)!;
    movement['currency'] = 'usd';
    await expect(admin('reconcile', '2026-03-02')).rejects.toThrow('Stripe settles in USD, but this site uses JPY');
    movement['currency'] = 'jpy';
    expect(payment.status).toBe('success');
  });

  it('a payout is sent less its fee', async () => {
    await app.services.settings.write('payoutFee', 250);
    await fillWallet(app, creator.id, yen(9_000));
    const as = await log(creator);
    await app.call('createStripeAccount', { as });
    setAccountReady(double.state, (await app.call('getStripeAccount', { as })).data.accountId!, true);
    await settle();
    app.clock.set('2026-03-04T10:00:00Z');
    double.state.available.set('jpy', 1_000_000);
    const request = (requestTokens: number) =>
      log(creator).then((token) =>
        app.call('createPayoutRequest', {
          as: token,
          body: { source: 'performer', requestTokens, paymentAccountType: 'stripe' },
        }),
      );
    expect((await request(6_000.5)).status).toBe(400);
    const { data } = await request(6_000);
    await admin('payouts', 'approve', data._id);
    await settle();
    expect(newest('transfer')).toMatchObject({ amount: 5_750, currency: 'jpy' });
    expect(app.mails.findLast(({ to }) => to === creator.account.email)?.text).toContain('¥5,750');
    await app.services.settings.write('payoutFee', 0);
  });
});

describe('documents of a site in yen', () => {
  it('show yen on invoices and statements', async () => {
    // The ledger uses the database's clock.
    app.clock.set(new Date());
    const { id } = await subscribe();
    await app.jobs.run('number-invoices', {});
    const { data } = await app.call('getReceiptFile', { as: await log(fan), params: { id } });
    const [page] = (await readPdf((await download(data.url)).rawPayload)).pages;
    expect(page).toContain('¥1,229');
    expect(page).toContain('Total in Japanese yen');
    expect(page).not.toMatch(/\$|dollar|□/);
    const params = { period: new Date().toISOString().slice(0, 7) };
    const as = await log(creator);
    const link = await app.call('getStatementFile', { as, params, query: { format: 'csv' } });
    const csv = (await download(link.data.url)).payload;
    expect(csv).toContain(',999,200,799,');
    expect(csv).not.toMatch(/\d\.\d\d(,|\r)/);
  });
});

it('discount, tax and commission are whole coins and add up for any price', () => {
  for (let price = 1; price < 3_000; price += 7) {
    for (const fraction of [0, 0.055, 0.1, 0.23, 0.333333, 1]) {
      const { discount, tax, total } = quote({ original: yen(price), off: fraction, taxRate: 0.23 });
      const { net, commission } = splitCommission(yen(price), fraction);
      expect([discount, tax, total, net, commission].filter((sum) => sum % 100 !== 0)).toEqual([]);
      expect([total, net + commission]).toEqual([price * 100 - discount + tax, price * 100]);
    }
  }
});

describe('the currency of a database', () => {
  const adopt = (code?: string) => adoptCurrency(app.context.db, code === undefined ? undefined : readCurrency(code));

  it('is set at the first start, and another one cannot be configured later', async () => {
    await Promise.all([adopt('JPY'), adopt('JPY')]);
    await adopt();
    await expect(adopt('EUR')).rejects.toThrow('CURRENCY is EUR, but this site has used JPY');
    setSiteCurrency(defaultCurrency);
    await adopt();
    expect((await app.call('getSettings')).data.currency).toBe('JPY');
  });

  it('is US dollars if accounts existed before the setting', async () => {
    const migration = await readFile('server/db/migrations/0038_currency.sql', 'utf8');
    const rolledBack = inTransaction(app.context.db, async (tx) => {
      await tx.delete(settings).where(eq(settings.key, 'currency'));
      await tx.execute(sql.raw(migration));
      const [row] = await tx
        .select({ code: sql`${settings.value} #>> '{}'` })
        .from(settings)
        .where(eq(settings.key, 'currency'));
      throw new Error(`counts in ${String(row?.code)}`);
    });
    await expect(rolledBack).rejects.toThrow('counts in USD');
  });

  it.each([
    ['XYZ', 'there is no currency XYZ'],
    ['dollars', 'there is no currency dollars'],
    ['KWD', 'KWD has 3 decimals'],
  ])('cannot be %s', (code, why) => {
    expect(() => parseEnv({ CURRENCY: code, APP_SECRET: 'x' })).toThrow(`CURRENCY: `);
    expect(() => parseEnv({ CURRENCY: code, APP_SECRET: 'x' })).toThrow(why);
  });
});

/** Lists a schema's fields by name, including those of optional and union parts. */
function listFields(schema: unknown): [string, z.ZodType][] {
  if (schema instanceof z.ZodObject) return Object.entries(schema.shape) as [string, z.ZodType][];
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(listFields);
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return listFields(schema.unwrap());
  if (schema instanceof z.ZodPipe) return listFields(schema.in);
  return [];
}
