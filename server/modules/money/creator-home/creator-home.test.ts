import { and, eq, sql } from 'drizzle-orm';
import { cents, toCents } from '@contract/base/money';
import { buildPhotoFeed } from '../../../../tests/factories/feed';
import { buildCard, buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { ledgerAccounts, ledgerEntries } from '../../../db/schema/money';

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
const buy = async (feedId: string, as = fan) =>
  app.call('buyFeed', { as: await login(as), params: { id: feedId }, body: {} });
const overview = async () => (await app.call('getCreatorHome', { as: await login(creator) })).data;

/** The creator's pending balance in cents, summed from ledger entries. */
async function pendingEntries(): Promise<number> {
  const [row] = await app.context.db
    .select({ sum: sql<number>`coalesce(sum(${ledgerEntries.amount}), 0)::int` })
    .from(ledgerEntries)
    .innerJoin(ledgerAccounts, eq(ledgerAccounts.id, ledgerEntries.accountId))
    .where(and(eq(ledgerAccounts.kind, 'pending'), eq(ledgerAccounts.ownerId, creator.id)));
  return row?.sum ?? 0;
}

describe("GET /performer/studio/overview: a creator's home", () => {
  it('returns the income of the last 1, 7 and 30 days, equal to the ledger', async () => {
    app.clock.set('2026-02-10T12:00:00Z');
    await tip(7.77);
    app.clock.set('2026-02-25T12:00:00Z');
    await tip(13.33);
    app.clock.set('2026-03-02T01:00:00Z');
    await tip(3.01);
    const { today, week, month, pending } = await overview();
    expect([today.grossPrice, week.grossPrice, month.grossPrice]).toEqual([3.01, 16.34, 24.11]);
    expect([today.sales, week.sales, month.sales]).toEqual([1, 2, 3]);
    expect(toCents(month.netPrice)).toBe(await pendingEntries());
    expect(pending).toBe(month.netPrice);
    // The earning statistics return the same sums.
    const stats = await app.call('getEarningStats', {
      as: await login(creator),
      query: { fromDate: '2026-02-24', toDate: '2026-03-02' },
    });
    expect(week.netPrice).toBe(stats.data.totalNetPrice);
  });

  it('returns the next day on which income is released, and the amount', async () => {
    expect((await overview()).nextRelease).toBeNull();
    await tip(10);
    app.clock.advance({ hours: 3 });
    await tip(5);
    app.clock.advance({ days: 2 });
    await tip(20);
    expect((await overview()).nextRelease).toEqual({ availableAt: '2026-03-09T12:00:00.000Z', amount: 12 });
    app.clock.set('2026-03-10T00:00:00Z');
    await app.jobs.run('release-earnings', {});
    const later = await overview();
    expect(later).toMatchObject({ available: 12, pending: 16 });
    expect(later.nextRelease).toEqual({ availableAt: '2026-03-11T15:00:00.000Z', amount: 16 });
  });

  it('counts new subscribers, new followers and current subscribers', async () => {
    await app.call('followPerformer', { as: await login(fan), params: { id: creator.id } });
    const old = await buildUser(app);
    await buildSubscription(app, {
      userId: old.id,
      performerId: creator.id,
      createdAt: new Date('2026-01-01'),
      status: 'deactivated',
      expiredAt: new Date('2026-02-01'),
    });
    await buildSubscription(app, { userId: fan.id, performerId: creator.id, createdAt: app.clock.now() });
    expect(await overview()).toMatchObject({
      today: { newSubscribers: 1, newFollowers: 1 },
      month: { newSubscribers: 1, newFollowers: 1 },
      activeSubscribers: 1,
    });
  });

  it('is only for creators', async () => {
    await tip(10);
    const other = await buildPerformer(app);
    expect((await app.call('getCreatorHome', { as: other.token })).data.month.netPrice).toBe(0);
    expect((await app.call('getCreatorHome', { as: await login(fan) })).status).toBe(403);
  });
});

describe('GET /performer/studio/post-sales', () => {
  it("returns buyers and income of the creator's own sold posts only", async () => {
    const sold = await buildPhotoFeed(app, creator, { isSale: true, price: 6 });
    const unsold = await buildSale(app, creator);
    const other = await buildPerformer(app);
    const theirs = await buildSale(app, other);
    const second = await buildUser(app, { wallet: cents(5_000) });
    await buy(sold._id);
    await buy(sold._id, second);
    await buy(theirs.id);
    const feedIds = [sold._id, unsold.id, theirs.id];
    const reply = await app.call('listPostSales', { as: await login(creator), query: { feedIds } });
    expect(reply.data.data).toEqual([{ feedId: sold._id, buyers: 2, grossPrice: 12, netPrice: 9.6 }]);
  });
});

describe('GET /performer/studio/fans/:id', () => {
  it('returns tier, start date and total payments of a fan', async () => {
    const { token: cardId } = await buildCard(app, fan);
    await app.call('subscribePerformer', {
      as: await login(fan),
      body: { performerId: creator.id, type: 'monthly', cardId },
    });
    await tip(10);
    const sale = await buildSale(app, creator, cents(450));
    await buy(sale.id);
    const { data } = await app.call('getFan', { as: await login(creator), params: { id: fan.id } });
    expect(data).toMatchObject({
      userId: fan.id,
      totalSpent: 24.49,
      purchases: 3,
      followedAt: expect.any(String),
      subscription: { subscriptionType: 'monthly', status: 'active', isActive: true, totalSpent: 24.49 },
    });
    // Creators must not learn how their fans pay.
    expect(JSON.stringify(data)).not.toContain('4242');
  });

  it('returns 404 for an account that is not a fan', async () => {
    const stranger = await buildUser(app);
    expect((await app.call('getFan', { as: await login(creator), params: { id: stranger.id } })).status).toBe(404);
  });
});

describe('GET /subscriptions/performer/search: a list of subscribers', () => {
  it('returns what each subscriber paid, and filters by name, tier and remaining time', async () => {
    const [ada, bo, cy] = [await buildUser(app, { name: 'Ada' }), await buildUser(app, { name: 'Bo' }), fan];
    await buildSubscription(app, { userId: ada.id, performerId: creator.id, subscriptionType: 'yearly' });
    await buildSubscription(app, { userId: bo.id, performerId: creator.id, status: 'deactivated' });
    await buildSubscription(app, {
      userId: cy.id,
      performerId: creator.id,
      status: 'deactivated',
      expiredAt: new Date('2026-01-01'),
    });
    await tip(12);
    const search = async (query: Record<string, unknown>) =>
      (await app.call('searchPerformerSubscriptions', { as: await login(creator), query })).data;
    const names = async (query: Record<string, unknown>) =>
      (await search(query)).data.map(({ userInfo }) => userInfo?._id).toSorted((a = '', b = '') => a.localeCompare(b));
    const all = await search({});
    expect(all.data.find(({ userId }) => userId === cy.id)?.totalSpent).toBe(12);
    expect(all.data.find(({ userId }) => userId === ada.id)?.totalSpent).toBe(0);
    expect(await names({ isActive: true })).toEqual([ada.id, bo.id].toSorted((a, b) => a.localeCompare(b)));
    expect(await names({ isActive: false })).toEqual([cy.id]);
    expect(await names({ isActive: true, status: 'deactivated' })).toEqual([bo.id]);
    expect(await names({ subscriptionType: 'yearly' })).toEqual([ada.id]);
    expect(await names({ q: 'bo' })).toEqual([bo.id]);
    const own = await app.call('searchUserSubscriptions', { as: await login(cy) });
    expect(own.data.data[0]).not.toHaveProperty('totalSpent');
  });
});
