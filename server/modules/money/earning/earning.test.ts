import { and, eq, gt } from 'drizzle-orm';
import { cents, toCents } from '@contract/base/money';
import { buildCard, buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { ledgerAccounts, ledgerEntries, ledgerTransfers } from '../../../db/schema/money';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  app.clock.set('2026-03-02T12:00:00Z');
  creator = await buildPerformer(app);
  fan = await buildUser(app, { wallet: cents(10_000) });
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

const login = (person: BuiltPerson) => app.services.session.open(person.id);
const tip = async (price: number) =>
  app.call('tipPerformer', { as: await login(fan), params: { id: creator.id }, body: { price } });
const release = (on: TestApp = app) => on.jobs.run('release-earnings', {});
const balances = () => app.services.wallet.balances(creator.id);

describe('the holding period', () => {
  it('ends separately for each earning', async () => {
    await tip(10);
    app.clock.advance({ days: 3 });
    await tip(20);
    app.clock.advance({ days: 3, hours: 23 });
    await release();
    expect(await balances()).toEqual({ wallet: 0, pending: 2400 });
    app.clock.advance({ hours: 1 });
    await release();
    expect(await balances()).toEqual({ wallet: 800, pending: 1600 });
    const told = app.events.filter(({ event, room }) => event === 'balance_update' && room === `account:${creator.id}`);
    expect(told).toMatchObject([{ payload: { balance: 8, pendingBalance: 16 } }]);
  });

  it('releases income once when two processes run the job concurrently', async () => {
    const other = await buildTestApp({}, { beside: app });
    for (let count = 0; count < 20; count += 1) await tip(3);
    app.clock.advance({ days: 8 });
    await Promise.all([release(), release(), release(other), release(other)]);
    await release();
    await other.close();
    expect(await balances()).toEqual({ wallet: 20 * 240, pending: 0 });
    const codes = await app.context.db.select().from(ledgerTransfers).where(eq(ledgerTransfers.code, 'release'));
    expect(new Set(codes.map((row) => row.subject)).size).toBe(codes.length);
  });

  it("R-5: ends for other creators even if one creator's release fails", async () => {
    await tip(10);
    const other = await buildPerformer(app);
    await app.call('tipPerformer', { as: await login(fan), params: { id: other.id }, body: { price: 10 } });
    // Makes the release fail: the ledger no longer has this creator's pending money.
    const pending = and(eq(ledgerAccounts.kind, 'pending'), eq(ledgerAccounts.ownerId, creator.id));
    const setPending = (balance: number) =>
      app.context.db
        .update(ledgerAccounts)
        .set({ balance: cents(balance) })
        .where(pending);
    await setPending(0);
    app.clock.advance({ days: 8 });
    await expect(release()).rejects.toThrow('1 of 2 failed');
    expect((await app.services.wallet.balances(other.id)).wallet).toBe(800);
    await setPending(800);
    await release();
    expect((await balances()).wallet).toBe(800);
  });

  it('has the length that is set for the site', async () => {
    await app.services.settings.write('holdingDays', 0);
    await tip(10);
    await release();
    expect(await balances()).toEqual({ wallet: 800, pending: 0 });
    await app.services.settings.write('holdingDays', 7);
  });

  it('is shown to creators before their first sale, as is the commission', async () => {
    const getTerms = async (person: BuiltPerson) => {
      const { data } = await app.call('getMyPerformer', { as: await login(person) });
      return data.earningTerms;
    };
    await app.services.settings.write('commissions', { tip: 0.1 });
    expect(await getTerms(creator)).toEqual({
      commission: 0.2,
      holdingDays: 7,
      commissions: [{ kind: 'tip', commission: 0.1 }],
    });
    const own = await buildPerformer(app, { commission: 0.05 });
    expect(await getTerms(own)).toEqual({ commission: 0.05, commissions: [], holdingDays: 7 });
    await app.services.settings.write('commissions', {});
  });

  it('also ends for a sale that earns the creator nothing', async () => {
    creator = await buildPerformer(app, { commission: 1 });
    await tip(10);
    app.clock.advance({ days: 8 });
    await release();
    expect(await balances()).toEqual({ wallet: 0, pending: 0 });
  });
});

describe('GET /performer/earning/…', () => {
  /** Sells a tip of $10 on March 2, a post for $5 on March 4, and a month by card on March 31. */
  async function sell(): Promise<string> {
    await tip(10);
    app.clock.set('2026-03-04T12:00:00Z');
    const post = await buildSale(app, creator, cents(500));
    await app.call('buyFeed', { as: await login(fan), params: { id: post.id } });
    app.clock.set('2026-03-31T23:30:00Z');
    const { token: cardId } = await buildCard(app, fan);
    const body = { performerId: creator.id, type: 'monthly', cardId };
    await app.call('subscribePerformer', { as: await login(fan), body });
    return login(creator);
  }

  it('sums sales, filtered by kind and day', async () => {
    const as = await sell();
    const stats = async (query: object = {}) => (await app.call('getEarningStats', { as, query: { ...query } })).data;
    expect(await stats()).toEqual({ totalGrossPrice: 24.99, totalNetPrice: 19.99, totalSiteCommission: 5 });
    expect(await stats({ isToken: 'false' })).toMatchObject({ totalGrossPrice: 9.99, totalNetPrice: 7.99 });
    expect(await stats({ type: 'feed' })).toMatchObject({ totalGrossPrice: 5 });
    expect(await stats({ sourceType: 'performer' })).toMatchObject({ totalGrossPrice: 19.99 });
    expect(await stats({ fromDate: '2026-03-03', toDate: '2026-03-04' })).toMatchObject({ totalGrossPrice: 5 });
  });

  it('returns zeros for spans without a sale', async () => {
    const as = await sell();
    const series = async (query: object) =>
      (await app.call('getEarningStats', { as, query: { ...query } })).data.series;
    const march = { fromDate: '2026-03-01', toDate: '2026-03-31' };
    const days = await series({ ...march, groupBy: 'day' });
    expect(days).toHaveLength(31);
    expect(days?.[1]).toEqual({ date: '2026-03-02', grossPrice: 10, netPrice: 8 });
    expect(days?.[2]).toEqual({ date: '2026-03-03', grossPrice: 0, netPrice: 0 });
    expect(days?.[30]).toMatchObject({ date: '2026-03-31', grossPrice: 9.99 });
    const weeks = await series({ groupBy: 'week' });
    expect(weeks?.map((week) => week.date)).toEqual([
      '2026-03-02',
      '2026-03-09',
      '2026-03-16',
      '2026-03-23',
      '2026-03-30',
    ]);
    expect(await series({ ...march, groupBy: 'month' })).toEqual([
      { date: '2026-03-01', grossPrice: 24.99, netPrice: 19.99 },
    ]);
  });

  it('returns at most 1000 spans of any range', async () => {
    const as = await sell();
    const next = vi.spyOn(Date.prototype, 'getUTCDate');
    const query = { fromDate: '1900-01-01', toDate: '2199-12-31', groupBy: 'day' } as const;
    const { series } = (await app.call('getEarningStats', { as, query })).data;
    const steps = next.mock.calls.length;
    next.mockRestore();
    expect([series?.length, series?.at(-1)?.date]).toEqual([1000, '2199-12-31']);
    expect(steps).toBeLessThan(3000);
  });

  it('lists sales with buyer and name, newest first', async () => {
    const as = await sell();
    const { data } = await app.call('searchEarnings', { as });
    expect(data.data).toMatchObject([
      {
        type: 'monthly_subscription',
        sourceType: 'performer',
        isToken: false,
        paymentGateway: 'stripe',
        grossPrice: 9.99,
      },
      { type: 'feed', itemName: 'For sale', isToken: true, paymentGateway: 'system', siteCommission: 0.2 },
      { type: 'tip', itemName: 'Tip', netPrice: 8, userInfo: { _id: fan.id }, availableAt: '2026-03-09T12:00:00.000Z' },
    ]);
    expect((await app.call('searchEarnings', { as, query: { type: 'tip' } })).data.total).toBe(1);
    const subscriptions = await app.call('searchSubscriptionEarnings', { as });
    expect(subscriptions.data).toMatchObject({ total: 1, data: [{ type: 'monthly_subscription' }] });
  });

  it('returns a list and sums that equal the ledger', async () => {
    await sell();
    await tip(3.33);
    app.clock.advance({ days: 8 });
    await release();
    await tip(7.77);
    const stats = (await app.call('getEarningStats', { as: await login(creator) })).data;
    const { data } = (await app.call('searchEarnings', { as: await login(creator) })).data;
    const inLedger = await app.context.db
      .select({ amount: ledgerEntries.amount })
      .from(ledgerEntries)
      .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
      .where(
        and(
          eq(ledgerAccounts.kind, 'pending'),
          eq(ledgerAccounts.ownerId, creator.id),
          gt(ledgerEntries.amount, cents(0)),
        ),
      );
    const booked = inLedger.reduce((sum, { amount }) => sum + amount, 0);
    expect(toCents(stats.totalNetPrice)).toBe(booked);
    expect(data.reduce((sum, row) => sum + toCents(row.netPrice), 0)).toBe(booked);
    const { wallet, pending } = await balances();
    expect(wallet + pending).toBe(booked);
  });

  it('is only for the creator', async () => {
    await sell();
    const other = await buildPerformer(app);
    expect((await app.call('searchEarnings', { as: other.token })).data).toEqual({ data: [], total: 0 });
    expect((await app.call('getEarningStats', { as: other.token })).data.totalGrossPrice).toBe(0);
    expect((await app.call('searchEarnings', { as: await login(fan) })).status).toBe(403);
    expect((await app.call('getEarningStats', { as: other.token, query: { fromDate: 'x', toDate: 'y' } })).status).toBe(
      400,
    );
  });
});
