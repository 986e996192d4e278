import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { cents } from '@contract/base/money';
import { buildCard, byDefaultCard, buildSale, listProblems } from '../../tests/factories/money';
import { buildPerformer } from '../../tests/factories/performer';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { newId } from '../db/columns';
import { ledgerEntries, ledgerTransfers, paymentTransactions, purchases, subscriptions } from '../db/schema/money';
import { inTransaction } from '../db/transaction';

let app: TestApp;
beforeEach(async () => {
  app = await buildTestApp();
});
afterEach(() => app.close());

const rulesBroken = async () => [...new Set((await listProblems(app)).map(({ rule }) => rule))];

/** Has a fan subscribe by card and buy a post from the wallet. */
async function buildHistory() {
  const creator = await buildPerformer(app);
  const fan = await buildUser(app, { wallet: cents(5000) });
  await buildCard(app, fan);
  const body = { performerId: creator.id, type: 'monthly', ...(await byDefaultCard(app, fan)) };
  await app.call('subscribePerformer', { as: fan.token, body });
  const post = await buildSale(app, creator);
  await app.call('buyFeed', { as: fan.token, params: { id: post.id } });
  return { creator, fan };
}

// Promises M-8, W-10.
describe('findProblems', () => {
  it('reports nothing after regular purchases', async () => {
    await buildHistory();
    expect(await listProblems(app)).toEqual([]);
    await app.jobs.run('check-books', {});
  });

  it('fails a job of each night, which operators see, if it finds something', async () => {
    await buildHistory();
    await app.context.db.execute(sql`update ledger_accounts set balance = balance + 1 where kind = 'wallet'`);
    await expect(app.jobs.run('check-books', {})).rejects.toThrow(
      /finds \d+ problems, such as balance-equals-entries: /,
    );
  });

  it.each([
    [
      'a cached balance that differs from its entries',
      'balance-equals-entries',
      sql`update ledger_accounts set balance = balance + 1 where kind = 'wallet'`,
    ],
    ['a purchase without a charge', 'purchase-is-charged', sql`delete from wallet_charges`],
    [
      'an earning whose shares are a cent short of the price',
      'earning-splits',
      sql`update earnings set net_price = net_price - 1`,
    ],
    ['a release without a transfer', 'income-is-booked', sql`update earnings set released_at = now()`],
    ['access without a payment', 'access-is-paid', sql`update payment_transactions set status = 'fail'`],
    ['M-16: a purchase whose post was deleted', 'purchase-has-item', sql`delete from items`],
    ['a wrong follower count', 'numbers-are-true', sql`update performers set stat_followers = stat_followers + 1`],
    ['a post without its row in feed_posts', 'item-is-whole', sql`delete from feed_posts`],
    ['M-16: a charge without a purchase', 'charge-gives-something', sql`delete from purchases`],
    [
      'M-20: an active subscription without a renewal date',
      'subscription-goes-on',
      sql`update subscriptions set next_recurring_date = null`,
    ],
    [
      'M-20: a renewal date after the end of the paid period',
      'subscription-goes-on',
      sql`update subscriptions set next_recurring_date = expired_at + interval '1 day'`,
    ],
    [
      'M-20: a renewal whose payment was already made',
      'subscription-goes-on',
      sql`update payment_transactions p set key = 'renew:' || s.id || ':'
        || to_char(s.expired_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || ':0' from subscriptions s`,
    ],
    [
      'a canceled payment with a transfer',
      'payment-is-booked',
      sql`update payment_transactions set status = 'canceled'`,
    ],
  ] as const)('reports %s', async (_what, rule, damage) => {
    await buildHistory();
    await app.context.db.execute(damage);
    expect(await rulesBroken()).toContain(rule);
  });

  it('M-20: reports renewals that are more than a day overdue', async () => {
    await buildHistory();
    app.clock.advance({ days: 33 });
    const missed = (await listProblems(app, app.clock.now())).map(({ rule }) => rule);
    expect(missed).toEqual(['renewal-is-asked-for']);
    await app.jobs.run('renew-subscriptions', {});
    expect(await listProblems(app, app.clock.now())).toEqual([]);
  });

  // Promises M-10.
  it('reports a period that was paid twice', async () => {
    await buildHistory();
    const [row] = await app.context.db.select().from(paymentTransactions);
    if (!row) throw new Error('Expected a payment');
    const period = `renew:${newId()}:2026-01-31T23:59:59.999Z`;
    await app.context.db
      .insert(paymentTransactions)
      .values([0, 1].map((attempt) => ({ ...row, id: newId(), key: `${period}:${attempt}` })));
    expect((await listProblems(app)).find(({ rule }) => rule === 'period-paid-once')).toMatchObject({
      subject: period,
      detail: '2 payments',
    });
  });
});

/** PostgreSQL error codes, wrapped by drizzle. */
const IMMUTABLE = { cause: { code: '23001' } };
const TWICE = { cause: { code: '23505' } };

describe('the database', () => {
  // Promises M-5, M-10.
  it('rejects changes to booked transfers, a second purchase of an item, and a second subscription to a creator', async () => {
    const { creator, fan } = await buildHistory();
    const { db } = app.context;
    await expect(db.update(ledgerEntries).set({ amount: cents(1) })).rejects.toMatchObject(IMMUTABLE);
    await expect(db.delete(ledgerTransfers)).rejects.toMatchObject(IMMUTABLE);
    const [owned] = await db.select().from(purchases);
    if (!owned) throw new Error('Expected a purchase');
    await expect(db.insert(purchases).values(owned)).rejects.toMatchObject(TWICE);
    const pair = { userId: fan.id, performerId: creator.id, subscriptionType: 'monthly', status: 'active' } as const;
    await expect(db.insert(subscriptions).values(pair)).rejects.toMatchObject(TWICE);
    expect(await db.select().from(subscriptions).where(eq(subscriptions.userId, fan.id))).toHaveLength(1);
  });
});

describe('findProblems after random actions', () => {
  // Promises M-5.
  it('reports nothing after each action', async () => {
    const creators = await Promise.all([buildPerformer(app), buildPerformer(app, { commission: 0.333 })]);
    const fans = await Promise.all([buildUser(app), buildUser(app, { wallet: cents(777) })]);
    await Promise.all(fans.map((fan) => buildCard(app, fan)));
    const login = (index: number) => app.services.session.open(fans[index % 2]?.id ?? '');
    const getCard = (index: number) => byDefaultCard(app, { id: fans[index % 2]?.id ?? '' });
    const getCreator = (index: number) => creators[index % 2] ?? creators[0];
    const steps = {
      topUp: async (who: number, amount: number) => {
        const body = { amount: 10 + amount / 100, ...(await getCard(who)) };
        await app.call('topUpWallet', { as: await login(who), body });
      },
      tip: async (who: number, amount: number) => {
        const params = { id: getCreator(amount).id };
        await app.call('tipPerformer', { as: await login(who), params, body: { price: 3 + amount / 100 } });
      },
      buy: async (who: number, amount: number) => {
        const post = await buildSale(app, getCreator(amount), cents(amount + 1));
        await app.call('buyFeed', { as: await login(who), params: { id: post.id } });
      },
      subscribe: async (who: number, amount: number) => {
        const type = amount % 3 === 0 ? 'yearly' : 'monthly';
        const body = { performerId: getCreator(amount).id, type, ...(await getCard(who)) };
        await app.call('subscribePerformer', { as: await login(who), body });
      },
      refund: async (who: number) => {
        const { data } = await app.call('listCharges', { as: await login(who) });
        const [charge] = data.data;
        if (charge) await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, charge._id));
      },
      wait: async (_who: number, amount: number) => {
        app.clock.advance({ hours: amount });
        await app.jobs.run('release-earnings', {});
        await app.jobs.run('renew-subscriptions', {});
      },
    };
    const step = fc.record({
      name: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
      who: fc.nat(1),
      amount: fc.nat(1200),
    });
    const history = fc.array(step, { minLength: 5, maxLength: 15 });
    await fc.assert(
      fc.asyncProperty(history, async (list) => {
        for (const { name, who, amount } of list) {
          await steps[name](who, amount);
          expect(await listProblems(app)).toEqual([]);
        }
      }),
      { numRuns: 15 },
    );
  });
});
